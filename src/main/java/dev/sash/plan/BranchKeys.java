package dev.sash.plan;

import java.util.List;
import org.apache.calcite.rex.RexNode;

/**
 * What one branch of a union adds to its group key, so that all branches have the same identity
 * columns: the number of the branch and NULL for each key of the others.
 *
 * @param before constants before its own keys, the branch's number first
 * @param after constants after its own keys
 */
record BranchKeys(List<RexNode> before, List<RexNode> after) {
  BranchKeys {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }
}
