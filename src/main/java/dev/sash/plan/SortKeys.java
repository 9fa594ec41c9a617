package dev.sash.plan;

import dev.sash.data.RowOrder;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelFieldCollation.NullDirection;

/** Keys of ORDER BY as the engine has them. */
final class SortKeys {
  private SortKeys() {}

  /** A key; where nothing is said NULL is last, and first in descending order. */
  static RowOrder.Key of(RelFieldCollation collation) {
    boolean descending = collation.getDirection().isDescending();
    boolean nullsFirst =
        collation.nullDirection == NullDirection.UNSPECIFIED
            ? descending
            : collation.nullDirection == NullDirection.FIRST;
    return new RowOrder.Key(collation.getFieldIndex(), descending, nullsFirst);
  }
}
