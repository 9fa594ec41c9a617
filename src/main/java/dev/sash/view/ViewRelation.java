package dev.sash.view;

import dev.sash.runtime.ResultShape;
import java.util.List;
import java.util.function.Function;

/** One of the relations of a view: how it looks, and how it is made from the view's content. */
final class ViewRelation implements Relation {
  private final View view;
  private final Form form;
  private final Function<ViewState, Snapshot> content;

  /** What does not change. */
  private record Form(
      List<RelationColumn> columns,
      List<Integer> keyColumns,
      int windowStart,
      int windowEnd,
      boolean primaryKey) {}

  private ViewRelation(View view, Form form, Function<ViewState, Snapshot> content) {
    this.view = view;
    this.form = form;
    this.content = content;
  }

  static ViewRelation rows(View view, ViewLayout layout) {
    ResultShape shape = layout.shape();
    if (shape.appendOnly()) {
      return new ViewRelation(
          view, new Form(layout.columns(), List.of(), -1, -1, false), ViewState::appended);
    }
    // The one row of an aggregate without key and window has nothing to be identified by.
    boolean windowIdentifies =
        shape.windowEnd() < 0
            ? !shape.keyColumns().isEmpty()
            : isPart(layout, shape.windowEnd()) || isPart(layout, shape.windowStart());
    return new ViewRelation(
        view,
        new Form(
            layout.columns(),
            shape.keyColumns(),
            view.definition().ownWindows() ? -1 : shape.windowStart(),
            shape.windowEnd(),
            windowIdentifies && keysArePart(layout)),
        ViewState::rows);
  }

  static ViewRelation latest(View view, ViewLayout layout) {
    List<Integer> keys = layout.shape().keyColumns();
    return new ViewRelation(
        view,
        new Form(layout.columns(), keys, -1, -1, !keys.isEmpty() && keysArePart(layout)),
        ViewState::latest);
  }

  /** The changelog is in order of {@code seq}, its first column. */
  static ViewRelation changes(View view, ViewLayout layout) {
    return new ViewRelation(
        view, new Form(layout.changeColumns(), List.of(0), -1, -1, true), ViewState::changes);
  }

  static ViewRelation late(View view, ViewLayout layout) {
    return new ViewRelation(
        view, new Form(layout.lateColumns(), List.of(), -1, -1, false), ViewState::late);
  }

  private static boolean isPart(ViewLayout layout, int ordinal) {
    RelationColumn column = layout.columns().get(ordinal);
    return column.visible() && !column.type().nullable();
  }

  private static boolean keysArePart(ViewLayout layout) {
    return layout.shape().keyColumns().stream().allMatch(i -> isPart(layout, i));
  }

  @Override
  public List<RelationColumn> columns() {
    return form.columns;
  }

  @Override
  public List<Integer> keyColumns() {
    return form.keyColumns;
  }

  @Override
  public int windowStart() {
    return form.windowStart;
  }

  @Override
  public int windowEnd() {
    return form.windowEnd;
  }

  @Override
  public boolean hasPrimaryKey() {
    return form.primaryKey;
  }

  @Override
  public boolean awaitReadable(long maxWaitMillis) throws InterruptedException {
    return view.awaitReadable(maxWaitMillis);
  }

  @Override
  public Snapshot snapshot() throws InterruptedException {
    return content.apply(view.moment().of(view));
  }

  @Override
  public Object family() {
    return view.group();
  }

  @Override
  public Moment moment() throws InterruptedException {
    return view.moment();
  }

  @Override
  public Snapshot at(Moment moment) {
    return content.apply(((GroupMoment) moment).of(view));
  }

  @Override
  public Snapshot peek() {
    return content.apply(view.published());
  }

  @Override
  public long version() {
    return view.published().version();
  }

  @Override
  public void addListener(Runnable listener) {
    view.listeners().add(listener);
  }

  @Override
  public void removeListener(Runnable listener) {
    view.listeners().remove(listener);
  }
}
