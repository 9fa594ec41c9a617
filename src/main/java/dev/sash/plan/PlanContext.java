package dev.sash.plan;

import dev.sash.catalog.Catalog;

/**
 * What a query is planned for.
 *
 * @param catalog what its names mean
 * @param view whether it fills a materialized view
 */
public record PlanContext(Catalog catalog, boolean view) {}
