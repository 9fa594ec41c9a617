package dev.sash.plan;

import dev.sash.aggregate.AggregateFunctions;
import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.AggregateRequest;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.DataType;
import dev.sash.data.Schema;
import dev.sash.runtime.EarlierAggregates;
import dev.sash.runtime.EarlierValue;
import dev.sash.runtime.FrameValues;
import dev.sash.runtime.OverAhead;
import dev.sash.runtime.OverForm;
import dev.sash.runtime.OverFrame;
import dev.sash.runtime.OverOperator;
import dev.sash.runtime.OverRanks;
import dev.sash.runtime.OverState;
import dev.sash.runtime.OverStates;
import dev.sash.runtime.OverStep;
import dev.sash.runtime.RunningAggregates;
import dev.sash.runtime.SlidingAggregates;
import dev.sash.runtime.WindowOverOperator;
import dev.sash.runtime.WindowRowsInput;
import dev.sash.runtime.WindowTopNOperator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The functions of a {@link PhysicalNode.Over} as state: aggregates of one frame share theirs. */
final class OverSteps {
  private final Schema input;
  private final OverForm form;
  private final List<OverCall> calls;

  private OverSteps(PhysicalNode.Over node) {
    input = node.input().schema();
    form = node.form();
    calls = node.calls();
  }

  /** The operator of a node that goes by time. */
  static OverOperator operator(PhysicalNode.Over node, OverOperator.Surroundings around) {
    return new OverOperator(node.input().schema(), node.form(), of(node), around);
  }

  /** The operator of a node that goes by windows. */
  static WindowOverOperator operator(
      PhysicalNode.Over node, WindowRowsInput input, OverOperator.Surroundings around) {
    return new WindowOverOperator(input, node.form(), of(node), around);
  }

  private static Function<StateBudget, OverStep> of(PhysicalNode.Over node) {
    OverSteps steps = new OverSteps(node);
    boolean endsElsewhere = node.calls().stream().anyMatch(OverCall::endsElsewhere);
    return endsElsewhere ? steps::ahead : steps::back;
  }

  private OverStep back(StateBudget budget) {
    return new OverStates(input, form, states(budget));
  }

  private OverStep ahead(StateBudget budget) {
    List<OverAhead.Call> ahead = new ArrayList<>();
    for (OverCall call : calls) {
      OverAhead.Kind kind =
          call.kind() == OverCall.Kind.AGGREGATE
              ? OverAhead.Kind.ALL
              : call.kind() == OverCall.Kind.VALUE && call.number() == FrameValues.Form.LAST
                  ? OverAhead.Kind.LAST
                  : OverAhead.Kind.NTH;
      int number = call.kind() == OverCall.Kind.LEAD ? 1 : call.number();
      AggregateInput value = kind == OverAhead.Kind.ALL ? aggregate(call) : value(call);
      ahead.add(new OverAhead.Call(call.frame(), value, kind, number, call.defaultColumn()));
    }
    return new OverAhead(input, form, ahead, budget);
  }

  private AggregateInput aggregate(OverCall call) {
    AggregateCall aggregate = call.aggregate();
    if (aggregate == null) {
      throw new AssertionError(call);
    }
    return aggregate.function(input, false);
  }

  private List<OverState> states(StateBudget budget) {
    List<OverState> states = new ArrayList<>();
    Map<OverFrame, List<Integer>> aggregates = new LinkedHashMap<>();
    for (int i = 0; i < calls.size(); i++) {
      OverCall call = calls.get(i);
      switch (call.kind()) {
        case AGGREGATE -> aggregates.computeIfAbsent(call.frame(), f -> new ArrayList<>()).add(i);
        case ROW_NUMBER, RANK, DENSE_RANK ->
            states.add(
                new OverRanks(
                    WindowTopNOperator.Function.valueOf(call.kind().name()),
                    i,
                    call.type(),
                    budget));
        case LAG ->
            states.add(
                new EarlierValue(
                    new EarlierValue.Form(
                        call.value(), call.number(), call.defaultColumn(), call.ignoresNulls()),
                    value(call),
                    i,
                    budget));
        case VALUE ->
            states.add(
                new FrameValues(
                    new FrameValues.Form(
                        call.frame(), call.value(), call.number(), call.ignoresNulls()),
                    value(call),
                    i,
                    budget));
        case LEAD -> throw new AssertionError(call);
      }
    }
    aggregates.forEach((frame, own) -> states.add(aggregates(frame, own, budget)));
    return states;
  }

  private OverState aggregates(OverFrame frame, List<Integer> own, StateBudget budget) {
    List<AggregateInput> functions = own.stream().map(i -> aggregate(calls.get(i))).toList();
    int[] ordinals = own.stream().mapToInt(Integer::intValue).toArray();
    if (!frame.isUnbounded()) {
      return new SlidingAggregates(frame, functions, ordinals, budget);
    }
    return frame.following() == 0
        ? new RunningAggregates(frame.byRows(), functions, ordinals, budget)
        : new EarlierAggregates(frame, functions, ordinals, budget);
  }

  /** The smallest of the values of one row is that value. */
  private AggregateInput value(OverCall call) {
    DataType type = input.type(call.value());
    return new AggregateInput(
        AggregateFunctions.of("MIN", AggregateRequest.of(List.of(type), false, call.type())),
        List.of(call.value()),
        -1);
  }
}
