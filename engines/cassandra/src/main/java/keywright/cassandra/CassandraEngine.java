package keywright.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import keywright.key.Key;
import keywright.store.AttachedTables;
import keywright.store.Capability;
import keywright.store.Engine;
import keywright.store.PlainWrites;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.TableLayout;
import keywright.store.TablePart;
import keywright.store.TimedWrites;
import keywright.store.WriteBatch;
import keywright.store.Written;
import org.jspecify.annotations.Nullable;

/** The tables of a keyspace. */
final class CassandraEngine implements Engine {
  /** Cassandra takes 64 KiB of a partition key and of the clustering columns. */
  static final int MAX_KEY_LENGTH = 32_767;

  /**
   * How long Cassandra keeps the proposals of its Paxos at least. A first write to a row may take
   * effect as long as that without anybody having read the row since.
   */
  private static final Duration PROPOSALS = Duration.ofHours(3);

  private final CassandraClient client;
  private final String keyspace;
  private final CassandraTables tables;
  private final CassandraWriter writer;
  private final PlainWriter plainWriter;
  private final ForeignTables foreignTables;

  private CassandraEngine(CassandraClient client, String keyspace) {
    this.client = client;
    this.keyspace = keyspace;
    this.tables = new CassandraTables(client);
    this.writer = new CassandraWriter(client, tables);
    this.plainWriter = new PlainWriter(client, tables);
    this.foreignTables = new ForeignTables(client);
  }

  static CassandraEngine open(CassandraLocation location) {
    return new CassandraEngine(CassandraClient.open(location), location.keyspace());
  }

  @Override
  public Optional<String> keyspace() {
    return Optional.of(keyspace);
  }

  /** None: it has single-row atomicity, and no row keys. */
  @Override
  public Set<Capability> capabilities() {
    return Set.of();
  }

  @Override
  public int maxKeyLength() {
    return MAX_KEY_LENGTH;
  }

  /**
   * A request ends with a timeout after this limit, and the server does not work on it longer than
   * that.
   */
  @Override
  public long requestDelayMillis() {
    return client.limit().multipliedBy(2).toMillis();
  }

  /** Proposals are kept as long as tombstones, where that is longer. */
  @Override
  public long horizonMillis() {
    Duration tombstones = Duration.ofSeconds(tables.tombstoneSecondsMax());
    return (tombstones.compareTo(PROPOSALS) > 0 ? tombstones : PROPOSALS).toMillis();
  }

  @Override
  public boolean isShared() {
    return !client.location().alone();
  }

  @Override
  public boolean isReadOnly() {
    return client.location().readOnly();
  }

  private void requireWritable(String what) {
    if (isReadOnly()) {
      throw StoreException.readOnly(what);
    }
  }

  @Override
  public OptionalLong serverMillis(TableLayout layout, Key key) {
    Row row =
        client
            .read(
                "ask for the time by",
                layout.name(),
                SimpleStatement.newInstance("SELECT now() FROM system.local"))
            .one();
    // A function that gives the milliseconds has another name before Cassandra 5.0.
    UUID now = row == null ? null : row.getUuid(0);
    return now == null ? OptionalLong.empty() : OptionalLong.of(Uuids.unixTimestamp(now));
  }

  @Override
  public Set<String> tables() {
    return tables.names();
  }

  @Override
  public boolean hasTable(String name) {
    return tables.contains(name);
  }

  @Override
  public void createTable(TableLayout layout) {
    requireWritable("create table " + layout.name());
    tables.create(layout);
  }

  @Override
  public List<TablePart> parts(TableLayout layout, int count) {
    return Tokens.parts(count);
  }

  @Override
  public Optional<String> keyProblem(TableLayout layout, Key key) {
    return Optional.ofNullable(tables.form(layout).keyProblem(key));
  }

  @Override
  public boolean isInKeyOrder(TableLayout layout, int fixedParts) {
    return fixedParts >= layout.partitionParts();
  }

  @Override
  public void addFamilies(TableLayout layout) {
    requireWritable("add families to table " + layout.name());
    tables.addFamilies(layout);
  }

  @Override
  public TableLayout named(@Nullable TableLayout before, TableLayout layout) {
    return tables.named(before, layout);
  }

  @Override
  public void alterTable(TableLayout before, TableLayout after) {
    requireWritable("alter table " + after.name());
    tables.alter(before, after);
  }

  @Override
  public void dropTable(String name) {
    requireWritable("drop table " + name);
    tables.drop(name);
  }

  @Override
  public Snapshot snapshot(LongSupplier clock) {
    client.requireOpen();
    return new CassandraSnapshot(client, tables, clock.getAsLong());
  }

  @Override
  public boolean write(WriteBatch batch) {
    requireWritable("write");
    return writer.write(batch);
  }

  @Override
  public List<Written> writeEach(List<WriteBatch> batches) {
    requireWritable("write");
    return writer.writeEach(batches);
  }

  @Override
  public Optional<TimedWrites> timedWrites() {
    return Optional.of(
        writes -> {
          requireWritable("write");
          writer.writeTimed(writes);
        });
  }

  @Override
  public Optional<PlainWrites> plainWrites() {
    return Optional.of(
        (groups, nowMillis) -> {
          requireWritable("write");
          return plainWriter.write(groups, nowMillis);
        });
  }

  @Override
  public Optional<AttachedTables> attachedTables() {
    return Optional.of(foreignTables);
  }

  @Override
  public void close() {
    client.close();
  }
}
