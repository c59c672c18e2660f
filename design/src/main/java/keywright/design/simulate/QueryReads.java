package keywright.design.simulate;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import keywright.cql.CqlException;
import keywright.cql.Marker;
import keywright.cql.QueryLoad;
import keywright.design.rows.KeyIndex;
import keywright.design.rows.PartitionToken;
import keywright.design.rows.RowSample;
import keywright.design.rows.Strategy;
import keywright.key.ByteRange;
import keywright.key.KeyException;
import keywright.key.KeyRange;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.key.Variant;
import keywright.table.DeclaredTable;
import keywright.table.model.AccessClass;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.SelectItem;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The reads of one query under one key, as ranges of ranks. The rank of a row is the position of
 * its key in key order. The values of the query's parameters are taken from rows that have already
 * arrived. Immutable.
 */
public final class QueryReads {
  private static final int MOST_RANGES = 1 << 14;
  private static final int MOST_SAMPLES = 1_024;
  private static final int FEWEST_SAMPLES = 64;
  private static final int PAGE_ROWS = 20;
  private static final Type VARIANT = Type.parse("variant");
  private static final Variant ANY_TEXT = Variant.of("a");

  /**
   * One run of the query: the number of rows after which its values have arrived, and the start and
   * stop of each range.
   */
  static final class Sample {
    private final int arrival;
    private final int[] bounds;

    private Sample(int arrival, int[] bounds) {
      this.arrival = arrival;
      this.bounds = bounds;
    }

    int arrival() {
      return arrival;
    }

    int ranges() {
      return bounds.length / 2;
    }

    int start(int range) {
      return bounds[2 * range];
    }

    int stop(int range) {
      return bounds[2 * range + 1];
    }
  }

  private final QueryLoad query;
  private final @Nullable Plan plan;
  private final boolean isFullScan;
  private final @Nullable String otherKey;
  private final List<Sample> samples;

  private QueryReads(
      QueryLoad query,
      @Nullable Plan plan,
      boolean isFullScan,
      @Nullable String otherKey,
      List<Sample> samples) {
    this.query = query;
    this.plan = plan;
    this.isFullScan = isFullScan;
    this.otherKey = otherKey;
    this.samples = samples;
  }

  /**
   * The reads of {@code query} if the key of {@code strategy} is an index of the table, or its
   * primary key next to the declared indexes. A query that another key serves reads nothing here.
   *
   * @param keys the keys of the rows; on a ring each after its token from {@code token}
   */
  static QueryReads of(
      QueryLoad query,
      Strategy strategy,
      @Nullable PartitionToken token,
      RowSample rows,
      KeyIndex keys,
      SplittableRandom random) {
    QueryReads elsewhere = elsewhere(query, strategy, token);
    if (elsewhere != null) {
      return elsewhere;
    }
    TableDefinition table = withoutOthers(query, strategy);
    Optional<Plan> plan = AccessPath.of(query, declared(table, token)).plan();
    String index = strategy.indexOf(query.table());
    if (plan.isEmpty()
        || !Objects.equals(plan.get().index().orElse(null), index)
        || !isInPartition(plan.get(), token)
        || isFullScan(query, plan.get())) {
      return new QueryReads(query, plan.orElse(null), true, null, List.of());
    }
    Sampler sampler = new Sampler(query, table, strategy.schema(), token, rows, keys, random);
    return new QueryReads(query, plan.get(), false, null, sampler.samples(plan.get().fanOut()));
  }

  /** The table with only the key of the strategy, or with only that index. */
  private static TableDefinition withoutOthers(QueryLoad query, Strategy strategy) {
    TableDefinition table = query.table();
    String index = strategy.indexOf(table);
    return index == null
        ? withKey(query, strategy).withIndexes(List.of())
        : table.withIndexes(List.of(table.index(index).orElseThrow()));
  }

  private static TableDefinition withKey(QueryLoad query, Strategy strategy) {
    return query
        .table()
        .withPrimaryKey(strategy.schema().parts())
        .withPartitionParts(strategy.partitionParts())
        .withFormat(strategy.schema().format());
  }

  /**
   * Whether a key serves the query in partitions, without a scan of all rows, if the table has the
   * key of {@code strategy} in place of its primary key or its index.
   */
  static boolean isServed(QueryLoad query, Strategy strategy) {
    TableDefinition table = withKey(query, strategy);
    List<IndexDefinition> others =
        table.indexes().stream().filter(index -> !index.name().equals(strategy.name())).toList();
    return AccessPath.of(query, DeclaredTable.inPartitions(table.withIndexes(others)))
        .plan()
        .filter(plan -> plan.accessClass() != AccessClass.FULL_SCAN)
        .isPresent();
  }

  /** The table as it is stored: in partitions if keys have tokens. */
  private static DeclaredTable declared(TableDefinition table, @Nullable PartitionToken token) {
    return token == null ? DeclaredTable.of(table) : DeclaredTable.inPartitions(table);
  }

  /** The reads of a query that another key than that of {@code strategy} serves; null otherwise. */
  private static @Nullable QueryReads elsewhere(
      QueryLoad query, Strategy strategy, @Nullable PartitionToken token) {
    String index = strategy.indexOf(query.table());
    TableDefinition table = index == null ? withKey(query, strategy) : query.table();
    Plan plan = AccessPath.of(query, declared(table, token)).plan().orElse(null);
    if (plan == null
        || plan.accessClass() == AccessClass.FULL_SCAN
        || Objects.equals(plan.index().orElse(null), index)) {
      return null;
    }
    String key = plan.index().map(name -> "index " + name).orElse("the primary key");
    return new QueryReads(query, plan, false, key, List.of());
  }

  /**
   * Whether a plan reads every row: not if it ends after the first rows, or reads a few of each
   * group.
   */
  static boolean isFullScan(QueryLoad query, Plan plan) {
    return plan.accessClass() == AccessClass.FULL_SCAN
        && limit(query, plan) == 0
        && !(plan.seeksGroups() && plan.residual().isEmpty());
  }

  /** Whether each range determines its partition. */
  private static boolean isInPartition(Plan plan, @Nullable PartitionToken token) {
    return token == null
        || plan.ranges().ranges().stream()
            .allMatch(range -> range.prefix().size() >= token.parts());
  }

  /** Draws values for the parameters and plans the query with them. */
  private record Sampler(
      QueryLoad query,
      TableDefinition table,
      KeySchema schema,
      @Nullable PartitionToken token,
      RowSample rows,
      KeyIndex keys,
      SplittableRandom random) {

    List<Sample> samples(long fanOut) {
      int wanted = (int) Math.max(FEWEST_SAMPLES, Math.min(MOST_SAMPLES, MOST_RANGES / fanOut));
      List<Sample> found = new ArrayList<>();
      for (int i = 0; i < 2 * wanted && found.size() < wanted; i++) {
        Sample sample = sample(rows.row(i), rows.row(random.nextInt(Integer.MAX_VALUE)));
        if (sample != null) {
          found.add(sample);
        }
      }
      found.sort(Comparator.comparingInt(Sample::arrival));
      return found;
    }

    private @Nullable Sample sample(RowSample.Row one, RowSample.Row other) {
      List<Marker> markers = query.markers();
      @Nullable Object[] values = new @Nullable Object[markers.size()];
      int arrival = one.arrival();
      for (int i = 0; i < values.length; i++) {
        Marker marker = markers.get(i);
        boolean isBetween = isBetween(marker, markers);
        values[i] = value(marker, one, isBetween ? other : one);
        if (values[i] == null) {
          return null;
        }
        arrival = isBetween ? Math.max(arrival, other.arrival()) : arrival;
      }
      try {
        Plan plan = declared(table, token).plan(query.query(values));
        return new Sample(arrival, bounds(plan));
      } catch (CqlException | TableException | KeyException e) {
        return null; // Values that do not go together, or too many ranges.
      }
    }

    /**
     * Whether the column of a parameter also has a bound on the other side, so that one value makes
     * no range.
     */
    private static boolean isBetween(Marker marker, List<Marker> markers) {
      return (marker.use() == Marker.Use.LOWER || marker.use() == Marker.Use.UPPER)
          && markers.stream()
              .anyMatch(
                  m ->
                      m.use() != marker.use()
                          && (m.use() == Marker.Use.LOWER || m.use() == Marker.Use.UPPER)
                          && String.valueOf(m.column()).equals(marker.column()));
    }

    private @Nullable Object value(Marker marker, RowSample.Row one, RowSample.Row other) {
      if (marker.use() == Marker.Use.COUNT) {
        return PAGE_ROWS;
      } else if (marker.use() == Marker.Use.MOMENT) {
        return Instant.EPOCH;
      }
      if (marker.type().equals(VARIANT) && !rows.has(marker.column())) {
        // A path of a document bounds no key, so any value reads the same rows.
        return switch (marker.use()) {
          case ONE_OF -> List.of(ANY_TEXT);
          case PATTERN -> "a%";
          default -> ANY_TEXT;
        };
      }
      Object value = rows.value(one, marker.column());
      boolean isOfEntry = value instanceof Map && marker.type().keyType() == null;
      if (marker.use() == Marker.Use.ELEMENT || isOfEntry) {
        return element(value, marker.use() == Marker.Use.KEY);
      }
      Object second = rows.value(other, marker.column());
      if (value == null || second == null) {
        return null;
      }
      boolean isOrdered = marker.type().compare(value, second) <= 0;
      return switch (marker.use()) {
        case LOWER -> isOrdered ? value : second;
        case UPPER -> isOrdered ? second : value;
        case ONE_OF -> List.of(value);
        case PATTERN -> beginning(value.toString()) + "%";
        default -> value;
      };
    }

    /** An element of a list, set or map, or a key of a map; null for none. */
    private @Nullable Object element(@Nullable Object value, boolean isKey) {
      Collection<?> elements =
          value instanceof Map<?, ?> map
              ? isKey ? map.keySet() : map.values()
              : value instanceof Collection<?> several ? several : List.of();
      return elements.isEmpty()
          ? null
          : elements.stream().skip(random.nextInt(elements.size())).findFirst().orElseThrow();
    }

    private static String beginning(String text) {
      String half =
          text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, text.length()) / 2));
      return half.replaceAll("[\\\\%_]", "\\\\$0");
    }

    private int[] bounds(Plan plan) {
      List<KeyRange> ranges = plan.ranges().ranges();
      int[] bounds = new int[2 * ranges.size()];
      for (int i = 0; i < ranges.size(); i++) {
        ByteRange bytes = schema.bytes(ranges.get(i));
        if (token != null) {
          bytes = token.before(ranges.get(i).prefix(), bytes);
        }
        byte[] stop = bytes.stop();
        bounds[2 * i] = keys.below(bytes.start());
        bounds[2 * i + 1] = stop == null ? keys.size() : keys.below(stop);
      }
      return bounds;
    }
  }

  QueryLoad query() {
    return query;
  }

  /** Whether the query reads every row, because the key cannot serve it in another way. */
  boolean isFullScan() {
    return isFullScan;
  }

  /** The other key that serves the query; null if it reads this key. */
  @Nullable String otherKey() {
    return otherKey;
  }

  /** The ranges that it scans, unless it goes through every row. */
  long ranges() {
    return plan == null ? 0 : plan.fanOut();
  }

  /**
   * The largest number of rows that an execution of the query reads of each range; 0 for all rows.
   */
  public int limit() {
    return plan == null ? 0 : limit(query, plan);
  }

  /**
   * Computes the largest number of rows that an execution of a query reads of each range; 0 for all
   * rows.
   */
  public static int limit(QueryLoad query, Plan plan) {
    if (!plan.residual().isEmpty() || plan.order() == Plan.Order.SORTED) {
      return 0;
    }
    Query sample = query.sampleQuery();
    if (isFirstInOrder(sample, plan)) {
      return 1;
    }
    boolean hasMarker =
        query.markers().stream().anyMatch(marker -> marker.use() == Marker.Use.COUNT);
    Integer limit = sample.limit();
    return limit == null || sample.combinesRows() ? 0 : hasMarker ? PAGE_ROWS : limit;
  }

  /** Whether the answer is a min or max, which is in the first row in the order of the key. */
  private static boolean isFirstInOrder(Query query, Plan plan) {
    return query.items().size() == 1
        && query.items().get(0) instanceof SelectItem.Extreme
        && !query.grouping().hasGroups()
        && plan.order() != Plan.Order.UNORDERED;
  }

  /** Whether ranges are read in reverse. */
  boolean isReversed() {
    return plan != null
        && Arrays.asList(Plan.Order.KEY_REVERSED, Plan.Order.MERGED_REVERSED)
            .contains(plan.order());
  }

  /** The runs whose values have arrived after {@code rows} rows. */
  List<Sample> samples(long rows) {
    int count = 0;
    while (count < samples.size() && samples.get(count).arrival() < rows) {
      count++;
    }
    return samples.subList(0, count);
  }
}
