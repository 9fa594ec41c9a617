package dev.sash.database;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.List;
import org.h2.api.TableEngine;
import org.h2.command.ddl.CreateTableData;
import org.h2.table.Table;

/**
 * Makes the tables of streams, views and whatever else Sash shows. The database finds this class by
 * its name in {@code CREATE TABLE ... ENGINE}; {@link Database} writes those statements.
 */
public final class SashTableEngine implements TableEngine {

  /** Made by the database. */
  public SashTableEngine() {}

  @Override
  public Table createTable(CreateTableData data) {
    List<String> parameters = data.tableEngineParams == null ? List.of() : data.tableEngineParams;
    TableBindings bindings = parameters.isEmpty() ? null : TableBindings.of(parameters.get(0));
    if (bindings == null) {
      throw H2Errors.outward(
          SashException.of(
              ErrorCode.WRONG_STATE, "this table belongs to an engine that is closed"));
    }
    return bindings.create(data);
  }
}
