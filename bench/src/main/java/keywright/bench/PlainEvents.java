package keywright.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;

/**
 * The events by code against RocksDB for this table alone: an iterator for each bucket, and a queue
 * that merges them. The settings are those of Keywright.
 */
final class PlainEvents implements EventStore {
  private final PlainSettings settings = new PlainSettings();
  private final List<ColumnFamilyHandle> handles = new ArrayList<>();
  private final RocksDB db;
  private final ColumnFamilyHandle rows;

  PlainEvents(Path directory) {
    List<ColumnFamilyDescriptor> families =
        List.of("default", "event").stream()
            .map(name -> new ColumnFamilyDescriptor(name.getBytes(UTF_8), settings.family()))
            .toList();
    try {
      db = RocksDB.open(settings.database(), directory.toString(), families, handles);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
    rows = handles.get(1);
  }

  @Override
  public void putAll(List<Event> events) {
    try (WriteBatch batch = new WriteBatch()) {
      for (Event event : events) {
        batch.put(rows, EventBytes.key(event), EventBytes.value(event));
      }
      db.write(settings.write(), batch);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A scan of one bucket. */
  private final class Scan implements Supplier<@Nullable Event>, AutoCloseable {
    private final Slice start;
    private final Slice stop;
    private final ReadOptions options;
    private final RocksIterator found;

    Scan(int bucket, Instant from, Instant to) {
      start = new Slice(EventBytes.after(bucket, to));
      stop = new Slice(EventBytes.after(bucket, from));
      options = new ReadOptions().setIterateLowerBound(start).setIterateUpperBound(stop);
      found = db.newIterator(rows, options);
      found.seekToFirst();
    }

    @Override
    public @Nullable Event get() {
      if (!found.isValid()) {
        return null;
      }
      Event event = EventBytes.event(found.key(), found.value());
      found.next();
      return event;
    }

    void check() throws RocksDBException {
      found.status();
    }

    @Override
    public void close() {
      found.close();
      options.close();
      stop.close();
      start.close();
    }
  }

  @Override
  public void between(Instant from, Instant to, int limit, Consumer<Event> found) {
    List<Scan> scans = new ArrayList<>(EventBytes.BUCKETS);
    try {
      for (int bucket = 0; bucket < EventBytes.BUCKETS; bucket++) {
        scans.add(new Scan(bucket, from, to));
      }
      EventMerge.merge(scans, limit, found);
      for (Scan scan : scans) {
        scan.check();
      }
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    } finally {
      scans.forEach(Scan::close);
    }
  }

  @Override
  public void close() {
    PlainSettings.close(db, handles);
    settings.close();
  }
}
