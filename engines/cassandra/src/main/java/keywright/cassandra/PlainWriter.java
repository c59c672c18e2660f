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
  private static final int CONCURRENT = 128;

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
    if (groups.size() == 1) {
      return List.of(Optional.ofNullable(refusal(groups.get(0))));
    }
    Sending sending = new Sending(client::send, groups.size(), CONCURRENT);
    @Nullable StoreException[] unsent = new @Nullable StoreException[groups.size()];
    for (int index = 0; index < unsent.length; index++) {
      try {
        Statement<?> statement = statement(groups.get(index));
        if (statement != null) {
          sending.add(index, statement);
        }
      } catch (StoreException e) {
        unsent[index] = e;
      }
    }
    sending.await();
    List<Optional<StoreException>> refusals = new ArrayList<>(unsent.length);
    for (int index = 0; index < unsent.length; index++) {
      RuntimeException failure = unsent[index] != null ? unsent[index] : sending.failure(index);
      refusals.add(
          failure == null ? Optional.empty() : Optional.of(refusal(groups.get(index), failure)));
    }
    return refusals;
  }

  /** Writes a group; why it was refused, null when it was written. */
  private @Nullable StoreException refusal(List<? extends PlainWrite> group) {
    try {
      Statement<?> statement = statement(group);
      AsyncResultSet unused = statement == null ? null : client.send(statement).join();
      return null;
    } catch (RuntimeException e) {
      return refusal(group, e);
    }
  }

  private StoreException refusal(List<? extends PlainWrite> group, RuntimeException failure) {
    return tables.writeFailed(group.get(0).layout(), failure, !CassandraErrors.isNotSent(failure));
  }

  /** What writes a group; null for nothing. */
  private @Nullable Statement<?> statement(List<? extends PlainWrite> group) {
    if (group.size() == 1) {
      return statement(group.get(0));
    }
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
          "cannot write to %s: found rows of several partitions, expected rows of one partition; write the rows of each partition separately"
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
      Integer id = column.id();
      Object value = put.values().get(id);
      values.add(
          value != null
              ? column.type().form().encode(value)
              : put.values().containsKey(id) ? null : CassandraTable.UNSET);
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
          "cannot write to %s: found a ttl of %d s, expected at most %d, the limit of Cassandra; write a smaller ttl"
              .formatted(put.layout().name(), put.ttlSeconds(), MAX_TTL_SECONDS));
    }
    return ByteBuffer.allocate(Integer.BYTES).putInt(0, put.ttlSeconds());
  }
}
