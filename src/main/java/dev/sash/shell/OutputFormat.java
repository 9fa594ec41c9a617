package dev.sash.shell;

import java.util.Locale;

/** How rows are printed. */
enum OutputFormat {
  /** Aligned columns for people. */
  TABLE,
  /** RFC 4180 with a header, lines end in a line feed, NULL is nothing and '' is {@code ""}. */
  CSV,
  /** One JSON object a line. */
  JSON,
  /** One line for each value. */
  VERTICAL;

  /** Whether a program reads the output, so that nothing but rows may be in it. */
  boolean isForPrograms() {
    return this == CSV || this == JSON;
  }

  /** The printer; {@code terminal} lets it cut long text. */
  ResultPrinter printer(Output output, boolean terminal) {
    return switch (this) {
      case TABLE -> new TablePrinter(output, terminal ? TablePrinter.TERMINAL_CELL_WIDTH : 0);
      case CSV -> new CsvPrinter(output);
      case JSON -> new JsonPrinter(output);
      case VERTICAL -> new VerticalPrinter(output);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
