package keywright.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Transaction;
import org.rocksdb.TransactionDB;
import org.rocksdb.TransactionDBOptions;
import org.rocksdb.WriteBatch;

/**
 * The payments by code against RocksDB for this table alone: the bytes and the settings of
 * Keywright, the same reads where an index needs them, no more.
 */
final class PlainPayments implements PaymentStore {

  /** How a payment and its index entries are kept together. */
  enum Kind {
    /** No indexes: a put, which reads nothing. */
    UNINDEXED,
    /** A lock of the process for each row, a read, a batch. */
    LOCKS,
    /** A transaction that reads for update. */
    TRANSACTIONS
  }

  private static final int LOCKS = 1024;

  private final Kind kind;
  private final PlainSettings settings = new PlainSettings();
  private final RocksDB db;
  private final ReadOptions read = new ReadOptions();
  private final ColumnFamilyHandle rows;
  private final List<ColumnFamilyHandle> handles = new ArrayList<>();
  private final @Nullable ColumnFamilyHandle byState;
  private final @Nullable ColumnFamilyHandle byAmount;
  private final ReentrantLock[] locks = new ReentrantLock[LOCKS];
  private long lastVersion;

  PlainPayments(Path directory, Kind kind) {
    this.kind = kind;
    Arrays.setAll(locks, index -> new ReentrantLock());
    List<String> names = new ArrayList<>(List.of("default", "payment/d"));
    if (kind != Kind.UNINDEXED) {
      names.addAll(List.of("payment.by_state/e", "payment.by_amount/e"));
    }
    List<ColumnFamilyDescriptor> families =
        names.stream()
            .map(name -> new ColumnFamilyDescriptor(name.getBytes(UTF_8), settings.family()))
            .toList();
    try {
      db = open(directory.toString(), families);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
    rows = handles.get(1);
    byState = kind == Kind.UNINDEXED ? null : handles.get(2);
    byAmount = kind == Kind.UNINDEXED ? null : handles.get(3);
  }

  private RocksDB open(String path, List<ColumnFamilyDescriptor> families) throws RocksDBException {
    if (kind != Kind.TRANSACTIONS) {
      return RocksDB.open(settings.database(), path, families, handles);
    }
    try (TransactionDBOptions options = new TransactionDBOptions()) {
      return TransactionDB.open(settings.database(), options, path, families, handles);
    }
  }

  /** Microseconds since 1970, each later than the last. */
  private synchronized long version() {
    lastVersion = Math.max(lastVersion + 1, System.currentTimeMillis() * 1_000);
    return lastVersion;
  }

  /** What puts and deletes are collected in. */
  private interface Changes {
    void put(ColumnFamilyHandle family, byte[] key, byte[] value) throws RocksDBException;

    void delete(ColumnFamilyHandle family, byte[] key) throws RocksDBException;
  }

  private void add(
      Changes changes, Payment payment, byte[] key, byte @Nullable [] stored, long version)
      throws RocksDBException {
    changes.put(rows, key, PaymentBytes.value(payment, version));
    ColumnFamilyHandle states = byState;
    ColumnFamilyHandle amounts = byAmount;
    if (states == null || amounts == null) {
      return;
    }
    Payment old = stored == null ? null : PaymentBytes.payment(key, stored);
    byte[] entry = PaymentBytes.entry(key, version);
    if (old == null || !old.state().equals(payment.state())) {
      if (old != null) {
        changes.delete(states, PaymentBytes.stateKey(old));
      }
      changes.put(states, PaymentBytes.stateKey(payment), entry);
    }
    if (old == null || old.amount().compareTo(payment.amount()) != 0) {
      if (old != null) {
        changes.delete(amounts, PaymentBytes.amountKey(old));
      }
      changes.put(amounts, PaymentBytes.amountKey(payment), entry);
    }
  }

  private static Changes changes(WriteBatch batch) {
    return new Changes() {
      @Override
      public void put(ColumnFamilyHandle family, byte[] key, byte[] value) throws RocksDBException {
        batch.put(family, key, value);
      }

      @Override
      public void delete(ColumnFamilyHandle family, byte[] key) throws RocksDBException {
        batch.delete(family, key);
      }
    };
  }

  private static Changes changes(Transaction transaction) {
    return new Changes() {
      @Override
      public void put(ColumnFamilyHandle family, byte[] key, byte[] value) throws RocksDBException {
        transaction.put(family, key, value);
      }

      @Override
      public void delete(ColumnFamilyHandle family, byte[] key) throws RocksDBException {
        transaction.delete(family, key);
      }
    };
  }

  @Override
  public void put(Payment payment) {
    byte[] key = PaymentBytes.key(payment);
    try {
      switch (kind) {
        case UNINDEXED ->
            db.put(rows, settings.write(), key, PaymentBytes.value(payment, version()));
        case LOCKS -> putLocked(payment, key);
        case TRANSACTIONS -> putInTransaction(payment, key);
      }
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  private void putLocked(Payment payment, byte[] key) throws RocksDBException {
    ReentrantLock lock = locks[place(key)];
    lock.lock();
    try (WriteBatch batch = new WriteBatch()) {
      add(changes(batch), payment, key, db.get(rows, read, key), version());
      db.write(settings.write(), batch);
    } finally {
      lock.unlock();
    }
  }

  private static int place(byte[] key) {
    int hash = Arrays.hashCode(key) * 0x9e3779b9;
    return (hash ^ (hash >>> 16)) & (LOCKS - 1);
  }

  private void putInTransaction(Payment payment, byte[] key) throws RocksDBException {
    try (Transaction transaction = ((TransactionDB) db).beginTransaction(settings.write())) {
      byte[] stored = transaction.getForUpdate(read, rows, key, true);
      add(changes(transaction), payment, key, stored, version());
      transaction.commit();
    }
  }

  /** Reads all the rows at once, under their locks, and writes one batch. */
  @Override
  public void putAll(List<Payment> payments) {
    List<byte[]> keys = payments.stream().map(PaymentBytes::key).toList();
    int[] held = keys.stream().mapToInt(PlainPayments::place).sorted().distinct().toArray();
    for (int place : held) {
      locks[place].lock();
    }
    try (WriteBatch batch = new WriteBatch()) {
      List<byte[]> stored =
          kind == Kind.UNINDEXED
              ? Arrays.asList(new byte[keys.size()][])
              : db.multiGetAsList(read, Arrays.asList(families(keys.size())), keys);
      Changes changes = changes(batch);
      long version = version();
      for (int i = 0; i < keys.size(); i++) {
        add(changes, payments.get(i), keys.get(i), stored.get(i), version);
      }
      db.write(settings.write(), batch);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    } finally {
      for (int place : held) {
        locks[place].unlock();
      }
    }
  }

  private ColumnFamilyHandle[] families(int count) {
    ColumnFamilyHandle[] families = new ColumnFamilyHandle[count];
    Arrays.fill(families, rows);
    return families;
  }

  @Override
  public @Nullable Payment get(Payment wanted) {
    byte[] key = PaymentBytes.key(wanted);
    try {
      byte[] value = db.get(rows, read, key);
      return value == null ? null : PaymentBytes.payment(key, value);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void ofCustomer(long customer, Consumer<Payment> found) {
    try (Slice start = new Slice(PaymentBytes.customer(customer));
        Slice stop = new Slice(PaymentBytes.customer(customer + 1));
        ReadOptions options =
            new ReadOptions().setIterateLowerBound(start).setIterateUpperBound(stop);
        RocksIterator rowsFound = db.newIterator(rows, options)) {
      for (rowsFound.seekToFirst(); rowsFound.isValid(); rowsFound.next()) {
        found.accept(PaymentBytes.payment(rowsFound.key(), rowsFound.value()));
      }
      rowsFound.status();
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void inState(String state, int limit, Consumer<Payment> found) {
    ColumnFamilyHandle states = byState;
    if (states == null) {
      throw new IllegalStateException("no index");
    }
    byte[] prefix = PaymentBytes.state(state);
    byte[] behind = prefix.clone();
    behind[behind.length - 1]++;
    org.rocksdb.Snapshot moment = db.getSnapshot();
    try (Slice start = new Slice(prefix);
        Slice stop = new Slice(behind);
        ReadOptions at = new ReadOptions().setSnapshot(moment);
        ReadOptions options =
            new ReadOptions()
                .setSnapshot(moment)
                .setIterateLowerBound(start)
                .setIterateUpperBound(stop);
        RocksIterator entries = db.newIterator(states, options)) {
      int left = limit;
      entries.seekToFirst();
      while (left > 0 && entries.isValid()) {
        List<byte[]> keys = new ArrayList<>();
        for (; entries.isValid() && keys.size() < Math.min(left, 512); entries.next()) {
          keys.add(PaymentBytes.rowKey(entries.value()));
        }
        List<byte[]> values = db.multiGetAsList(at, Arrays.asList(families(keys.size())), keys);
        for (int i = 0; i < keys.size(); i++) {
          found.accept(PaymentBytes.payment(keys.get(i), values.get(i)));
        }
        left -= keys.size();
      }
      entries.status();
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    } finally {
      db.releaseSnapshot(moment);
      moment.close();
    }
  }

  @Override
  public void close() {
    PlainSettings.close(db, handles);
    read.close();
    settings.close();
  }
}
