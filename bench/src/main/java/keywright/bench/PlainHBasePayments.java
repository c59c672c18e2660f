package keywright.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.jspecify.annotations.Nullable;

/**
 * The payments by HBase's client for this table alone, with the calls that Keywright makes: a put
 * reads the row, puts the entries that it needs, writes the row on the condition that its stamp is
 * as it was read, and deletes the entries that it has no longer; a read by the index reads entries,
 * then rows. Many rows take each step together.
 */
final class PlainHBasePayments implements PaymentStore {
  /** Rows by an index are read so many at a time. */
  private static final int ROWS_PER_READ = 512;

  /** A server syncs its log for each conditional mutation of a call; several calls share syncs. */
  private static final int CALLS_AT_ONCE = 8;

  private static final int MUTATIONS_MIN = 32;

  private final RawHBaseTables tables;
  private final AsyncTable<AdvancedScanResultConsumer> rows;
  private final @Nullable AsyncTable<AdvancedScanResultConsumer> byState;
  private final @Nullable AsyncTable<AdvancedScanResultConsumer> byAmount;

  PlainHBasePayments(String quorum, String namespace, boolean indexed) {
    tables = new RawHBaseTables(quorum, namespace);
    rows = tables.create("payment");
    byState = indexed ? tables.create("by_state") : null;
    byAmount = indexed ? tables.create("by_amount") : null;
  }

  private static byte[] stamp(long version) {
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(version)
        .putLong(ThreadLocalRandom.current().nextLong())
        .array();
  }

  private static Get get(Payment payment, boolean withStamp) {
    Get get = new Get(PaymentBytes.key(payment));
    get.addColumn(RawHBaseTables.FAMILY, RawHBaseTables.VALUE);
    return withStamp ? get.addColumn(RawHBaseTables.FAMILY, RawHBaseTables.STAMP) : get;
  }

  /** The row's mutation, on the condition that it is as it was read. */
  private static CheckAndMutate mutation(Payment payment, Result stored, long millis) {
    byte[] rowKey = PaymentBytes.key(payment);
    CheckAndMutate.Builder mutation = CheckAndMutate.newBuilder(rowKey);
    byte[] before = stored.getValue(RawHBaseTables.FAMILY, RawHBaseTables.STAMP);
    if (before == null) {
      mutation.ifNotExists(RawHBaseTables.FAMILY, RawHBaseTables.STAMP);
    } else {
      mutation.ifEquals(RawHBaseTables.FAMILY, RawHBaseTables.STAMP, before);
    }
    long version = 1_000 * millis;
    return mutation.build(
        new Put(rowKey, millis)
            .addColumn(RawHBaseTables.FAMILY, RawHBaseTables.STAMP, stamp(version))
            .addColumn(
                RawHBaseTables.FAMILY, RawHBaseTables.VALUE, PaymentBytes.value(payment, version)));
  }

  private static @Nullable Payment payment(Result result) {
    byte[] value = result.getValue(RawHBaseTables.FAMILY, RawHBaseTables.VALUE);
    return value == null ? null : PaymentBytes.payment(result.getRow(), value);
  }

  /** Entries to write to an index. */
  private static final class Entries {
    final List<Row> puts = new ArrayList<>();
    final List<Row> deletes = new ArrayList<>();

    void change(byte @Nullable [] before, byte[] after, Payment payment, long millis) {
      if (before != null && Arrays.equals(before, after)) {
        return;
      }
      byte[] entry = PaymentBytes.entry(PaymentBytes.key(payment), 1_000 * millis);
      puts.add(
          new Put(after, millis).addColumn(RawHBaseTables.FAMILY, RawHBaseTables.VALUE, entry));
      if (before != null) {
        deletes.add(new Delete(before, millis));
      }
    }
  }

  /** Sends to two tables at once, and waits. */
  private static void send(
      @Nullable AsyncTable<?> first,
      List<Row> ofFirst,
      @Nullable AsyncTable<?> second,
      List<Row> ofSecond) {
    List<CompletableFuture<?>> calls = new ArrayList<>();
    if (first != null) {
      send(first, ofFirst, calls);
    }
    if (second != null) {
      send(second, ofSecond, calls);
    }
    calls.forEach(CompletableFuture::join);
  }

  private static void send(
      AsyncTable<?> table, List<Row> writes, List<CompletableFuture<?>> calls) {
    if (writes.size() > 1) {
      calls.addAll(table.batch(writes));
    } else if (writes.size() == 1) {
      Row only = writes.get(0);
      calls.add(only instanceof Put put ? table.put(put) : table.delete((Delete) only));
    }
  }

  @Override
  public void put(Payment payment) {
    write(List.of(payment), List.of(rows.get(get(payment, true)).join()));
  }

  @Override
  public void putAll(List<Payment> payments) {
    List<Get> gets = payments.stream().map(payment -> get(payment, true)).toList();
    write(payments, rows.getAll(gets).join());
  }

  private void write(List<Payment> payments, List<Result> stored) {
    long millis = System.currentTimeMillis();
    Entries states = new Entries();
    Entries amounts = new Entries();
    List<CheckAndMutate> mutations = new ArrayList<>(payments.size());
    for (int i = 0; i < payments.size(); i++) {
      Payment payment = payments.get(i);
      if (byState != null) {
        Payment old = payment(stored.get(i));
        states.change(
            old == null ? null : PaymentBytes.stateKey(old),
            PaymentBytes.stateKey(payment),
            payment,
            millis);
        amounts.change(
            old == null ? null : PaymentBytes.amountKey(old),
            PaymentBytes.amountKey(payment),
            payment,
            millis);
      }
      mutations.add(mutation(payment, stored.get(i), millis));
    }
    send(byState, states.puts, byAmount, amounts.puts);
    List<CompletableFuture<CheckAndMutateResult>> written = new ArrayList<>();
    if (mutations.size() == 1) {
      written.add(rows.checkAndMutate(mutations.get(0)));
    } else {
      int each = Math.max(MUTATIONS_MIN, (mutations.size() + CALLS_AT_ONCE - 1) / CALLS_AT_ONCE);
      for (int first = 0; first < mutations.size(); first += each) {
        int end = Math.min(mutations.size(), first + each);
        written.addAll(rows.checkAndMutate(mutations.subList(first, end)));
      }
    }
    for (CompletableFuture<CheckAndMutateResult> each : written) {
      if (!each.join().isSuccess()) {
        throw new IllegalStateException("somebody else wrote");
      }
    }
    send(byState, states.deletes, byAmount, amounts.deletes);
  }

  /**
   * Writes new payments blindly, as the client's buffer does: the rows and entries that Keywright
   * writes, without reading and without conditions.
   */
  void load(List<Payment> payments) {
    long version = 1_000 * System.currentTimeMillis();
    try (AsyncBufferedMutator toRows = tables.mutator("payment");
        AsyncBufferedMutator toStates = tables.mutator("by_state");
        AsyncBufferedMutator toAmounts = tables.mutator("by_amount")) {
      List<CompletableFuture<Void>> calls = new ArrayList<>(3 * payments.size());
      for (Payment payment : payments) {
        byte[] rowKey = PaymentBytes.key(payment);
        byte[] entry = PaymentBytes.entry(rowKey, version);
        calls.add(toStates.mutate(entry(PaymentBytes.stateKey(payment), entry, version)));
        calls.add(toAmounts.mutate(entry(PaymentBytes.amountKey(payment), entry, version)));
        calls.add(
            toRows.mutate(
                new Put(rowKey, version / 1_000)
                    .addColumn(RawHBaseTables.FAMILY, RawHBaseTables.STAMP, stamp(version))
                    .addColumn(
                        RawHBaseTables.FAMILY,
                        RawHBaseTables.VALUE,
                        PaymentBytes.value(payment, version))));
      }
      toStates.flush();
      toAmounts.flush();
      toRows.flush();
      calls.forEach(CompletableFuture::join);
    }
  }

  private static Put entry(byte[] key, byte[] value, long version) {
    return new Put(key, version / 1_000)
        .addColumn(RawHBaseTables.FAMILY, RawHBaseTables.VALUE, value);
  }

  @Override
  public @Nullable Payment get(Payment key) {
    return payment(rows.get(get(key, false)).join());
  }

  @Override
  public void ofCustomer(long customer, Consumer<Payment> found) {
    Scan scan =
        new Scan()
            .withStartRow(PaymentBytes.customer(customer))
            .withStopRow(PaymentBytes.customer(customer + 1))
            .addColumn(RawHBaseTables.FAMILY, RawHBaseTables.VALUE)
            .setCaching(2_000);
    try (ResultScanner results = rows.getScanner(scan)) {
      for (Result result = results.next(); result != null; result = results.next()) {
        Payment payment = payment(result);
        if (payment != null) {
          found.accept(payment);
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void inState(String state, int limit, Consumer<Payment> found) {
    AsyncTable<AdvancedScanResultConsumer> index = byState;
    if (index == null) {
      throw new IllegalStateException("no index");
    }
    byte[] start = PaymentBytes.state(state);
    byte[] stop = start.clone();
    stop[stop.length - 1]++;
    Scan scan = new Scan().withStartRow(start).withStopRow(stop).setLimit(limit).setCaching(limit);
    try (ResultScanner entries = index.getScanner(scan)) {
      Result[] some = entries.next(ROWS_PER_READ);
      while (some.length > 0) {
        List<Get> gets = new ArrayList<>(some.length);
        for (Result entry : some) {
          byte[] value = entry.getValue(RawHBaseTables.FAMILY, RawHBaseTables.VALUE);
          Get get = new Get(PaymentBytes.rowKey(value));
          gets.add(get.addColumn(RawHBaseTables.FAMILY, RawHBaseTables.VALUE));
        }
        for (Result result : rows.getAll(gets).join()) {
          Payment payment = payment(result);
          if (payment != null && payment.state().equals(state)) {
            found.accept(payment);
          }
        }
        some = entries.next(ROWS_PER_READ);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    tables.close();
  }
}
