/**
 * The parser generated from Calcite's grammar template and {@code src/main/codegen}, and the token
 * manager that makes Sash's words contextual.
 *
 * <p>Nothing outside {@code dev.sash.sql} uses this package.
 */
@NullMarked
package dev.sash.sql.parser;

import org.jspecify.annotations.NullMarked;
