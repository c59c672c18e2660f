package keywright.design.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import keywright.design.cluster.Balancer;
import keywright.design.cluster.Model;
import keywright.design.cluster.RegionOptions;
import keywright.design.cluster.RegionSettings;
import keywright.design.cluster.Regions;
import keywright.design.cluster.RegionsTest;
import keywright.design.cluster.SplitPolicy;
import keywright.design.rows.Bands;
import keywright.design.rows.GeneratedRows;
import keywright.design.rows.KeyValue;
import keywright.design.rows.KeyValues;
import keywright.design.rows.Strategy;
import keywright.key.Column;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import org.junit.jupiter.api.Test;

final class KeySpaceMapTest {
  private static final List<Column> COLUMNS =
      Column.parseList("id bigint, at timestamp, note text NULL");

  @Test
  void cellsCountTheRowsOfTheirWindowsAndBands() {
    Property.check(
        "cells of a map",
        300,
        Gens.longs(),
        seed -> {
          RegionsTest.Run run = RegionsTest.Run.of(seed);
          MapRecorder recorder = recorder(run);
          Replay replay =
              Replay.of(
                  run.settings,
                  run.ranks,
                  new Regions(run.settings, run.distinct),
                  ReadLoad.none(run.settings),
                  recorder);
          KeySpaceMap map = map(recorder, replay);
          int windows = run.ranks.length / run.settings.windowRows();
          int columnWindows = (windows + 199) / 200;
          int columns = (windows + columnWindows - 1) / columnWindows;
          int bands = Math.min(160, run.distinct);
          double[][] expected = new double[columns][bands];
          for (int i = 0; i < windows * run.settings.windowRows(); i++) {
            int column = i / run.settings.windowRows() / columnWindows;
            expected[column][(int) Math.floor(run.ranks[i] * (double) bands / run.distinct)]++;
          }
          assertThat(map.writes().columns()).isEqualTo(columns);
          assertThat(map.writes().bands()).isEqualTo(bands);
          for (int column = 0; column < columns; column++) {
            double sum = 0;
            for (int band = 0; band < bands; band++) {
              assertThat(map.writes().at(column, band)).isEqualTo(expected[column][band]);
              sum += map.writes().share(column, column + 1, band, band + 1);
            }
            assertThat(sum).isCloseTo(1, within(1e-9));
          }
          assertThat(map.reads()).isEmpty();
        });
  }

  @Test
  void boundariesAreThoseOfTheRegionsFromTheColumnOfTheirSplitOn() {
    Property.check(
        "boundaries of a map",
        300,
        Gens.longs(),
        seed -> {
          RegionsTest.Run run = RegionsTest.Run.of(seed);
          MapRecorder recorder = recorder(run);
          KeySpaceMap map =
              map(
                  recorder,
                  Replay.of(
                      run.settings,
                      run.ranks,
                      new Regions(run.settings, run.distinct),
                      ReadLoad.none(run.settings),
                      recorder));
          Regions regions = new Regions(run.settings, run.distinct);
          int row = 0;
          for (int column = 0; column < map.writes().columns(); column++) {
            for (double left = map.writes().total(column); left > 0; left--) {
              if (row > 0 && row % run.settings.balanceRows() == 0) {
                regions.balance();
              }
              regions.write(run.ranks[row++]);
            }
            List<Double> expected = new ArrayList<>();
            for (int place = 1; place < regions.count(); place++) {
              expected.add((double) regions.start(place) / run.distinct);
            }
            int now = column;
            assertThat(
                    map.boundaries().stream()
                        .filter(boundary -> boundary.column() <= now)
                        .map(KeySpaceMap.Boundary::place))
                .containsExactlyElementsOf(expected);
            assertThat(map.regions(column)).isEqualTo(regions.count());
            assertThat(map.firstRow(column) + (long) map.writes().total(column)).isEqualTo(row);
          }
        });
  }

  private static MapRecorder recorder(RegionsTest.Run run) {
    return new MapRecorder(Bands.of(run.distinct), run.ranks.length, run.settings.windowRows());
  }

  private static KeySpaceMap map(MapRecorder recorder, Replay replay) {
    return new KeySpaceMap(recorder, recorder.byColumn(replay.windows()), List.of());
  }

  @Test
  void aColumnHasTheMeansOfItsWindows() {
    MapRecorder recorder = new MapRecorder(Bands.of(1_000), 4_010, 10);
    List<Load> loads = new ArrayList<>();
    for (int window = 0; window < 401; window++) {
      loads.add(new Load(window / 401.0, window, 1));
      recorder.endWindow();
    }
    assertThat(recorder.columnWindows()).isEqualTo(3);
    List<Load> means = recorder.byColumn(loads);
    assertThat(means).hasSize(134);
    assertThat(means.get(1).effectiveServers()).isEqualTo(4);
    assertThat(means.get(133).effectiveServers()).isEqualTo(399.5);
  }

  @Test
  void readsAreSharedByTheRanksTheyReach() {
    MapRecorder recorder = new MapRecorder(Bands.of(320), 20, 10);
    recorder.endWindow();
    recorder.read(1, 5, 8);
    recorder.read(319, 319, 3);
    recorder.endWindow();
    Heat reads = new KeySpaceMap(recorder, List.of(), List.of()).reads().orElseThrow();
    assertThat(reads.total(0)).isZero();
    assertThat(reads.share(0, 1, 0, 160)).isZero();
    assertThat(reads.at(1, 0)).isCloseTo(2, within(1e-9));
    assertThat(reads.at(1, 1)).isCloseTo(4, within(1e-9));
    assertThat(reads.at(1, 2)).isCloseTo(2, within(1e-9));
    assertThat(reads.at(1, 159)).isEqualTo(3);
    assertThat(reads.total(1)).isCloseTo(11, within(1e-9));
    assertThat(reads.share(0, 2, 0, 3)).isCloseTo(8 / 11.0, within(1e-9));
  }

  @Test
  void splitsByLoadAndSplitsBeforeTheFirstRowAreToldToo() {
    RegionSettings settings = new RegionSettings(9_000, 4, 50, 100, SplitPolicy.CONSTANT, 1);
    GeneratedRows rows = rows(2_000, Map.of("id", "sequence", "note", "uniform(9)"));
    for (Model model :
        List.of(
            new Model.LoadSplits(20, Balancer.COUNT), new Model.SizeSplits(Balancer.COUNT, 4))) {
      Simulation found =
          Simulation.of(
              strategy("mod(id, 8), id"), rows, Workload.NONE, RegionOptions.of(settings), model);
      assertThat(found.regions()).as("%s", model).isGreaterThan(3);
      assertThat(found.map().regions(39)).as("%s", model).isEqualTo(found.regions());
      assertThat(found.map().boundaries()).as("%s", model).hasSize(found.regions() - 1);
    }
  }

  @Test
  void aMapIsBoundedWhateverTheNumberOfRows() {
    RegionSettings settings = new RegionSettings(40, 8, 100, 500, SplitPolicy.CONSTANT, 1);
    Simulation found =
        Simulation.of(
            strategy("id"), rows(100_033, Map.of("id", "sequence")), RegionOptions.of(settings));
    KeySpaceMap map = found.map();
    assertThat(found.regions()).isGreaterThan(4_000);
    assertThat(map.regions(199)).isCloseTo(found.regions(), within(2));
    assertThat(map.writes().columns()).isEqualTo(200);
    assertThat(map.writes().bands()).isEqualTo(160);
    assertThat(map.boundaries()).hasSizeBetween(600, 640);
    assertThat(map.load(150).effectiveServers()).isCloseTo(1, within(1e-6));
    assertThat(map.key(0)).containsExactly(new KeyValue("id", "1"));
    assertThat(map.key(80)).containsExactly(new KeyValue("id", "50018"));
    assertThat(map.key(160)).containsExactly(new KeyValue("id", "100033"));
  }

  @Test
  void aKeySaysTheColumnsItCameFrom() {
    Map<String, String> generators = Map.of("id", "sequence", "at", "clock", "note", "zipf(1)");
    GeneratedRows rows = rows(4, generators);
    assertThat(firstKey("reverse(lpad(id, 9))", rows)).containsExactly("id = 1");
    assertThat(firstKey("at DESC, 9999 - id", rows))
        .containsExactly("at = 2024-01-01T00:00:04.000Z", "id = 4");
    assertThat(firstKey("bucket(1), at, id", rows))
        .containsExactly("bucket(1) = 0", "at = 2024-01-01T00:00:01.000Z", "id = 1");
    assertThat(firstKey("left(md5(id), 4), id", rows))
        .containsExactly("left(md5(id), 4) = a87f", "id = 4");
    assertThat(firstKey("mod(id, 2), reverse(lpad(id, 9))", rows))
        .containsExactly("mod(id, 2) = 0", "id = 2");
    assertThat(firstKey("date_format(at, 'yyyy')", rows))
        .containsExactly("date_format(at, 'yyyy') = 2024");
    assertThat(firstKey("note, id", rows(4, Map.of("id", "sequence", "note", "zipf(1)"))))
        .containsExactly("note = 1", "id = 1");
  }

  @Test
  void nullsAndLongValuesAreShownAsFarAsPeopleRead() {
    KeySchema schema = KeySchema.of(COLUMNS, KeyPart.parseList("note, id"), KeyFormat.kw1());
    assertThat(new KeyValues(schema).of(schema.rowKey(7, null, null)))
        .containsExactly(new KeyValue("note", "NULL"), new KeyValue("id", "7"));
    String note = "x".repeat(58) + "\uD83D\uDD11" + "y".repeat(50);
    assertThat(new KeyValues(schema).of(schema.rowKey(7, null, note)).get(0).text())
        .isEqualTo("x".repeat(58) + "…");
    assertThat(new KeyValues(schema).of(schema.rowKey(7, null, "x".repeat(60))).get(0).text())
        .isEqualTo("x".repeat(60));
    assertThat(new KeyValues(schema).of(new byte[] {(byte) 0xfe, 1}))
        .containsExactly(new KeyValue("row key", "fe01"));
  }

  private static List<String> firstKey(String key, GeneratedRows rows) {
    RegionSettings settings = new RegionSettings(40, 2, 2, 2, SplitPolicy.CONSTANT, 1);
    return Simulation.of(strategy(key), rows, RegionOptions.of(settings)).map().key(0).stream()
        .map(value -> value.name() + " = " + value.text())
        .toList();
  }

  private static Strategy strategy(String key) {
    return new Strategy(key, KeySchema.of(COLUMNS, KeyPart.parseList(key), KeyFormat.kw1()));
  }

  private static GeneratedRows rows(int count, Map<String, String> generators) {
    return new GeneratedRows(COLUMNS, generators, count, 7);
  }
}
