/**
 * What can go wrong, with the place in the SQL. One catalogue, one exception.
 *
 * <p>Read in this order: {@link dev.sash.error.ErrorCode} (the catalogue), {@link
 * dev.sash.error.SourceSpan} (where), {@link dev.sash.error.SashException} (the only exception a
 * user sees), {@link dev.sash.error.Suggestion} ("did you mean").
 */
@NullMarked
package dev.sash.error;

import org.jspecify.annotations.NullMarked;
