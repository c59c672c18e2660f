package keywright.hbase;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import keywright.key.Key;
import keywright.key.KeyLimit;
import keywright.store.AttachedTables;
import keywright.store.Capability;
import keywright.store.Engine;
import keywright.store.EngineRegions;
import keywright.store.EngineTable;
import keywright.store.RawRows;
import keywright.store.Region;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.TableLayout;
import keywright.store.TimedWrites;
import keywright.store.WriteBatch;
import keywright.store.Written;

/** The tables of a namespace. */
final class HBaseEngine implements Engine {
  private static final Set<Capability> CAPABILITIES = EnumSet.of(Capability.ROW_KEYS);

  /** For every name that a table may have, with its namespace. */
  static final int MAX_KEY_LENGTH = KeyLimit.hbase("n".repeat(512)).bytes();

  /** What a cell takes beside its row key and its value: lengths, family, qualifier, timestamp. */
  static final int CELL_OVERHEAD = 512;

  private final HBaseClient client;
  private final HBaseTables tables;
  private final HBaseWriter writer;

  private HBaseEngine(HBaseClient client) {
    this.client = client;
    this.tables = new HBaseTables(client);
    this.writer = new HBaseWriter(client);
  }

  static HBaseEngine open(HBaseLocation location) {
    return new HBaseEngine(HBaseClient.open(location));
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.copyOf(CAPABILITIES);
  }

  @Override
  public int maxKeyLength() {
    return MAX_KEY_LENGTH;
  }

  /** HBase bounds the value of a family, in which this is one of several perhaps. */
  @Override
  public int maxValueLength() {
    return client.maxCellLength() - MAX_KEY_LENGTH - CELL_OVERHEAD;
  }

  @Override
  public long versionStep() {
    return HBaseTable.VERSION_STEP;
  }

  /** A write is sent for as long as an operation may take, and the last call of it may wait. */
  @Override
  public long requestDelayMillis() {
    return client.limit().plus(client.callLimit()).toMillis();
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
    // Only a server that writes says what time it is.
    if (isReadOnly()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(ServerClock.millis(client, layout, layout.keySchema().encode(key)));
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
    tables.create(layout, List.of(), Map.of());
  }

  @Override
  public Optional<EngineRegions> regions() {
    return Optional.of(
        new EngineRegions() {
          @Override
          public void createTable(
              TableLayout layout, List<byte[]> splits, Map<String, String> options) {
            requireWritable("create table " + layout.name());
            tables.create(layout, splits, options);
          }

          @Override
          public List<Region> of(TableLayout layout) {
            return HBaseRegions.of(client, layout);
          }
        });
  }

  @Override
  public Optional<AttachedTables> attachedTables() {
    return Optional.of(
        new AttachedTables() {
          @Override
          public void attach(TableLayout layout) {
            requireWritable("attach table " + layout.name());
            PlainRows unused = new PlainRows(layout); // Refuses types without a form.
            tables.requireAttachable(layout);
          }

          @Override
          public void readRowKeys(String table, Predicate<byte[]> each) {
            HBaseRowKeys.read(client, table, each);
          }
        });
  }

  @Override
  public void addFamilies(TableLayout layout) {
    requireWritable("add families to table " + layout.name());
    tables.addFamilies(layout);
  }

  @Override
  public void compress(TableLayout layout, String family) {
    requireWritable("change table " + layout.name());
    tables.compress(layout, family);
  }

  @Override
  public void dropTable(String name) {
    requireWritable("drop table " + name);
    tables.drop(name);
  }

  @Override
  public EngineTable table(String name) {
    return tables.found(name);
  }

  @Override
  public boolean dropTable(EngineTable table) {
    requireWritable("drop table " + table.name());
    return tables.drop(table);
  }

  @Override
  public Snapshot snapshot(LongSupplier clock) {
    client.requireOpen();
    return new HBaseSnapshot(client, clock.getAsLong());
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
  public Optional<RawRows> rawRows() {
    return Optional.of(
        (layout, rowKey, keep) -> {
          requireWritable("write");
          return HBaseRawRows.remove(client, layout, rowKey, keep);
        });
  }

  @Override
  public void close() {
    client.close();
  }
}
