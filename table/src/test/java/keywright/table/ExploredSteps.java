package keywright.table;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import keywright.store.Engine;
import keywright.store.StoreException;
import keywright.store.TimedWrite;
import keywright.store.WriteBatch;
import keywright.store.Written;
import keywright.table.catalog.Catalog;
import keywright.table.catalog.Registrations.Registration;

/**
 * The steps of an {@link Exploration}: an actor is answered, with whatever its engine may answer; a
 * write under way arrives; deletes are forgotten; time passes.
 */
final class ExploredSteps {
  private final List<Actor> actors;
  private final Faults faults;
  private final ExploredEngines engines;
  private final BiConsumer<ExploredState, Supplier<String>> reached;

  /** The registration under which each batch was written. */
  private final Map<Integer, String> registrations = new HashMap<>();

  /**
   * @param reached is told what a step leads to, and the step
   */
  ExploredSteps(
      List<Actor> actors,
      Faults faults,
      ExploredEngines engines,
      BiConsumer<ExploredState, Supplier<String>> reached) {
    this.actors = actors;
    this.faults = faults;
    this.engines = engines;
    this.reached = reached;
  }

  /** Tells of each state that may come next. */
  void takeFrom(ExploredState state) {
    for (int i = 0; i < state.places.length; i++) {
      AskingEngine.Request request = state.places[i].request;
      if (request instanceof AskingEngine.Batches batches) {
        write(state, i, batches);
      } else if (request instanceof AskingEngine.Timed timed) {
        writeTimed(state, i, timed.writes());
      } else if (request instanceof AskingEngine.Made made) {
        make(state, i, made);
      } else if (request instanceof AskingEngine.TimeUp up) {
        timeUp(state, i, up);
      } else if (request instanceof AskingEngine.Wait wait) {
        await(state, i, wait);
      } else if (request != null) {
        ExploredEngines.Answer answer = engines.read(state.stored, request);
        answered(state, i, answer.given(), answer.text(), state.withStored(answer.stored()));
      }
    }
    arriveLate(state);
    complete(state);
    if (faults.compacts()) {
      Engine compacted = engines.copy(state.stored);
      EngineStates.forgetDeletes(compacted);
      reached.accept(state.withStored(engines.number(compacted)), () -> "deletes are forgotten");
    }
  }

  /** A write that was accepted takes effect, or one that has a TTL is gone. */
  private void complete(ExploredState state) {
    engines
        .completed(state.stored)
        .forEach(
            (round, after) ->
                reached.accept(
                    state.withStored(after).withDone(round.nonce()), () -> "completes: " + round));
    int expired = engines.expired(state.stored);
    if (expired != state.stored) {
      reached.accept(state.withStored(expired), () -> "what has a TTL is gone");
    }
  }

  private void arriveLate(ExploredState state) {
    for (int i = 0; i < state.underWay.length; i++) {
      if (i == 0 || state.underWay[i] != state.underWay[i - 1]) {
        int write = state.underWay[i];
        ExploredState after = applied(state, engines.apply(state.stored, write), write);
        reached.accept(
            after.withoutUnderWay(i),
            () -> "arrives late: " + ExplorationText.show(engines.write(write)));
        int accepted = engines.accepted(state.stored, write);
        if (accepted >= 0) {
          reached.accept(
              state.withStored(accepted).withoutUnderWay(i),
              () -> "is accepted late: " + ExplorationText.show(engines.write(write)));
        }
      }
    }
  }

  private ExploredState applied(ExploredState state, ExploredEngines.Applied applied, int write) {
    ExploredState after = state.withStored(applied.stored());
    return applied.done() ? after.withDone(engines.nonce(write)) : after;
  }

  private void writeTimed(ExploredState state, int actor, List<? extends TimedWrite> timed) {
    ExploredState after = state;
    ExploredState sent = state;
    StoreException failure = null;
    for (TimedWrite write : timed) {
      int number = engines.writeNumber(write, () -> ExplorationText.show(write));
      ExploredEngines.Applied applied = engines.apply(after.stored, number);
      failure = failure == null ? applied.failure() : failure;
      after = after.withStored(applied.stored());
      sent = sent.withUnderWay(number);
    }
    if (failure != null) {
      answered(state, actor, failure, "failure", after);
    } else {
      answered(state, actor, "done", "done", after);
    }
    if (state.late > 0) {
      ExploredState later = sent.withLate(state.late - 1);
      answered(state, actor, AskingEngine.NO_ANSWER, "no answer", later);
      if (failure == null && timed.get(0) instanceof TimedWrite.Delete) {
        answered(state, actor, "done", "done", later.withStored(after.stored));
      }
    }
  }

  private void write(ExploredState state, int actor, AskingEngine.Batches request) {
    List<WriteBatch> batches = request.batches();
    if (batches.size() != 1) {
      throw new AssertionError("more rows than one at a time");
    }
    int write =
        engines.writeNumber(
            batches.get(0),
            () -> ExplorationText.show(batches.get(0)) + " by " + request.registration());
    registrations.putIfAbsent(write, request.registration());
    ExploredEngines.Applied applied = engines.apply(state.stored, write);
    if (applied.failure() != null) {
      answered(state, actor, applied.failure(), "failure", state);
      return;
    }
    ExploredState after = applied(state, applied, write);
    answered(state, actor, applied.done() ? Written.DONE : Written.REFUSED, after);
    if (state.late == 0 || registers(request)) {
      return;
    }
    int late = state.late - 1;
    if (engines.hasRounds(state.stored)) {
      unanswered(state, actor, write, late);
      return;
    }
    if (applied.done()) {
      answered(state, actor, Written.UNANSWERED, after.withLate(late));
      if (faults.refusesItsOwn()) {
        answered(state, actor, Written.REFUSED, after.withLate(late));
      }
    }
    answered(state, actor, Written.UNANSWERED, state.withLate(late).withUnderWay(write));
    if (applied.done()) {
      answered(state, actor, Written.DONE, after.withLate(late).withUnderWay(write));
    }
  }

  /**
   * As the driver of Cassandra, which sends a conditional write once: it has not begun, or is
   * accepted. That it is done is a round that completes at once.
   */
  private void unanswered(ExploredState state, int actor, int write, int late) {
    answered(state, actor, Written.UNANSWERED, state.withLate(late).withUnderWay(write));
    int accepted = engines.accepted(state.stored, write);
    if (accepted >= 0) {
      ExploredState open = state.withStored(accepted).withLate(late);
      answered(state, actor, Written.UNANSWERED, open);
      if (faults.refusesItsOwn()) {
        answered(state, actor, Written.REFUSED, open);
      }
    }
  }

  /** A registration that comes late, or twice, is one more that nobody works under. */
  private static boolean registers(AskingEngine.Batches request) {
    return request.registration().isEmpty()
        && request.batches().get(0).writes().get(0).layout().equals(Catalog.LAYOUT);
  }

  /** Definitions are changed in less time than is waited for, or not at all. */
  private void make(ExploredState state, int actor, AskingEngine.Made made) {
    if (isOver(state, made.registration())) {
      answered(state, actor, new StoreException("took too long"), "failure", state);
      return;
    }
    Engine engine = engines.copy(state.stored);
    try {
      if (made.layout() == null) {
        engine.dropTable(made.dropped());
      } else {
        engine.createTable(made.layout());
      }
    } catch (StoreException e) {
      answered(state, actor, e, "failure", state);
      return;
    }
    answered(state, actor, "done", "done", state.withStored(engines.number(engine)));
  }

  /** Time may pass or not; what is as it was read may as well not be read again. */
  private void timeUp(ExploredState state, int actor, AskingEngine.TimeUp up) {
    boolean isOver = isOver(state, up.registration());
    if (!isOver) {
      answered(state, actor, false, "no", state);
    }
    if (isOver
        || up.catalog() < engines.catalog(state.stored)
        || !engines.isUnasked(state.stored, up.registration())) {
      answered(state, actor, true, "yes", state);
    }
  }

  /**
   * One of the registrations is gone, or so much time has passed that nobody works any longer under
   * those that were asked. For writes, none happens any longer that was sent under them, or was
   * about to be.
   */
  private void await(ExploredState state, int actor, AskingEngine.Wait wait) {
    Map<String, Registration> there = engines.registrations(state.stored);
    if (!there.keySet().containsAll(wait.registrations())) {
      answered(state, actor, true, "gone", state);
    }
    Set<String> over = new HashSet<>(wait.registrations());
    over.removeIf(name -> !there.containsKey(name) || !there.get(name).asked());
    ExploredState later = state.withOver(over.stream().mapToInt(ExploredSteps::number));
    if (wait.forWrites()) {
      later = later.withUnderWayIf(write -> !over.contains(registrations.getOrDefault(write, "")));
      for (int i = 0; i < state.places.length; i++) {
        if (state.places[i].request instanceof AskingEngine.Batches batches
            && over.contains(batches.registration())) {
          List<Written> unanswered = List.of(Written.UNANSWERED);
          later = later.withAnswer(i, unanswered, unanswered.toString());
        }
      }
    }
    answered(state, actor, false, "later", later);
  }

  private static boolean isOver(ExploredState state, String registration) {
    return !registration.isEmpty() && state.isOver(number(registration));
  }

  private static int number(String registration) {
    return Integer.parseInt(registration.substring(registration.indexOf('.') + 1), 16);
  }

  private void answered(ExploredState state, int actor, Written answer, ExploredState after) {
    answered(state, actor, List.of(answer), List.of(answer).toString(), after);
  }

  /**
   * @param after what it is then, but for the answer
   */
  private void answered(
      ExploredState state, int actor, Object answer, String text, ExploredState after) {
    reached.accept(
        after.withAnswer(actor, answer, text),
        () ->
            actors.get(actor)
                + " asks "
                + ExplorationText.show(state.places[actor].request)
                + ": "
                + text);
  }
}
