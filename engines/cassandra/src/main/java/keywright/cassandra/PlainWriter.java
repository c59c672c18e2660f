package keywright.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.store.PlainWrite;
import keywright.store.PlainWrites;
import keywright.store.StoreException;
import keywright.store.TableLayout;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows without conditions, each statement with the timestamp of its write, so that it may be
 * sent again. A group of several writes is an unlogged batch of one partition, which Cassandra
 * applies as one mutation. Thread-safe.
 */
final class PlainWriter implements PlainWrites {
  /** How many statements are on their way at once. */
  private static final int CONCURRENT = 64;

  /** Cassandra takes no longer ones: twenty years. */
  private static final int MAX_TTL_SECONDS = 20 * 365 * 24 * 60 * 60;

  private final CassandraClient client;
  private final CassandraTables tables;

  PlainWriter(CassandraClient client, CassandraTables tables) {
    this.client = client;
    this.tables = tables;
  }

  @Override
  public List<Optional<StoreException>> write(
      List<? extends List<? extends PlainWrite>> groups, long nowMillis) {
    client.requireOpen();
    List<Optional<StoreException>> refusals = new ArrayList<>(groups.size());
    for (int from = 0; from < groups.size(); from += CONCURRENT) {
      List<? extends List<? extends PlainWrite>> some =
          groups.subList(from, Math.min(from + CONCURRENT, groups.size()));
      List<CompletableFuture<@Nullable AsyncResultSet>> answers = new ArrayList<>(some.size());
      for (List<? extends PlainWrite> group : some) {
        answers.add(send(group));
      }
      for (int index = 0; index < some.size(); index++) {
        refusals.add(refusal(some.get(index), answers.get(index)));
      }
    }
    return refusals;
  }

  private CompletableFuture<@Nullable AsyncResultSet> send(List<? extends PlainWrite> group) {
    try {
      Statement<?> statement = statement(group);
      return statement == null
          ? CompletableFuture.completedFuture(null)
          : client.send(statement).thenApply(answer -> answer);
    } catch (StoreException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private Optional<StoreException> refusal(
      List<? extends PlainWrite> group, CompletableFuture<@Nullable AsyncResultSet> answer) {
    try {
      AsyncResultSet unused = answer.join();
      return Optional.empty();
    } catch (RuntimeException e) {
      return Optional.of(
          tables.writeFailed(group.get(0).layout(), e, !CassandraErrors.isNotSent(e)));
    }
  }

  /** What writes a group; null for nothing. */
  private @Nullable Statement<?> statement(List<? extends PlainWrite> group) {
    List<BatchableStatement<?>> statements = new ArrayList<>(group.size());
    for (PlainWrite write : group) {
      requireOnePartition(group.get(0), write);
      BoundStatement statement = statement(write);
      if (statement != null) {
        statements.add(statement);
      }
    }
    if (statements.size() <= 1) {
      return statements.isEmpty() ? null : statements.get(0);
    }
    return BatchStatement.newInstance(DefaultBatchType.UNLOGGED, statements)
        .setConsistencyLevel(CassandraTable.WRITES)
        .setIdempotent(true);
  }

  private static void requireOnePartition(PlainWrite first, PlainWrite write) {
    TableLayout layout = write.layout();
    if (!layout.name().equals(first.layout().name())
        || !layout.isOnePartition(write.key(), first.key())) {
      throw new StoreException(
          ErrorCode.UNSUPPORTED,
          "cannot write to %s: found rows of several partitions, expected those of one"
              .formatted(layout.name()));
    }
  }

  private @Nullable BoundStatement statement(PlainWrite write) {
    CassandraTable table = tables.table(write.layout());
    TableForm form = table.form();
    if (!form.isPlain()) {
      throw new StoreException(
          "cannot write to %s: found a plain write, expected a conditional write; write a WriteBatch with Engine.write"
              .formatted(write.layout().name()));
    }
    Key key = write.key();
    List<ByteBuffer> keyValues = form.writableKey(key, form.layout().keySchema().encode(key));
    if (!(write instanceof PlainWrite.Put put)) {
      return table.timedDelete(write.timestampMicros(), keyValues);
    }
    if (put.values().isEmpty() && !put.makesRow()) {
      return null;
    }
    List<@Nullable ByteBuffer> values = new ArrayList<>(form.values().size());
    for (TableForm.ValueColumn column : form.values()) {
      Object value = put.values().get(column.id());
      values.add(
          value != null
              ? column.type().form().encode(value)
              : put.values().containsKey(column.id()) ? null : CassandraTable.UNSET);
    }
    return table.plainPut(put.makesRow(), put.timestampMicros(), ttl(put), keyValues, values);
  }

  private static ByteBuffer ttl(PlainWrite.Put put) {
    if (put.ttlSeconds() == PlainWrite.TTL_OF_TABLE) {
      return CassandraTable.UNSET;
    }
    if (put.ttlSeconds() > MAX_TTL_SECONDS) {
      throw new StoreException(
          ErrorCode.LIMIT_EXCEEDED,
          "cannot write to %s: found a ttl of %d s, expected at most %d, the limit of Cassandra"
              .formatted(put.layout().name(), put.ttlSeconds(), MAX_TTL_SECONDS));
    }
    return ByteBuffer.allocate(Integer.BYTES).putInt(0, put.ttlSeconds());
  }
}
