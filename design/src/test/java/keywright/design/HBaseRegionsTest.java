package keywright.design;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import keywright.design.cluster.RegionSettings;
import keywright.design.cluster.Regions;
import keywright.design.cluster.SplitPolicy;
import keywright.design.rows.KeyArena;
import keywright.key.KeySchema;
import keywright.server.hbase.HBaseServer;
import keywright.testkit.Seeds;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.master.RegionState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The model of regions against those of a real HBase whose regions hold 200 rows of a kilobyte.
 *
 * <p>HBase looks at sizes when it has flushed, so rows come 100 at a time and are flushed. It
 * splits at the middle of the largest file; where files are compacted first, that is the median
 * row.
 */
@Tag("large")
final class HBaseRegionsTest {
  private static final int FLUSH_ROWS = 100;
  private static final int REGION_ROWS = 200;
  private static final int ROWS = 1_000;
  private static final int VALUE_BYTES = 1_000;
  private static final byte[] FAMILY = {'d'};

  private static final List<String> KEYS = List.of("id", "left(md5(id), 8), id", "bucket(4), id");

  /** One key, its rows in order of arrival, and its table in HBase. */
  private static final class Written {
    final KeySchema schema;
    final KeyArena keys = new KeyArena();
    final TableName table;
    final Regions model;
    final int[] ranks;

    Written(String key) {
      schema = KeySchema.parse("id bigint", key);
      IntStream.range(0, ROWS).forEach(id -> keys.add(schema.encode(schema.key((long) id))));
      ranks = keys.ranks();
      table = TableName.valueOf("regions_" + Integer.toHexString(key.hashCode()));
      // The flush that brings the last of so many rows splits.
      RegionSettings settings =
          new RegionSettings(REGION_ROWS - 1, 2, FLUSH_ROWS, ROWS, SplitPolicy.CONSTANT, 1);
      model = new Regions(settings, ROWS);
      for (int rank : ranks) {
        int unused = model.write(rank);
      }
    }

    /** The ranks at which HBase's regions start, the first apart. */
    List<Integer> starts(Admin admin) throws IOException {
      List<Integer> starts = new ArrayList<>();
      for (RegionInfo region : admin.getRegions(table)) {
        if (region.getStartKey().length > 0) {
          starts.add(rank(region.getStartKey()));
        }
      }
      return starts.stream().sorted().toList();
    }

    /** How many row keys are below {@code start}. */
    private int rank(byte[] start) {
      return (int) IntStream.range(0, ROWS).filter(row -> keys.compare(row, start) < 0).count();
    }
  }

  @Test
  void regionsAreThoseOfHBase() throws Exception {
    List<Written> all = KEYS.stream().map(Written::new).toList();
    Configuration settings = HBaseConfiguration.create();
    settings.set("hbase.zookeeper.quorum", HBaseServer.shared().quorum());
    try (Connection connection = ConnectionFactory.createConnection(settings);
        Admin admin = connection.getAdmin()) {
      for (Written written : all) {
        create(admin, written.table);
      }
      SplittableRandom random = new SplittableRandom(Seeds.base());
      for (int from = 0; from < ROWS; from += FLUSH_ROWS) {
        for (Written written : all) {
          write(connection, written, from, random);
        }
        settle(admin, all);
      }
      for (Written written : all) {
        assertAlike(written, admin);
      }
    }
  }

  private static void create(Admin admin, TableName table) throws IOException {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setBlocksize(4 << 10).build())
            .setRegionSplitPolicyClassName(
                "org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy")
            // A little less than so many rows take, with the index of their blocks.
            .setMaxFileSize((long) (REGION_ROWS - 5) * (VALUE_BYTES + 40))
            // Each region's size is the declared one and some chance, an eighth either way.
            .setValue("hbase.hregion.max.filesize.jitter", "0")
            // Regions below two megabytes are taken for a mistake.
            .setValue("hbase.table.sanity.checks", "false")
            .build());
  }

  private static void write(
      Connection connection, Written written, int from, SplittableRandom random)
      throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int row = from; row < from + FLUSH_ROWS; row++) {
      byte[] value = new byte[VALUE_BYTES];
      random.nextBytes(value);
      puts.add(new Put(written.keys.key(row)).addColumn(FAMILY, "v".getBytes(UTF_8), value));
    }
    try (Table table = connection.getTable(written.table)) {
      table.put(puts);
    }
  }

  /**
   * Flushes region by region. {@link Admin#flush} waits for a procedure of the master, which never
   * ends if the server has flushed a region before the master expects it.
   */
  private static void flush(Admin admin, TableName table) throws IOException {
    for (RegionInfo region : admin.getRegions(table)) {
      try {
        admin.flushRegion(region.getRegionName());
      } catch (NotServingRegionException e) {
        assertThat(admin.getRegions(table)).as("after a split").doesNotContain(region);
      }
    }
  }

  /** Flushes and compacts, and waits until nothing moves. */
  private static void settle(Admin admin, List<Written> all) throws Exception {
    for (Written written : all) {
      flush(admin, written.table);
      admin.majorCompact(written.table);
    }
    for (int quiet = 0; quiet < 4; ) {
      Thread.sleep(60);
      quiet = moves(admin, all) ? 0 : quiet + 1;
    }
  }

  /** Whether a region of these tables is opened, closed or compacted. */
  private static boolean moves(Admin admin, List<Written> all) throws IOException {
    Set<TableName> tables = all.stream().map(each -> each.table).collect(Collectors.toSet());
    for (RegionState region : admin.getClusterMetrics().getRegionStatesInTransition()) {
      if (tables.contains(region.getRegion().getTable())) {
        return true;
      }
    }
    for (ServerName server : admin.getRegionServers()) {
      for (TableName table : tables) {
        for (RegionMetrics region : admin.getRegionMetrics(server, table)) {
          if (region.getCompactionState() != CompactionState.NONE) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Each split of one is near a split of the other, by the share of all rows that lie between. */
  private static void assertAlike(Written written, Admin admin) throws IOException {
    List<Integer> found = written.starts(admin);
    List<Integer> expected = IntStream.of(written.model.boundaries()).boxed().toList();
    String what =
        "%s: HBase splits at %s, the model at %s"
            .formatted(written.schema.parts(), found, expected);
    assertThat(expected).as(what).isNotEmpty();
    assertThat(found.size() + 1)
        .as(what)
        .isBetween((int) (0.8 * written.model.count()), (int) (1.2 * written.model.count()));
    assertThat(found).as(what).allMatch(rank -> distance(rank, expected) <= ROWS / 20);
    assertThat(expected).as(what).allMatch(rank -> distance(rank, found) <= ROWS / 20);
  }

  private static int distance(int rank, List<Integer> others) {
    return others.stream().mapToInt(other -> Math.abs(other - rank)).min().orElse(ROWS);
  }
}
