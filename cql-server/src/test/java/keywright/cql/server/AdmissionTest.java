package keywright.cql.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which connections are closed when there are too many. */
class AdmissionTest {
  private final Set<Integer> busy = new HashSet<>();
  private final Admission<Integer> admission = new Admission<>(2, one -> !busy.contains(one));

  @Test
  void theOldestThatIsNotStartedMakesRoomForTheNewest() {
    for (int i = 1; i <= 8; i++) {
      assertThat(admission.arrive(i)).isNull();
    }
    assertThat(admission.arrive(9)).isEqualTo(1);
    busy.add(2);
    assertThat(admission.arrive(10)).isEqualTo(3);
    admission.leave(5);
    assertThat(admission.arrive(11)).isNull();
    assertThat(admission.arrive(12)).isEqualTo(4);
  }

  @Test
  void startedConnectionsHaveARoomOfTheirOwn() {
    for (int i = 1; i <= 8; i++) {
      assertThat(admission.arrive(i)).isNull();
    }
    assertThat(admission.start(1)).isTrue();
    assertThat(admission.start(2)).isTrue();
    assertThat(admission.start(3)).isFalse();
    for (int i = 9; i <= 100; i++) {
      assertThat(admission.arrive(i)).isNotIn(1, 2);
    }
    admission.leave(1);
    // A login can end after its client has gone: it must not keep the room for ever.
    admission.leave(98);
    assertThat(admission.start(98)).isFalse();
    assertThat(admission.start(100)).isTrue();
    assertThat(admission.start(99)).isFalse();
  }

  @Test
  void theNewestIsClosedIfAllOthersAreBusy() {
    for (int i = 1; i <= 8; i++) {
      busy.add(i);
      assertThat(admission.arrive(i)).isNull();
    }
    assertThat(admission.arrive(9)).isEqualTo(9);
    admission.leave(9);
    busy.remove(7);
    assertThat(admission.arrive(10)).isEqualTo(7);
  }
}
