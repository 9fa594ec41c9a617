/** Statements, running queries, their lifecycle: the only place where the parts meet. */
@NullMarked
package dev.sash.session;

import org.jspecify.annotations.NullMarked;
