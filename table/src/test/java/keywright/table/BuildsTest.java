package keywright.table;

import static keywright.table.BuildWorld.BY_CITY;
import static keywright.table.RowWorld.Operation.DELETE;
import static keywright.table.RowWorld.Operation.SET_X;
import static keywright.table.RowWorld.Operation.SET_Y;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import keywright.table.BuildWorld.Fault;
import keywright.table.RowWorld.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * As {@link ProtocolTest}, of indexes that are built and dropped while processes write that do not
 * know it yet: from the moment queries use an index, every row has its entry there.
 */
class BuildsTest {
  /** A build beside a writer that knows nothing of it, in every order. */
  private static List<Cast> casts(Faults faults, Operation... operations) {
    List<Cast> casts = new ArrayList<>();
    for (Operation operation : operations) {
      for (int rows = 0; rows < 2; rows++) {
        BuildWorld w = new BuildWorld(Fault.NONE, false, rows == 0 ? new int[0] : new int[] {1});
        casts.add(
            Cast.of(
                operation + " and a build, " + rows + " rows",
                w,
                faults,
                w.writer(0, 1, operation, 5, 2),
                w.builder(1, BY_CITY, 5)));
      }
    }
    return casts;
  }

  @Test
  @Tag("large")
  void aBuiltIndexLacksNoEntryOfAWriterThatDoesNotKnowIt() {
    List<Cast> casts = new ArrayList<>(casts(Faults.of(1), Operation.values()));
    Faults none = Faults.of(0);
    BuildWorld w = new BuildWorld(Fault.NONE, false, 1);
    casts.add(Cast.of("a move", w, none, w.mover(0, 1, 2, 5, 1), w.builder(1, BY_CITY, 5)));
    w = new BuildWorld(Fault.NONE, false, 1);
    casts.add(
        Cast.of(
            "a process that comes late", w, none, w.latecomer(0, 1, 5), w.builder(1, BY_CITY, 5)));
    w = new BuildWorld(Fault.NONE, false, 1);
    casts.add(
        Cast.of(
            "a process that reads the catalog because it is asked",
            w,
            Faults.of(1),
            w.looker(0, 1, 5),
            w.builder(1, BY_CITY, 5)));
    w = new BuildWorld(Fault.NONE, false, 1);
    casts.add(
        Cast.of(
            "a build by who wrote before", w, Faults.of(2), w.writerAndBuilder(0, 1, BY_CITY, 5)));
    w = new BuildWorld(Fault.NONE, true, BuildWorld.STEADY);
    casts.add(
        Cast.of(
            "a reader of an index that is dropped",
            w,
            none,
            w.reader(0, true),
            w.dropper(1, BY_CITY, 5)));
    Cast.explore("builds", casts);
  }

  private static Cast buildThatAnotherTakesUp() {
    BuildWorld w = new BuildWorld(Fault.NONE, false, 1, 2);
    return Cast.of(
        "a build that another takes up",
        w,
        Faults.of(0),
        w.builder(0, BY_CITY, 5),
        w.builder(1, BY_CITY, 5));
  }

  /** An index that is dropped and built again, beside a build or a writer. */
  private static List<Cast> withDrop() {
    List<Cast> casts = new ArrayList<>();
    Faults none = Faults.of(0);
    BuildWorld w = new BuildWorld(Fault.NONE, false, 1);
    casts.add(
        Cast.of(
            "a build of an index that another drops and builds",
            w,
            none,
            w.builder(0, BY_CITY, 5),
            w.rebuilder(1, BY_CITY, 5)));
    w = new BuildWorld(Fault.NONE, true, 1);
    casts.add(
        Cast.of(
            "an index that is dropped and built anew",
            w,
            Faults.of(1),
            w.writer(0, 1, SET_Y, 5, 1),
            w.rebuilder(1, BY_CITY, 5)));
    return casts;
  }

  @Test
  void whatIsDrawnOfTwoWhoDefineIsWell() {
    List<Cast> casts = withDrop();
    casts.add(buildThatAnotherTakesUp());
    Cast.draw("builds", 6, 150, random -> casts.get(random.nextInt(casts.size())));
  }

  @Test
  @Tag("nightly")
  void ofTwoWhoDefineAllIsWell() {
    Cast.explore("builds", List.of(buildThatAnotherTakesUp()));
    withDrop().forEach(cast -> cast.exploreAtMost(2_000_000));
  }

  // Every step is needed: what comes of leaving it out.

  static Stream<Cast> broken() {
    List<Cast> casts = new ArrayList<>();
    Faults none = Faults.of(0);
    BuildWorld w = new BuildWorld(Fault.NONE, false, 1);
    casts.add(
        Cast.of(
            "B2 entries before anybody knows the index",
            w,
            none,
            w.writer(0, 1, SET_Y, 5, 1),
            w.hasty(1, BY_CITY, 5)));
    w = new BuildWorld(Fault.WAITS_FOR_NOBODY, false, 1);
    casts.add(
        Cast.of(
            "B3 a writer that knows the old catalog",
            w,
            none,
            w.writer(0, 1, SET_Y, 5, 1),
            w.builder(1, BY_CITY, 5)));
    w = new BuildWorld(Fault.WRITES_BY_AN_OLD_CATALOG, false, 1);
    casts.add(
        Cast.of(
            "B3 a statement that outlives what it knows of the catalog",
            w,
            Faults.of(1),
            w.writer(0, 1, SET_Y, 5, 2),
            w.builder(1, BY_CITY, 5)));
    w = new BuildWorld(Fault.WAITS_FOR_NO_LATE_WRITE, false, 1);
    casts.add(
        Cast.of(
            "B4 a write by the old catalog that is late",
            w,
            Faults.of(1),
            w.writer(0, 1, SET_Y, 5, 1),
            w.builder(1, BY_CITY, 5)));
    w = new BuildWorld(Fault.FENCES_INSTEAD_OF_WAITING, false);
    casts.add(
        Cast.of(
            "B6 a first insert by the old catalog, despite fences",
            w,
            Faults.of(1),
            w.writer(0, 1, SET_X, 5, 1),
            w.builder(1, BY_CITY, 5)));
    w = new BuildWorld(Fault.TAKES_A_TIMEOUT_FOR_SUCCESS, false, 1);
    casts.add(Cast.of("a put that is not answered", w, Faults.of(1), w.builder(0, BY_CITY, 5)));
    w = new BuildWorld(Fault.FORGETS_ITS_OWN_WRITES, false, 1);
    casts.add(
        Cast.of(
            "a late write of who builds", w, Faults.of(1), w.writerAndBuilder(0, 1, BY_CITY, 5)));
    w = new BuildWorld(Fault.REGISTERS_AFTER_READING, false, 1);
    casts.add(
        Cast.of(
            "a process that registers after it has read the catalog",
            w,
            none,
            w.latecomer(0, 1, 5),
            w.builder(1, BY_CITY, 5)));
    w = new BuildWorld(Fault.ASKS_NOBODY, false, 1);
    casts.add(
        Cast.of(
            "a registration that is removed and was not asked",
            w,
            none,
            w.writer(0, 1, SET_Y, 5, 1),
            w.builder(1, BY_CITY, 5)));
    return casts.stream();
  }

  /** What shows after more than 10,000 states. */
  static Stream<Cast> brokenDeep() {
    List<Cast> casts = new ArrayList<>();
    Faults none = Faults.of(0);
    BuildWorld w = new BuildWorld(Fault.PUTS_AS_OF_THE_BEGINNING, false, 1);
    casts.add(
        Cast.of(
            "an entry that is not put at its row's version",
            w,
            none,
            w.writer(0, 1, DELETE, 5, 1),
            w.writer(1, 1, SET_X, 6, 1),
            w.builder(2, BY_CITY, 5)));
    w = new BuildWorld(Fault.ENDS_WITH_ANOTHER_INDEX, false, 1);
    casts.add(
        Cast.of(
            "the end of a build of an index that is another by now",
            w,
            none,
            w.builder(0, BY_CITY, 5),
            w.rebuilder(1, BY_CITY, 5)));
    w = new BuildWorld(Fault.LOOKS_FOR_OTHERS_FIRST, false, 1);
    casts.add(
        Cast.of(
            "others that are looked for before the catalog is written",
            w,
            none,
            w.latecomer(0, 1, 5),
            w.builder(1, BY_CITY, 5)));
    w = new BuildWorld(Fault.TAKES_A_TIMEOUT_FOR_THE_END, false, 1);
    casts.add(
        Cast.of(
            "a registration that is taken away before an answer",
            w,
            Faults.of(1),
            w.looker(0, 1, 5),
            w.builder(1, BY_CITY, 5)));
    w = new BuildWorld(Fault.GOES_ON_UNREGISTERED, true, 1);
    casts.add(
        Cast.of(
            "a process whose registration was removed and that goes on",
            w,
            none,
            w.writer(0, 1, SET_Y, 5, 1),
            w.rebuilder(1, BY_CITY, 5)));
    return casts.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void noStepMayBeLeftOut(Cast cast) {
    cast.requireViolation();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokenDeep")
  @Tag("nightly")
  void noStepMayBeLeftOutThatShowsLate(Cast cast) {
    cast.requireViolation();
  }
}
