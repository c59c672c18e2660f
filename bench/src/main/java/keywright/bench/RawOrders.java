package keywright.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/**
 * The reads of {@link KeywrightOrders} by code against RocksDB for these questions alone, on the
 * same files: what every table on RocksDB with these indexes must do. It opens the files a second
 * time, to read only. Used by one thread.
 */
final class RawOrders implements AutoCloseable {
  private static final int BUCKETS = 8;
  private static final int BATCH_MAX = 512;
  private static final byte PRESENT = 0x20;

  private final PlainSettings settings = new PlainSettings();
  private final List<ColumnFamilyHandle> handles = new ArrayList<>();
  private final RocksDB database;
  private final ColumnFamilyHandle rows;
  private final ColumnFamilyHandle byCustomer;
  private final ColumnFamilyHandle byDate;
  private final byte[] buffer = new byte[256];

  /** An iterator over a range of entries; the bounds belong to it. */
  private final class Entries implements AutoCloseable {
    private final Slice start;
    private final Slice stop;
    private final ReadOptions options;
    private final RocksIterator iterator;

    /** The key of the entry that it is at; null at the end. */
    private byte @Nullable [] key;

    Entries(ColumnFamilyHandle index, Snapshot moment, byte[] from, byte[] to) {
      start = new Slice(from);
      stop = new Slice(to);
      options =
          new ReadOptions()
              .setSnapshot(moment)
              .setIterateLowerBound(start)
              .setIterateUpperBound(stop);
      iterator = database.newIterator(index, options);
      iterator.seekToFirst();
      readKey();
    }

    private void readKey() {
      key =
          iterator.isValid() ? Arrays.copyOf(buffer, iterator.key(buffer, 0, buffer.length)) : null;
    }

    /** The row key that the entry holds, at its end. */
    byte[] rowKey() {
      int length = iterator.value(buffer, 0, buffer.length);
      return Arrays.copyOfRange(buffer, length - Long.BYTES, length);
    }

    void next() {
      iterator.next();
      readKey();
    }

    @Override
    public void close() {
      iterator.close();
      options.close();
      stop.close();
      start.close();
    }
  }

  /**
   * @param path of the database of {@link KeywrightOrders}
   */
  RawOrders(Path path) {
    try (Options options = new Options()) {
      List<ColumnFamilyDescriptor> families = new ArrayList<>();
      for (byte[] name : RocksDB.listColumnFamilies(options, path.toString())) {
        families.add(new ColumnFamilyDescriptor(name, settings.family()));
      }
      database = RocksDB.openReadOnly(settings.database(), path.toString(), families, handles);
      rows = handle(families, "payment/");
      byCustomer = handle(families, "payment.by_customer");
      byDate = handle(families, "payment.by_date");
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  private ColumnFamilyHandle handle(List<ColumnFamilyDescriptor> families, String start) {
    for (int i = 0; i < families.size(); i++) {
      if (new String(families.get(i).getName(), UTF_8).startsWith(start)) {
        return handles.get(i);
      }
    }
    throw new IllegalStateException("no column family " + start);
  }

  /** As {@link OrderStore#newest}. */
  void newest(long customer, int limit, Consumer<Payment> found) {
    Snapshot moment = database.getSnapshot();
    try (Entries entries =
        new Entries(byCustomer, moment, ofCustomer(customer), ofCustomer(customer + 1))) {
      List<byte[]> rowKeys = new ArrayList<>(limit);
      for (; rowKeys.size() < limit && entries.key != null; entries.next()) {
        rowKeys.add(entries.rowKey());
      }
      fetch(rowKeys, moment, found);
    } finally {
      release(moment);
    }
  }

  private static byte[] ofCustomer(long customer) {
    return ByteBuffer.allocate(1 + Long.BYTES)
        .put(PRESENT)
        .putLong(customer ^ Long.MIN_VALUE)
        .array();
  }

  /** As {@link OrderStore#from}. */
  void from(Instant date, int limit, Consumer<Payment> found) {
    Snapshot moment = database.getSnapshot();
    List<Entries> all = new ArrayList<>(BUCKETS);
    try {
      PriorityQueue<Entries> queue = new PriorityQueue<>(BUCKETS, RawOrders::byDate);
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        byte[] from =
            ByteBuffer.allocate(2 + Long.BYTES)
                .put((byte) bucket)
                .put(PRESENT)
                .putLong(date.toEpochMilli() ^ Long.MIN_VALUE)
                .array();
        Entries entries = new Entries(byDate, moment, from, new byte[] {(byte) (bucket + 1)});
        all.add(entries);
        if (entries.key != null) {
          queue.add(entries);
        }
      }
      int left = limit;
      while (left > 0 && !queue.isEmpty()) {
        List<byte[]> rowKeys = new ArrayList<>(BATCH_MAX);
        while (rowKeys.size() < Math.min(left, BATCH_MAX) && !queue.isEmpty()) {
          Entries first = queue.remove();
          rowKeys.add(first.rowKey());
          first.next();
          if (first.key != null) {
            queue.add(first);
          }
        }
        fetch(rowKeys, moment, found);
        left -= rowKeys.size();
      }
    } finally {
      all.forEach(Entries::close);
      release(moment);
    }
  }

  /** By the date alone, then by the whole key: the bucket of each is the first byte. */
  private static int byDate(Entries a, Entries b) {
    byte[] x = a.key;
    byte[] y = b.key;
    if (x == null || y == null) {
      throw new IllegalStateException("an entry behind the last one");
    }
    int order = Arrays.compareUnsigned(x, 1, 2 + Long.BYTES, y, 1, 2 + Long.BYTES);
    return order != 0 ? order : Arrays.compareUnsigned(x, y);
  }

  private void fetch(List<byte[]> rowKeys, Snapshot moment, Consumer<Payment> found) {
    try (ReadOptions options = new ReadOptions().setSnapshot(moment)) {
      List<byte[]> values =
          database.multiGetAsList(options, Collections.nCopies(rowKeys.size(), rows), rowKeys);
      for (int i = 0; i < values.size(); i++) {
        found.accept(payment(rowKeys.get(i), values.get(i)));
      }
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  private void release(Snapshot moment) {
    database.releaseSnapshot(moment);
    moment.close();
  }

  private static Payment payment(byte[] key, byte[] value) {
    ByteBuffer longs = ByteBuffer.wrap(value);
    int at = 1;
    while (value[at++] < 0) {
      // The version is of no interest.
    }
    long customer = 0;
    long paidAt = 0;
    long cents = 0;
    String state = "";
    String currency = "";
    String note = "";
    while (at < value.length) {
      int id = value[at] / 2;
      int length = value[at + 1];
      at += 2;
      switch (id) {
        case 2 -> customer = longs.getLong(at) ^ Long.MIN_VALUE;
        case 3 -> paidAt = longs.getLong(at) ^ Long.MIN_VALUE;
        case 4 -> cents = longs.getLong(at) ^ Long.MIN_VALUE;
        case 5 -> state = new String(value, at, length, UTF_8);
        case 6 -> currency = new String(value, at, length, UTF_8);
        default -> note = new String(value, at, length, UTF_8);
      }
      at += length;
    }
    return new Payment(
        customer,
        Instant.ofEpochMilli(paidAt),
        ByteBuffer.wrap(key).getLong() ^ Long.MIN_VALUE,
        BigDecimal.valueOf(cents, 2),
        state,
        currency,
        note);
  }

  @Override
  public void close() {
    handles.forEach(ColumnFamilyHandle::close);
    database.close();
    settings.close();
  }
}
