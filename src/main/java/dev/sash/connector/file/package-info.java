/**
 * {@code connector = 'file'}.
 *
 * <p>Read in this order: {@link dev.sash.connector.file.FileSourceFactory}, {@code FilePaths}
 * (which files a path means, and which was meant), {@code FollowSource} (files that are being
 * written), {@code FollowedFiles} (which of them are new, renamed, cut or gone).
 */
@NullMarked
package dev.sash.connector.file;

import org.jspecify.annotations.NullMarked;
