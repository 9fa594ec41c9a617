package dev.sash.bench;

import dev.sash.plan.PipelineBuilder;
import dev.sash.runtime.PipelineInput;
import dev.sash.runtime.RowFailures;
import dev.sash.runtime.Source;
import dev.sash.runtime.WatermarkGenerator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The stream of {@link OneStream}, read from a source; a row that fails is a mistake. */
record OneInput(Source source) implements PipelineBuilder.Inputs {
  @Override
  public List<PipelineInput> open(String stream) {
    WatermarkGenerator generator = new WatermarkGenerator(0, Events.DISORDER_MILLIS);
    return List.of(new PipelineInput(stream, source, generator));
  }

  @Override
  public PipelineInput openView(String view) {
    throw new AssertionError(view);
  }

  @Override
  public RowFailures failures(@Nullable String stream) {
    return (rows, row, failure) -> {
      throw failure;
    };
  }
}
