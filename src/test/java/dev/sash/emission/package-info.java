/**
 * What EMIT means, written down a second time: a model that knows nothing of the engine, and the
 * rules of emission as properties of random queries. Begin with {@link
 * dev.sash.emission.EmissionModel}, then {@code EmissionRulesTest}.
 */
@NullMarked
package dev.sash.emission;

import org.jspecify.annotations.NullMarked;
