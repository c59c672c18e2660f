package keywright.design.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What follows from the number of rows, and what is given. */
class RegionOptionsTest {
  private static String of(int rows, int keys) {
    RegionSettings settings = RegionOptions.defaults().forRows(rows, keys);
    return "%d rows a region, %d a window, balanced every %d"
        .formatted(settings.regionRows(), settings.windowRows(), settings.balanceRows());
  }

  @Test
  void fourRegionsFillForEachServer() {
    assertThat(of(10_000, 10_000)).isEqualTo("312 rows a region, 64 a window, balanced every 312");
    assertThat(of(412, 412)).isEqualTo("12 rows a region, 8 a window, balanced every 12");
    assertThat(of(1_000_000, 1_000_000))
        .isEqualTo("31250 rows a region, 64 a window, balanced every 31250");
  }

  @Test
  void regionsAreOfKeysAndWindowsOfWrites() {
    assertThat(of(10_000, 640)).isEqualTo("20 rows a region, 64 a window, balanced every 312");
  }

  @Test
  void fewRowsHaveShortWindows() {
    assertThat(of(40, 40)).isEqualTo("4 rows a region, 5 a window, balanced every 1");
    assertThat(of(4, 4)).isEqualTo("4 rows a region, 2 a window, balanced every 1");
  }

  @Test
  void whatIsGivenStays() {
    RegionOptions given = new RegionOptions(100, 4, 30, 50, SplitPolicy.INCREASING, 9);
    assertThat(given.forRows(10_000, 10_000))
        .isEqualTo(new RegionSettings(100, 4, 30, 50, SplitPolicy.INCREASING, 9));
    RegionSettings regions = RegionOptions.defaults().withRegionRows(2_000).forRows(10_000, 10_000);
    assertThat(regions.windowRows()).isEqualTo(64);
    assertThat(regions.balanceRows()).isEqualTo(2_000);
  }
}
