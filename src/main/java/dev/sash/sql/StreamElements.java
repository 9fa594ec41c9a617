package dev.sash.sql;

import dev.sash.catalog.ArrivalTime;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Collects what the grammar finds inside a CREATE STREAM or CREATE SINK, and refuses what is there
 * twice.
 */
public final class StreamElements {
  private final List<ColumnDefinition> columns = new ArrayList<>();
  private final Map<String, OptionValue> options = new LinkedHashMap<>();
  private @Nullable WatermarkClause watermark;

  /** Takes {@code name type [NOT NULL] [DEFAULT PROCTIME()]}. */
  public void column(
      SqlIdentifier name,
      SqlDataTypeSpec type,
      boolean nullable,
      @Nullable SqlNode byDefault,
      SqlParserPos position) {
    if (byDefault == null) {
      add(name, type, nullable, ArrivalTime.NONE, position);
      return;
    }
    if (!ArrivalClock.is(byDefault)) {
      throw SashException.at(
              Positions.span(byDefault),
              ErrorCode.NOT_SUPPORTED,
              "a column of a stream has no other default than the time of arrival")
          .hint("write DEFAULT PROCTIME(), or COALESCE in the SELECT of the view");
    }
    if (!ColumnTypes.type(type).isTimestamp()) {
      throw SashException.at(
              Positions.span(type),
              ErrorCode.TYPE_MISMATCH,
              "the time of arrival is a TIMESTAMP, not " + ColumnTypes.type(type).sql())
          .hint("write " + name.getSimple() + " TIMESTAMP(3) DEFAULT PROCTIME()");
    }
    add(name, type, false, ArrivalTime.DEFAULT, position);
  }

  /** Takes {@code name AS PROCTIME()}. */
  public void computed(SqlIdentifier name, SqlNode expression, SqlParserPos position) {
    if (!ArrivalClock.is(expression)) {
      throw GrammarActions.computedColumn(name);
    }
    SqlParserPos place = expression.getParserPosition();
    SqlDataTypeSpec type =
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.TIMESTAMP, 3, place), place);
    add(name, type, false, ArrivalTime.ALWAYS, position);
  }

  private void add(
      SqlIdentifier name,
      SqlDataTypeSpec type,
      boolean nullable,
      ArrivalTime arrival,
      SqlParserPos position) {
    for (ColumnDefinition column : columns) {
      if (column.name().equalsIgnoreCase(name.getSimple())) {
        throw SashException.at(
                Positions.span(name),
                ErrorCode.DUPLICATE_NAME,
                "column \"" + name.getSimple() + "\" is declared twice")
            .hint("names match in any case");
      }
    }
    columns.add(
        new ColumnDefinition(
            name.getSimple(), type, nullable, arrival, Positions.written(position)));
  }

  /** Takes {@code WATERMARK FOR column AS expression}. */
  public void watermark(SqlIdentifier column, SqlNode expression, SqlParserPos position) {
    if (watermark != null) {
      throw SashException.at(
          Positions.span(position), ErrorCode.WATERMARK, "a stream has only one WATERMARK");
    }
    watermark =
        new WatermarkClause(
            column.getSimple(),
            Positions.written(column.getParserPosition()),
            expression,
            Positions.written(position));
  }

  /** Takes {@code key = value}. */
  public void option(String key, OptionValue value) {
    if (options.putIfAbsent(key.toLowerCase(Locale.ROOT), value) != null) {
      throw SashException.at(
          value.nameSpan(), ErrorCode.OPTION, "option \"" + key + "\" is given twice");
    }
  }

  /** The options as those of a sink. */
  public Statement createSink(
      RelationName name, boolean ifNotExists, RelationName view, SqlParserPos position) {
    GrammarActions.checkCreated(name);
    return new Statement.CreateSink(name, ifNotExists, view, options, Positions.written(position));
  }

  /** The statement, now that everything is known. */
  public Statement createStream(
      RelationName name, boolean orReplace, boolean ifNotExists, SqlParserPos position) {
    GrammarActions.checkCreated(name);
    return new Statement.CreateStream(
        name, orReplace, ifNotExists, columns, watermark, options, Positions.written(position));
  }
}
