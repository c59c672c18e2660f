package keywright.cli.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import keywright.key.ByteRange;
import keywright.store.Region;
import org.junit.jupiter.api.Test;

class RegionRatesTest {
  private static Region region(String id, long reads, long writes) {
    return new Region(id, ByteRange.all(), "s:1", 0, reads, writes);
  }

  @Test
  void ratesAreDifferencesById() {
    RegionRates rates =
        RegionRates.between(
            List.of(region("a", 10, 100), region("b", 5, 50)),
            List.of(region("b", 6, 80), region("a", 30, 100)));
    assertThat(rates.reads(0)).isEqualTo(1);
    assertThat(rates.writes(0)).isEqualTo(30);
    assertThat(rates.reads(1)).isEqualTo(20);
    assertThat(rates.writes(1)).isZero();
    assertThat(rates.writeShare(0)).isEqualTo(1);
  }

  @Test
  void aRegionThatWasOpenedSinceCountsFromThen() {
    RegionRates rates =
        RegionRates.between(
            List.of(region("whole", 10, 1_000), region("moved", 50, 70)),
            List.of(region("lower", 0, 5), region("upper", 0, 20), region("moved", 3, 4)));
    assertThat(rates.writes(0)).isEqualTo(5);
    assertThat(rates.writes(1)).isEqualTo(20);
    assertThat(rates.reads(2)).isEqualTo(3);
    assertThat(rates.writes(2)).isEqualTo(4);
  }

  @Test
  void aRegionStandsOutByItsShareOfTheWrites() {
    RegionRates four =
        RegionRates.sinceOpened(
            List.of(region("a", 0, 49), region("b", 0, 51), region("c", 9, 0), region("d", 0, 0)));
    assertThat(four.isHot(0)).isFalse();
    assertThat(four.isHot(1)).isTrue();
    assertThat(four.timesEven(1)).isCloseTo(2.04, org.assertj.core.data.Offset.offset(1e-9));
    assertThat(four.isHot(2)).isFalse();
    RegionRates two = RegionRates.sinceOpened(List.of(region("a", 0, 890), region("b", 0, 110)));
    assertThat(two.isHot(0)).isFalse();
    RegionRates hot = RegionRates.sinceOpened(List.of(region("a", 0, 900), region("b", 0, 100)));
    assertThat(hot.isHot(0)).isTrue();
    RegionRates few = RegionRates.sinceOpened(List.of(region("a", 0, 99), region("b", 0, 0)));
    assertThat(few.isHot(0)).isFalse();
    assertThat(RegionRates.sinceOpened(List.of(region("a", 0, 999))).isHot(0)).isFalse();
    assertThat(RegionRates.sinceOpened(List.of(region("a", 0, 0))).writeShare(0)).isZero();
  }
}
