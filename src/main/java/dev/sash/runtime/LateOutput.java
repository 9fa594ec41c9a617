package dev.sash.runtime;

import java.util.function.Consumer;

/**
 * Where an operator tells late rows of an input.
 *
 * @param asArrived whether they are shown as the stream delivered them; else as the operator takes
 *     them
 * @param rows takes them
 */
public record LateOutput(boolean asArrived, Consumer<LateRows> rows) {}
