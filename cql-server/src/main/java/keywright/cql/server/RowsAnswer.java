package keywright.cql.server;

import com.datastax.oss.protocol.internal.response.result.ColumnSpec;
import com.datastax.oss.protocol.internal.response.result.DefaultRows;
import com.datastax.oss.protocol.internal.response.result.RowsMetadata;
import com.datastax.oss.protocol.internal.util.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import keywright.cql.protocol.NativeType;
import keywright.cql.protocol.NativeValues;
import keywright.key.Column;
import keywright.table.model.Row;
import org.jspecify.annotations.Nullable;

/** Collects the rows of one page in the protocol's form. Used by one thread. */
final class RowsAnswer {
  private final List<ColumnSpec> columns;
  private final Queue<List<@Nullable ByteBuffer>> rows = new ArrayDeque<>();
  private long bytes;

  RowsAnswer(List<ColumnSpec> columns) {
    this.columns = columns;
  }

  /** Columns of a result as columns of the protocol. */
  static List<ColumnSpec> specs(String keyspace, String table, List<Column> columns) {
    List<ColumnSpec> specs = new ArrayList<>();
    for (Column column : columns) {
      specs.add(
          new ColumnSpec(
              keyspace, table, column.name(), specs.size(), NativeType.of(column.type()).raw()));
    }
    return specs;
  }

  /** The types of the columns, which encode the rows. */
  static List<NativeType> types(List<Column> columns) {
    return columns.stream().map(column -> NativeType.of(column.type())).toList();
  }

  /** The MD5 of the columns: equal for equal columns. */
  static byte[] id(List<ColumnSpec> columns) {
    StringBuilder text = new StringBuilder();
    for (ColumnSpec column : columns) {
      text.append(column.ksName).append('\0').append(column.tableName).append('\0');
      text.append(column.name).append('\0').append(NativeValues.name(column.type)).append('\0');
    }
    return md5(text.toString());
  }

  static byte[] md5(String text) {
    try {
      return MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Adds a row.
   *
   * @throws RequestException for a value that the protocol cannot have
   */
  void add(List<NativeType> types, Row row) {
    List<@Nullable ByteBuffer> values = new ArrayList<>(types.size());
    for (int i = 0; i < types.size(); i++) {
      values.add(encoded(i, types.get(i), row.get(i)));
    }
    add(values);
  }

  private @Nullable ByteBuffer encoded(int column, NativeType type, @Nullable Object value) {
    try {
      return type.encode(value);
    } catch (ArithmeticException e) {
      String name = columns.get(column).name;
      throw RequestException.invalid(
          "cannot send %s: %s; select the column as a text, with CAST(… AS text)"
              .formatted(name, e.getMessage()),
          e);
    }
  }

  void add(List<@Nullable ByteBuffer> values) {
    for (ByteBuffer value : values) {
      bytes += Integer.BYTES + (value == null ? 0 : value.remaining());
    }
    rows.add(values);
  }

  /**
   * The answer.
   *
   * @param nextPage the token of the next page
   * @param withColumns false to leave the columns out, which the client knows
   * @param newId the id of the columns, if the client must replace the columns that it knows
   */
  @SuppressWarnings("NullAway") // The library takes null for what is left out.
  Answer answer(Optional<String> nextPage, boolean withColumns, byte @Nullable [] newId) {
    ByteBuffer state = nextPage.map(token -> ByteBuffer.wrap(utf8(token))).orElse(null);
    RowsMetadata metadata =
        withColumns || columns.isEmpty()
            ? new RowsMetadata(columns, state, null, newId)
            : new RowsMetadata(columns.size(), state, null, newId);
    return new Answer(new DefaultRows(metadata, rows), bytes);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The token in a paging state that a client sends back. */
  static @Nullable String token(@Nullable ByteBuffer state) {
    return state == null ? null : StandardCharsets.UTF_8.decode(state.duplicate()).toString();
  }

  /** An id for messages. */
  static String hex(byte[] id) {
    return Bytes.toHexString(id);
  }
}
