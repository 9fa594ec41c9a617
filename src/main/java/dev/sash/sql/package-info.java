/**
 * Text to statements: which text is a statement, who answers it, and what it says.
 *
 * <p>Read in this order: {@link dev.sash.sql.SqlScanner} (tokens, without loading Calcite), {@link
 * dev.sash.sql.StatementSplitter} (scripts), {@link dev.sash.sql.StatementRouter} (Sash or H2),
 * {@link dev.sash.sql.SashParser} (text to {@link dev.sash.sql.Statement}), {@link
 * dev.sash.sql.ErrorTranslator} (Calcite's complaints in house words).
 *
 * <p>Then a query's meaning: {@link dev.sash.sql.QueryConverter} (the steps), {@link
 * dev.sash.sql.WindowRewriter} (every spelling of a window into one), {@link
 * dev.sash.sql.SupportedQuery} (what is refused), {@link dev.sash.sql.SashTypeSystem} (what types
 * mean), {@link dev.sash.sql.ValidationErrors}.
 *
 * <p>The grammar is Calcite's template plus {@code src/main/codegen}; the productions build {@code
 * Statement} records directly through {@link dev.sash.sql.GrammarActions}. Words such as EMIT or
 * DAY are told from names of the same spelling by {@code dev.sash.sql.parser.TokenContext}.
 */
@NullMarked
package dev.sash.sql;

import org.jspecify.annotations.NullMarked;
