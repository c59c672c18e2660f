package keywright.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import keywright.key.KeyRange;
import keywright.key.KeySpan;
import keywright.store.RowHead;
import keywright.store.TableLayout;
import org.jspecify.annotations.Nullable;

/** A table and its statements, each prepared when it is first needed. Thread-safe. */
final class CassandraTable {
  static final ConsistencyLevel READS = DefaultConsistencyLevel.QUORUM;
  static final ConsistencyLevel WRITES = DefaultConsistencyLevel.QUORUM;
  static final ConsistencyLevel CONDITIONS = DefaultConsistencyLevel.SERIAL;

  /** In place of a value: the column stays as it is. */
  static final ByteBuffer UNSET = ByteBuffer.allocate(0);

  private static final String CONDITION =
      " IF %s = ? AND %s = ?".formatted(StampedColumns.VERSION, StampedColumns.NONCE);

  private final CassandraClient client;
  private final TableForm form;
  private final String name;
  private final Map<String, PreparedStatement> statements = new ConcurrentHashMap<>();
  private final Map<Shape, String> texts = new ConcurrentHashMap<>();
  private volatile @Nullable Slices lastSlices;

  CassandraTable(CassandraClient client, TableLayout layout) {
    this.client = client;
    this.form = new TableForm(layout);
    this.name = form.name(client.location().keyspace());
  }

  TableForm form() {
    return form;
  }

  TableLayout layout() {
    return form.layout();
  }

  private enum Verb {
    GET,
    SLICE,
    REST,
    WALK,
    UPDATE,
    DELETE,
    TIMED_PUT,
    TIMED_DELETE,
    PLAIN_INSERT,
    PLAIN_UPDATE
  }

  /**
   * What the text of a statement depends on.
   *
   * @param read what it reads; null for a write
   * @param equal the clustering columns that it has fixed
   * @param edges the bounds on the next one, and the direction
   */
  private record Shape(Verb verb, @Nullable Reading read, int equal, int edges) {
    static Shape of(Verb verb) {
      return new Shape(verb, null, 0, 0);
    }

    static Shape of(Verb verb, Reading read) {
      return new Shape(verb, read, 0, 0);
    }

    static Shape of(Verb verb, Reading read, Slice slice, boolean reverse) {
      int edges = 6 * edge(slice.from()) + 2 * edge(slice.to()) + (reverse ? 1 : 0);
      return new Shape(verb, read, slice.equal().size(), edges);
    }

    private static int edge(Slice.@Nullable Edge edge) {
      return edge == null ? 0 : edge.inclusive() ? 1 : 2;
    }
  }

  /** The text of statements of a shape, made once. */
  private String text(Shape shape, Supplier<String> text) {
    String known = texts.get(shape);
    if (known == null) {
      known = text.get();
      texts.put(shape, known);
    }
    return known;
  }

  @SuppressWarnings("ReferenceEquality") // No other buffer is the mark.
  private BoundStatementBuilder bind(
      String what, String cql, List<? extends @Nullable ByteBuffer> values) {
    PreparedStatement known = statements.get(cql);
    if (known == null) {
      known = client.prepare(what, layout().name(), cql);
      statements.put(cql, known);
    }
    BoundStatementBuilder statement = known.boundStatementBuilder();
    for (int index = 0; index < values.size(); index++) {
      ByteBuffer value = values.get(index);
      if (value != UNSET) {
        statement = statement.setBytesUnsafe(index, value);
      }
    }
    return statement;
  }

  private static String equal(List<TableForm.KeyColumn> columns) {
    return columns.stream()
        .map(column -> TableName.quoted(column.name()) + " = ?")
        .collect(Collectors.joining(" AND "));
  }

  private BoundStatementBuilder read(String cql, List<ByteBuffer> values) {
    return bind("read", cql, values).setConsistencyLevel(READS).setIdempotence(true);
  }

  /**
   * Reads one row.
   *
   * @param settled whether conditional writes that are under way are finished or excluded first
   */
  BoundStatement get(Reading read, List<ByteBuffer> key, boolean settled) {
    String cql =
        text(
            Shape.of(Verb.GET, read),
            () ->
                "SELECT %s FROM %s WHERE %s"
                    .formatted(form.selection(read), name, equal(form.keyColumns())));
    return read(cql, key).setConsistencyLevel(settled ? CONDITIONS : READS).build();
  }

  /**
   * Reads a slice of any partition.
   *
   * @param values of its clustering columns
   */
  private record SliceText(String cql, List<ByteBuffer> values) {}

  /** What reads a range of any partition: the ranges of a fan-out differ in their partition. */
  private record Slices(KeyRange range, Reading read, boolean reverse, List<SliceText> texts) {}

  private boolean isFor(Slices made, KeyRange range, Reading read, boolean reverse) {
    KeyRange other = made.range;
    int parts = form.partitionParts();
    List<@Nullable Object> fixed = range.prefix().subList(parts, range.prefix().size());
    return made.reverse == reverse
        && other.notNull() == range.notNull()
        && Objects.equals(other.lower(), range.lower())
        && Objects.equals(other.upper(), range.upper())
        && Objects.equals(other.startsWith(), range.startsWith())
        && other.prefix().subList(parts, other.prefix().size()).equals(fixed)
        && made.read.equals(read)
        // What is compared with bytes of row keys is cut out of one.
        && (!form.hasTail() || (fixed.isEmpty() && !range.restrictsNext()));
  }

  /**
   * Reads the slices of a span of a partition, in their order, without the columns of the
   * partition.
   */
  List<Supplier<BoundStatementBuilder>> slices(
      Reading read, TableForm.Partition partition, KeySpan span, boolean reverse) {
    Slices last = lastSlices;
    List<SliceText> texts;
    if (last != null && span.isWhole() && isFor(last, span.range(), read, reverse)) {
      texts = last.texts;
    } else {
      texts = texts(read, partition, span, reverse);
      lastSlices = span.isWhole() ? new Slices(span.range(), read, reverse, texts) : last;
    }
    List<Supplier<BoundStatementBuilder>> statements = new ArrayList<>(texts.size());
    for (SliceText each : texts) {
      statements.add(() -> read(each.cql, joined(partition.values(), each.values)));
    }
    return statements;
  }

  private List<SliceText> texts(
      Reading read, TableForm.Partition partition, KeySpan span, boolean reverse) {
    List<SliceText> texts = new ArrayList<>();
    for (Slice slice : Slice.of(form, span)) {
      String cql =
          text(
              Shape.of(Verb.SLICE, read, slice, reverse),
              () -> sliceText(form.selection(read, partition), slice, reverse));
      texts.add(reverse ? 0 : texts.size(), new SliceText(cql, clusteringValues(slice)));
    }
    return texts;
  }

  /** Reads a slice of a partition before others, with the columns of the partition. */
  BoundStatementBuilder rest(Reading read, List<ByteBuffer> partition, Slice slice) {
    String cql =
        text(
            Shape.of(Verb.REST, read, slice, false),
            () -> sliceText(form.selection(read, null), slice, false));
    return read(cql, joined(partition, clusteringValues(slice)));
  }

  private static List<ByteBuffer> joined(List<ByteBuffer> partition, List<ByteBuffer> clustering) {
    List<ByteBuffer> values = new ArrayList<>(partition.size() + clustering.size());
    values.addAll(partition);
    values.addAll(clustering);
    return values;
  }

  /** The values that the clustering columns are compared with. */
  private List<ByteBuffer> clusteringValues(Slice slice) {
    List<ByteBuffer> values = new ArrayList<>();
    for (int index = 0; index < slice.equal().size(); index++) {
      values.add(form.clusteringValue(index, slice.equal().get(index)));
    }
    for (Slice.Edge edge : slice.edges()) {
      values.add(form.clusteringValue(slice.equal().size(), edge.value()));
    }
    return values;
  }

  private String sliceText(String selection, Slice slice, boolean reverse) {
    List<String> conditions = new ArrayList<>();
    int fixed = slice.equal().size();
    List<TableForm.KeyColumn> equal = new ArrayList<>(form.partition());
    equal.addAll(form.clustering().subList(0, fixed));
    conditions.add(equal(equal));
    if (!slice.edges().isEmpty()) {
      TableForm.KeyColumn column = form.clustering().get(fixed);
      bound(column, slice.from(), column.descending() ? '<' : '>', conditions);
      bound(column, slice.to(), column.descending() ? '>' : '<', conditions);
    }
    String order = reverse && !form.clustering().isEmpty() ? " ORDER BY " + form.order(true) : "";
    return "SELECT %s FROM %s WHERE %s%s"
        .formatted(selection, name, String.join(" AND ", conditions), order);
  }

  private static void bound(
      TableForm.KeyColumn column,
      Slice.@Nullable Edge edge,
      char comparison,
      List<String> conditions) {
    if (edge != null) {
      String equal = edge.inclusive() ? "=" : "";
      conditions.add(TableName.quoted(column.name()) + " " + comparison + equal + " ?");
    }
  }

  /** Reads the partitions of these tokens. */
  BoundStatementBuilder walk(Reading read, Tokens tokens) {
    String token = "token(" + form.partitionNames() + ")";
    String cql =
        text(
            Shape.of(Verb.WALK, read),
            () ->
                "SELECT %s FROM %s WHERE %s >= ? AND %s <= ?"
                    .formatted(form.selection(read, null), name, token, token));
    return read(cql, List.of(number(tokens.first()), number(tokens.last())));
  }

  /**
   * Changes one row on the condition that it is as it was read.
   *
   * @param before its head then; null for no row
   */
  BoundStatement update(Assignments assignments, List<ByteBuffer> key, @Nullable RowHead before) {
    String cql =
        text(
            Shape.of(Verb.UPDATE),
            () ->
                "UPDATE %s SET %s WHERE %s%s"
                    .formatted(name, assignments(), equal(form.keyColumns()), CONDITION));
    List<@Nullable ByteBuffer> values =
        new ArrayList<>(assignments.values().size() + key.size() + 2);
    values.addAll(assignments.values());
    values.addAll(key);
    return conditional(cql, values, before);
  }

  /** Removes one row on that condition. */
  BoundStatement delete(List<ByteBuffer> key, RowHead before) {
    String cql =
        text(
            Shape.of(Verb.DELETE),
            () -> "DELETE FROM %s WHERE %s%s".formatted(name, equal(form.keyColumns()), CONDITION));
    return conditional(cql, new ArrayList<>(key), before);
  }

  private BoundStatement conditional(
      String cql, List<@Nullable ByteBuffer> values, @Nullable RowHead before) {
    values.add(before == null ? null : number(before.version()));
    values.add(before == null || before.nonce() == 0 ? null : number(before.nonce()));
    return bind("write to", cql, values)
        .setConsistencyLevel(WRITES)
        .setSerialConsistencyLevel(CONDITIONS)
        .setExecutionProfileName(DriverSettings.CONDITIONS)
        .setIdempotence(false)
        .build();
  }

  /** Sets columns of a row at a timestamp. */
  BoundStatement timedPut(long timestamp, Assignments assignments, List<ByteBuffer> key) {
    String cql =
        text(
            Shape.of(Verb.TIMED_PUT),
            () ->
                "UPDATE %s USING TIMESTAMP ? SET %s WHERE %s"
                    .formatted(name, assignments(), equal(form.keyColumns())));
    List<@Nullable ByteBuffer> values = new ArrayList<>();
    values.add(number(timestamp));
    values.addAll(assignments.values());
    values.addAll(key);
    return timed(cql, values);
  }

  /** Removes a row at a timestamp. */
  BoundStatement timedDelete(long timestamp, List<ByteBuffer> key) {
    String cql =
        text(
            Shape.of(Verb.TIMED_DELETE),
            () ->
                "DELETE FROM %s USING TIMESTAMP ? WHERE %s"
                    .formatted(name, equal(form.keyColumns())));
    List<@Nullable ByteBuffer> values = new ArrayList<>();
    values.add(number(timestamp));
    values.addAll(key);
    return timed(cql, values);
  }

  private BoundStatement timed(String cql, List<@Nullable ByteBuffer> values) {
    return bind("write to", cql, values).setConsistencyLevel(WRITES).setIdempotence(true).build();
  }

  /**
   * Sets columns of a row, without a condition.
   *
   * @param ttl how long they live; {@link #UNSET} for what the table says
   * @param values those of the form, {@link #UNSET} for columns that stay as they are
   */
  BoundStatement plainPut(
      boolean makesRow,
      long timestamp,
      ByteBuffer ttl,
      List<ByteBuffer> key,
      List<@Nullable ByteBuffer> values) {
    List<@Nullable ByteBuffer> bound = new ArrayList<>();
    if (makesRow) {
      bound.addAll(key);
      bound.addAll(values);
      bound.add(number(timestamp));
      bound.add(ttl);
      return timed(text(Shape.of(Verb.PLAIN_INSERT), this::plainInsert), bound);
    }
    bound.add(number(timestamp));
    bound.add(ttl);
    bound.addAll(values);
    bound.addAll(key);
    return timed(text(Shape.of(Verb.PLAIN_UPDATE), this::plainUpdate), bound);
  }

  private String plainInsert() {
    List<String> names = new ArrayList<>();
    form.keyColumns().forEach(column -> names.add(TableName.quoted(column.name())));
    form.values().forEach(column -> names.add(TableName.quoted(column.name())));
    return "INSERT INTO %s (%s) VALUES (%s) USING TIMESTAMP ? AND TTL ?"
        .formatted(
            name,
            String.join(", ", names),
            String.join(", ", Collections.nCopies(names.size(), "?")));
  }

  private String plainUpdate() {
    String set =
        form.values().stream()
            .map(column -> TableName.quoted(column.name()) + " = ?")
            .collect(Collectors.joining(", "));
    return "UPDATE %s USING TIMESTAMP ? AND TTL ? SET %s WHERE %s"
        .formatted(name, set, equal(form.keyColumns()));
  }

  static ByteBuffer number(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(0, number);
  }

  private String assignments() {
    List<String> set = new ArrayList<>();
    for (String column :
        List.of(StampedColumns.VERSION, StampedColumns.NONCE, StampedColumns.REST)) {
      set.add(column + " = ?");
    }
    for (TableForm.ValueColumn column : form.values()) {
      set.add(TableName.quoted(column.name()) + " = ?");
    }
    return String.join(", ", set);
  }
}
