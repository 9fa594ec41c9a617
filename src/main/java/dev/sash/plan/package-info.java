/**
 * From a validated query to a pipeline: rewriting rules, physical nodes, generated expressions.
 *
 * <p>Read in this order: {@link dev.sash.plan.Planner} (the way of a query), {@link
 * dev.sash.plan.PhysicalNode} (where it leads, and what EXPLAIN prints), {@link
 * dev.sash.plan.RuleBook} (what is rewritten on the way), {@link dev.sash.plan.PhysicalTranslator}
 * (algebra to nodes) with {@link dev.sash.plan.AggregateTranslator} and {@link
 * dev.sash.plan.UnionTranslator}, {@link dev.sash.plan.KernelProgram} (expressions to compute) with
 * {@link dev.sash.plan.ExactExpressions}, {@link dev.sash.plan.ExpressionWriter} (expressions to
 * Java), {@link dev.sash.plan.PipelineBuilder} (nodes to operators).
 */
@NullMarked
package dev.sash.plan;

import org.jspecify.annotations.NullMarked;
