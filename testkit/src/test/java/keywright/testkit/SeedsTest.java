package keywright.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class SeedsTest {
  @Test
  void theLineThatRepeatsATestNamesItThoughAnotherClassAsksForTheLine() {
    String line = "reproduce with: ./mvnw -pl testkit -am test -Dtest=SeedsTest -Dkeywright.seed=5";
    assertThat(Seeds.reproduction(5)).isEqualTo(line);
    assertThat(Optional.of(5L).map(Seeds::reproduction)).contains(line);
  }
}
