package keywright.table.write.singlerow;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.RowMark;
import keywright.store.RowOptions;
import keywright.store.RowStamp;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TimedWrite;
import keywright.store.TimedWrites;
import keywright.store.UnansweredException;
import keywright.store.WriteBatch;
import keywright.store.Written;
import keywright.table.catalog.Declarations;
import keywright.table.catalog.OutdatedException;
import keywright.table.layout.StoredTable;
import keywright.table.write.RowCells;
import org.jspecify.annotations.Nullable;

/** Implements reads and writes of single rows with calls of an engine. Safe for many threads. */
public final class EngineRowAccess implements RowAccess {
  private final Engine engine;
  private final InstantSource clock;
  private final LongSupplier nonces;
  private final Declarations declarations;

  /**
   * Makes an access to tables whose declarations no other process changes.
   *
   * @param clock the clock for versions and expiry
   * @param nonces draws nonces, which no other process draws
   */
  public EngineRowAccess(Engine engine, InstantSource clock, LongSupplier nonces) {
    this(engine, clock, nonces, Declarations.FIXED);
  }

  public EngineRowAccess(
      Engine engine, InstantSource clock, LongSupplier nonces, Declarations declarations) {
    this.engine = engine;
    this.clock = clock;
    this.nonces = nonces;
    this.declarations = declarations;
  }

  @Override
  public Engine engine() {
    return engine;
  }

  @Override
  public Declarations declarations() {
    return declarations;
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public long nonce() {
    return nonces.getAsLong();
  }

  @Override
  public @Nullable StoredRow read(StoredTable table, Key key) {
    RowOptions options = table.rowOptions(true).withExpired().asSettled();
    return engine.get(table.layout(), key, options, clock.millis());
  }

  @Override
  public RowStamp stampAbove(long version) {
    long step = engine.versionStep();
    long least = Math.max(RowCells.micros(clock.instant()), version + 1);
    return new RowStamp((least + step - 1) / step * step, nonces.getAsLong());
  }

  @Override
  public void requireHeld(StoredTable table) {
    if (!declarations.hold(table)) {
      throw new OutdatedException(table);
    }
  }

  @Override
  public long fence(StoredTable table, Key key, @Nullable StoredRow row, long above) {
    long nowMillis = clock.millis();
    long least = Math.max(above, table.entry().gcWatermark());
    RowStamp stamp = stampAbove(Math.max(least, row == null ? 0 : row.version()));
    if (row == null && engine.keyProblem(table.layout(), key).isPresent()) {
      return stamp.version(); // No writer can make this row.
    }
    WriteBatch batch = new WriteBatch(nowMillis);
    if (row != null && !row.head().isExpired(nowMillis)) {
      batch.put(table.layout(), key, row, row.head().withStamp(stamp), List.of());
    } else {
      // What has expired does not come back, and goes for good.
      RowAccess.replace(batch, table.layout(), key, row, RowMark.TOMBSTONE, stamp, List.of());
    }
    if (row == null) {
      batch.sendOnlyWhile(() -> declarations.hold(table));
    }
    return write(batch) ? stamp.version() : 0;
  }

  @Override
  public boolean write(WriteBatch batch) {
    try {
      return engine.write(batch);
    } catch (UnansweredException e) {
      declarations.unanswered();
      return false;
    }
  }

  @Override
  public boolean put(List<TimedWrite> puts) {
    return writeTimed(puts);
  }

  @Override
  public boolean delete(List<IndexEntry> entries, long version) {
    return writeTimed(entries.stream().map(entry -> entry.delete(version)).toList());
  }

  private boolean writeTimed(List<TimedWrite> writes) {
    try {
      if (!writes.isEmpty()) {
        TimedWrites.of(engine).write(writes);
      }
      return true;
    } catch (UnansweredException e) {
      return false;
    }
  }

  @Override
  public List<Written> drop(TableLayout layout, List<StoredRow> rows, long gcWatermark) {
    long nowMillis = clock.millis();
    List<WriteBatch> drops =
        rows.stream()
            .filter(
                row ->
                    row.head().mark().kind() == RowMark.Kind.TOMBSTONE
                        && row.version() <= gcWatermark)
            .map(row -> new WriteBatch(nowMillis).delete(layout, row.key(), row))
            .toList();
    return drops.isEmpty() ? List.of() : engine.writeEach(drops);
  }
}
