package dev.sash.connector.format;

import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.Suggestion;
import dev.sash.runtime.SourceSpec;
import java.util.List;
import java.util.regex.Pattern;

/** Which field of a CSV file holds which column. */
final class CsvHeader {
  private static final int NAMES_SHOWN = 20;
  private static final int NAME_LENGTH_SHOWN = 100;
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  private CsvHeader() {}

  /**
   * The field of each column: of the same name, or else of the same name in another case; -1 for a
   * column that the input may lack and does.
   *
   * @throws SashException naming a column that the header lacks and the nearest name it has
   */
  static int[] match(List<String> names, SourceSpec spec, String origin) {
    Schema schema = spec.schema();
    int[] fields = new int[schema.size()];
    for (int column = 0; column < fields.length; column++) {
      String wanted = schema.field(column).name();
      fields[column] = names.indexOf(wanted);
      for (int i = 0; i < names.size() && fields[column] < 0; i++) {
        fields[column] = names.get(i).equalsIgnoreCase(wanted) ? i : -1;
      }
      if (fields[column] < 0 && !spec.optionalColumns().contains(column)) {
        throw missing(names, wanted, origin);
      }
    }
    return fields;
  }

  private static SashException missing(List<String> found, String wanted, String origin) {
    List<String> names = found.stream().map(CsvHeader::printable).toList();
    String meant = Suggestion.didYouMean(wanted, names);
    String hint =
        names.size() == 1
            ? "the header has one field, \"" + names.get(0) + "\"; is the delimiter right?"
            : "the header has " + shown(names);
    return SashException.of(
            ErrorCode.COLUMN_NOT_FOUND,
            "column \"" + wanted + "\" not found in the header of \"" + origin + "\"")
        .hint(meant != null ? meant : hint + "; without a header line write header = false");
  }

  /** A file that is no text has names that would play tricks on a terminal, or fill it. */
  private static String printable(String name) {
    String plain = CONTROL.matcher(name).replaceAll("\ufffd");
    return plain.length() <= NAME_LENGTH_SHOWN
        ? plain
        : plain.substring(0, NAME_LENGTH_SHOWN) + "...";
  }

  private static String shown(List<String> names) {
    String shown = String.join(", ", names.subList(0, Math.min(names.size(), NAMES_SHOWN)));
    return names.size() <= NAMES_SHOWN ? shown : shown + ", ...";
  }

  /** The error for a header that cannot be cut into names. */
  static SashException malformed(String origin, long line, String problem) {
    return SashException.of(
            ErrorCode.OPTION,
            "the header of \"" + origin + "\" cannot be read, line " + line + ": " + problem)
        .hint("check the options quote and delimiter");
  }
}
