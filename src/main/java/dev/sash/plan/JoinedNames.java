package dev.sash.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;

/**
 * Names for the columns of a join: both sides often have a column of one name, and are written side
 * by side as {@code l.k, r.k}. The second one becomes {@code k2}.
 */
final class JoinedNames {
  private final List<String> names = new ArrayList<>();
  private final List<String> notices = new ArrayList<>();

  private JoinedNames() {}

  /** Names for the columns of a query; as they are where it is no join. */
  static JoinedNames of(RelNode query, List<String> columns) {
    JoinedNames result = new JoinedNames();
    if (isJoin(query)) {
      result.makeDistinct(columns);
    } else {
      result.names.addAll(columns);
    }
    return result;
  }

  private static boolean isJoin(RelNode node) {
    return node instanceof Join || node.getInputs().stream().anyMatch(JoinedNames::isJoin);
  }

  private void makeDistinct(List<String> columns) {
    Set<String> taken = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    known.addAll(columns);
    for (String column : columns) {
      String name = column;
      for (int i = 2; taken.contains(name) || !name.equals(column) && known.contains(name); i++) {
        name = column + i;
      }
      taken.add(name);
      names.add(name);
      if (!name.equals(column)) {
        notices.add(
            "two columns are called \""
                + column
                + "\": the second one is \""
                + name
                + "\"; AS gives it another name");
      }
    }
  }

  /** The names, each once where the query is a join. */
  List<String> names() {
    return names;
  }

  /** What has been renamed. */
  List<String> notices() {
    return notices;
  }
}
