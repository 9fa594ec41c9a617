package dev.sash.view;

import static dev.sash.view.ViewFixture.appendOnly;
import static dev.sash.view.ViewFixture.bounded;
import static dev.sash.view.ViewFixture.definition;
import static dev.sash.view.ViewFixture.keyed;
import static dev.sash.view.ViewFixture.pairs;
import static dev.sash.view.ViewFixture.removed;
import static dev.sash.view.ViewFixture.rows;
import static dev.sash.view.ViewFixture.window;
import static dev.sash.view.ViewFixture.windowed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sash.data.BatchBuilder;
import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.RowKind;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.Emission;
import dev.sash.runtime.LateRows;
import dev.sash.runtime.ResultShape;
import java.util.List;
import org.junit.jupiter.api.Test;

class ViewTest {
  private static final long BEFORE = Long.MIN_VALUE;

  private final View view = new View(definition(windowed(true)));

  private List<String> shown() {
    return rows(view.rows(), "window_end", "k", "n", "_kind", "_rev", "_final");
  }

  private List<String> changes() {
    return rows(view.changes(), "seq", "op", "kind", "rev", "k", "n");
  }

  private List<String> latest() {
    return rows(view.latest(), "k", "window_end", "n");
  }

  @Test
  void nothingIsVisibleBeforePublishAndEverythingAfterIt() {
    view.emit(window(RowKind.EARLY, 10, "a", 1L));
    view.emit(window(RowKind.EARLY, 20, "a", 2L));
    assertThat(shown()).isEmpty();
    assertThat(changes()).isEmpty();
    view.publish(5, BEFORE);
    assertThat(shown()).containsExactly("10 a 1 EARLY 0 false", "20 a 2 EARLY 0 false");
    assertThat(changes()).containsExactly("1 +I EARLY 0 a 1", "2 +I EARLY 0 a 2");
  }

  @Test
  void unchangedEarlyRowIsNotSentAgain() {
    view.emit(window(RowKind.EARLY, 10, "a", 1L, "b", 2L));
    view.emit(window(RowKind.EARLY, 10, "a", 1L, "b", 3L));
    view.publish(5, BEFORE);
    assertThat(shown()).containsExactly("10 a 1 EARLY 0 false", "10 b 3 EARLY 1 false");
    assertThat(changes())
        .containsExactly("1 +I EARLY 0 a 1", "2 +I EARLY 0 b 2", "3 +U EARLY 1 b 3");
  }

  @Test
  void finalRowIsRecordedEvenIfItSaysTheSame() {
    view.emit(window(RowKind.EARLY, 10, "a", 1L));
    view.emit(window(RowKind.FINAL, 10, "a", 1L));
    view.emit(window(RowKind.LATE, 10, "a", 1L));
    view.emit(window(RowKind.LATE, 10, "a", 2L));
    view.publish(15, 10);
    assertThat(shown()).containsExactly("10 a 2 LATE 2 true");
    assertThat(changes())
        .containsExactly("1 +I EARLY 0 a 1", "2 +U FINAL 1 a 1", "3 +U LATE 2 a 2");
  }

  @Test
  void removedRowIsDeletedOnceAndItsRevisionsGoOn() {
    view.emit(removed(10, "a"));
    view.emit(window(RowKind.EARLY, 10, "a", 1L, "b", 1L));
    view.emit(removed(10, "a", "c"));
    view.emit(removed(10, "a"));
    view.publish(5, BEFORE);
    assertThat(shown()).containsExactly("10 b 1 EARLY 0 false");
    view.emit(window(RowKind.EARLY, 10, "a", 7L));
    view.publish(5, BEFORE);
    assertThat(shown()).containsExactly("10 a 7 EARLY 2 false", "10 b 1 EARLY 0 false");
    assertThat(changes())
        .containsExactly(
            "1 +I EARLY 0 a 1", "2 +I EARLY 0 b 1", "3 -D EARLY 1 a 1", "4 +I EARLY 2 a 7");
  }

  @Test
  void rowsAreInOrderOfWindowEndThenKeyWithNullLast() {
    view.emit(window(RowKind.EARLY, 20, "b", 1L, null, 2L));
    view.emit(window(RowKind.EARLY, -10, "z", 3L));
    view.emit(window(RowKind.EARLY, 20, "B", 4L, "a", 5L));
    view.publish(5, BEFORE);
    assertThat(rows(view.rows(), "window_end", "k"))
        .containsExactly("-10 z", "20 B", "20 a", "20 b", "20 null");
  }

  @Test
  void numbersThatAreEqualAreOneKey() {
    ResultShape shape =
        new ResultShape(
            Schema.of(
                new Field("k", DataType.of(DataType.Kind.DOUBLE)),
                new Field("n", DataType.of(DataType.Kind.BIGINT))),
            2,
            List.of(0),
            -1,
            -1,
            false);
    View doubles = new View(definition(shape));
    for (double key : new double[] {Double.NaN, -0.0, 1.5, 0.0, Double.NaN}) {
      BatchBuilder builder = new BatchBuilder(shape.schema());
      builder.appendRow(key, 1L);
      builder.appendRow(null, 1L);
      doubles.emit(new Emission(builder.build(), RowKind.FINAL, false, 0, 0));
    }
    doubles.publish(0, BEFORE);
    assertThat(rows(doubles.rows(), "k", "_rev"))
        .containsExactly("0.0 1", "1.5 0", "NaN 1", "null 4");
  }

  @Test
  void latestShowsTheNewestWindowOfEachKeyAndDecays() {
    view.emit(window(RowKind.FINAL, 10, "a", 1L, "b", 1L));
    view.emit(window(RowKind.EARLY, 20, "a", 2L));
    view.publish(15, 10);
    assertThat(latest()).containsExactly("a 20 2", "b 10 1");
    view.emit(window(RowKind.FINAL, 20, "a", 3L));
    view.emit(window(RowKind.EARLY, 30, "c", 1L));
    view.publish(25, 20);
    assertThat(latest()).containsExactly("a 20 3", "c 30 1");
    view.publish(45, 40);
    assertThat(latest()).isEmpty();
  }

  @Test
  void latestOfACompletedViewIsTheLastWindowWithRows() {
    view.emit(window(RowKind.FINAL, 10, "a", 1L, "b", 1L));
    view.emit(window(RowKind.FINAL, 20, "a", 2L));
    view.publish(15, Long.MAX_VALUE);
    assertThat(latest()).containsExactly("a 20 2");
    view.publish(15, 500);
    assertThat(latest()).isEmpty();
    view.complete();
    assertThat(latest()).containsExactly("a 20 2");
    assertThat(view.state()).isEqualTo(View.State.COMPLETED);
  }

  @Test
  void relationsOfOneMomentAgree() throws InterruptedException {
    view.emit(window(RowKind.EARLY, 10, "a", 1L));
    view.publish(5, BEFORE);
    Moment moment = view.latest().moment();
    view.emit(window(RowKind.EARLY, 10, "a", 2L));
    view.publish(6, BEFORE);
    assertThat(view.rows().family()).isSameAs(view.changes().family());
    assertThat(rows(view.rows().at(moment), view.rows(), "n")).containsExactly("1");
    assertThat(rows(view.changes().at(moment), view.changes(), "n")).containsExactly("1");
    assertThat(rows(view.rows(), "n")).containsExactly("2");
  }

  @Test
  void publishWithoutChangeKeepsTheVersion() {
    view.emit(window(RowKind.EARLY, 10, "a", 1L));
    view.publish(5, BEFORE);
    long version = view.rows().version();
    view.emit(window(RowKind.EARLY, 10, "a", 1L));
    view.publish(6, BEFORE);
    assertThat(changes()).hasSize(1);
    view.publish(6, BEFORE);
    view.publish(7, BEFORE);
    assertThat(view.rows().version()).isLessThanOrEqualTo(version + 1);
  }

  @Test
  void ownColumnWithTheNameOfAMetaColumnKeepsIt() {
    ResultShape shape =
        new ResultShape(
            Schema.of(
                new Field("_Kind", DataType.of(DataType.Kind.VARCHAR)),
                new Field("seq", DataType.of(DataType.Kind.BIGINT)),
                new Field("_kind", DataType.of(DataType.Kind.BIGINT))),
            2,
            List.of(0, 2),
            -1,
            -1,
            false);
    View named = new View(definition(shape));
    assertThat(named.rows().columns())
        .extracting(RelationColumn::name)
        .containsExactly(
            "_Kind", "seq", "__kind", "___kind", "_rev", "_final", "_emitted_at", "_watermark");
    assertThat(named.rows().columns())
        .extracting(RelationColumn::visible)
        .containsExactly(true, true, false, false, false, false, false, false);
    assertThat(named.changes().columns())
        .extracting(RelationColumn::name)
        .containsExactly("_seq", "op", "kind", "rev", "emitted_at", "watermark", "_Kind", "seq");
  }

  @Test
  void primaryKeyNeedsAllPartsVisibleAndNotNull() {
    assertThat(new View(definition(windowed(false))).rows().hasPrimaryKey()).isTrue();
    assertThat(new View(definition(windowed(true))).rows().hasPrimaryKey()).isFalse();
    ResultShape hidden = new ResultShape(windowed(false).schema(), 3, List.of(0), 2, 3, false);
    assertThat(new View(definition(hidden)).rows().hasPrimaryKey()).isTrue();
    ResultShape bothHidden = new ResultShape(windowed(false).schema(), 2, List.of(0), 2, 3, false);
    assertThat(new View(definition(bothHidden)).rows().hasPrimaryKey()).isFalse();
    assertThat(new View(definition(appendOnly())).rows().hasPrimaryKey()).isFalse();
  }

  @Test
  void endsOfTimeAreShownAsNull() {
    view.emit(
        new Emission(
            window(RowKind.FINAL, 10, "a", 1L).rows(), RowKind.FINAL, false, 7, Long.MAX_VALUE));
    view.publish(5, Long.MAX_VALUE);
    assertThat(rows(view.rows(), "_emitted_at", "_watermark")).containsExactly("7 null");
    assertThat(rows(view.changes(), "emitted_at", "watermark")).containsExactly("7 null");
  }

  @Test
  void appendOnlyViewKeepsDuplicatesInOrderOfArrival() {
    View rows =
        new View(
            definition(appendOnly(), new Retention.All(), new ViewDefinition.Limits(3, 100, 100)));
    assertThat(rows.latest()).isNull();
    rows.emit(pairs(RowKind.FINAL, "b", 1L, "a", 1L));
    rows.emit(pairs(RowKind.FINAL, "b", 1L, "b", 1L));
    assertThat(rows(rows.rows(), "k")).isEmpty();
    rows.publish(5, BEFORE);
    assertThat(rows(rows.rows(), "k", "n", "_kind", "_rev"))
        .containsExactly("a 1 FINAL 0", "b 1 FINAL 0", "b 1 FINAL 0");
    assertThat(rows(rows.changes(), "seq", "op", "k"))
        .containsExactly("1 +I b", "2 +I a", "3 +I b", "4 +I b");
  }

  @Test
  void keyedViewThatGrowsTooLargeFails() {
    View keyed =
        new View(definition(keyed(), new Retention.All(), new ViewDefinition.Limits(2, 100, 100)));
    keyed.emit(pairs(RowKind.EARLY, "a", 1L, "b", 1L));
    assertThatThrownBy(() -> keyed.emit(pairs(RowKind.EARLY, "c", 1L)))
        .isInstanceOfSatisfying(
            SashException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED));
  }

  @Test
  void lateRowsShowWhatIsKnownAboutThem() {
    BatchBuilder builder = new BatchBuilder(ViewFixture.STREAM);
    builder.appendRow(3L, "a");
    builder.appendRow(null, null);
    view.late(
        new LateRows(builder.build(), 20, new long[] {5, 6}, new int[] {2, 1}, new int[] {0, 3}));
    assertThat(rows(view.late(), "ts")).isEmpty();
    view.publish(5, BEFORE);
    String[] columns = {"ts", "k", "arrived_at", "lateness", "windows_dropped", "windows_accepted"};
    assertThat(rows(view.late(), columns)).containsExactly("3 a 20 5 2 0", "null null 20 6 1 3");
  }

  @Test
  void readerOfABoundedViewWaitsForItsEnd() throws InterruptedException {
    View ending = new View(bounded(windowed(true)));
    ending.emit(window(RowKind.FINAL, 10, "a", 1L));
    ending.publish(5, 10);
    assertThat(ending.rows().awaitReadable(0)).isFalse();
    assertThat(ending.awaitEnd(0)).isFalse();
    assertThat(ending.rows().peek().rowCount()).isEqualTo(1);
    ending.complete();
    assertThat(ending.changes().awaitReadable(0)).isTrue();
    assertThat(ending.awaitEnd(0)).isTrue();
    assertThat(rows(ending.rows(), "k")).containsExactly("a");
  }

  @Test
  void failedViewThrowsForReadersOnlyIfItsSourcesAreBounded() throws InterruptedException {
    SashException cause = SashException.of(ErrorCode.DIVISION_BY_ZERO, "division by zero");
    View ending = new View(bounded(windowed(true)));
    ending.fail(cause);
    assertThat(ending.late().awaitReadable(0)).isTrue();
    assertThatThrownBy(() -> ending.late().snapshot()).isSameAs(cause);
    assertThatThrownBy(() -> ending.awaitEnd(0)).isSameAs(cause);
    view.emit(window(RowKind.EARLY, 10, "a", 1L));
    view.publish(5, BEFORE);
    view.fail(cause);
    assertThat(view.state()).isEqualTo(View.State.FAILED);
    assertThat(view.failure()).isSameAs(cause);
    assertThat(rows(view.rows(), "k")).containsExactly("a");
  }

  @Test
  void listenersAreToldAfterTheChange() {
    List<Long> versions = new java.util.ArrayList<>();
    Runnable listener = () -> versions.add(view.rows().version());
    view.rows().addListener(listener);
    view.emit(window(RowKind.EARLY, 10, "a", 1L));
    view.publish(5, BEFORE);
    view.changes().removeListener(listener);
    view.emit(window(RowKind.EARLY, 10, "a", 2L));
    view.publish(5, BEFORE);
    assertThat(versions).containsExactly(1L);
  }
}
