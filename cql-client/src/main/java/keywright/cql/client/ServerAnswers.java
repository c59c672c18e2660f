package keywright.cql.client;

import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import com.datastax.oss.protocol.internal.response.Error;
import com.datastax.oss.protocol.internal.response.result.ColumnSpec;
import com.datastax.oss.protocol.internal.response.result.Rows;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Function;
import keywright.cql.CqlException;
import keywright.cql.Result;
import keywright.cql.protocol.Facts;
import keywright.cql.protocol.NativeType;
import keywright.cql.protocol.NativeValues;
import keywright.key.Column;
import keywright.key.ErrorCode;
import keywright.key.KeyException;
import keywright.key.KeywrightException;
import keywright.key.Type;
import keywright.table.model.Row;
import org.jspecify.annotations.Nullable;

/** Answers of a server as results and errors. */
final class ServerAnswers {
  private static final Type TEXT = Type.parse("text");

  private ServerAnswers() {}

  /** The error in an answer, as the session on the server has thrown it. */
  static KeywrightException failure(Frame frame, Error error) {
    Optional<Facts.Refusal> told = Facts.of(frame.customPayload).refusal();
    if (told.isEmpty()) {
      return new ClientException(code(error.code), error.message, null);
    }
    Facts.Refusal refusal = told.get();
    return refusal.line() > 0
        ? CqlException.received(
            refusal.code(), error.message, refusal.line(), refusal.column(), refusal.excerpt())
        : new ClientException(refusal.code(), error.message, null);
  }

  private static ErrorCode code(int code) {
    return switch (code) {
      case ProtocolConstants.ErrorCode.SYNTAX_ERROR -> ErrorCode.SYNTAX;
      case ProtocolConstants.ErrorCode.INVALID, ProtocolConstants.ErrorCode.PROTOCOL_ERROR ->
          ErrorCode.INVALID;
      case ProtocolConstants.ErrorCode.ALREADY_EXISTS -> ErrorCode.ALREADY_EXISTS;
      case ProtocolConstants.ErrorCode.UNAUTHORIZED, ProtocolConstants.ErrorCode.AUTH_ERROR ->
          ErrorCode.ACCESS_DENIED;
      case ProtocolConstants.ErrorCode.OVERLOADED, ProtocolConstants.ErrorCode.UNAVAILABLE ->
          ErrorCode.UNAVAILABLE;
      case ProtocolConstants.ErrorCode.WRITE_TIMEOUT -> ErrorCode.OUTCOME_UNKNOWN;
      default -> ErrorCode.STORAGE;
    };
  }

  /**
   * The result in an answer.
   *
   * @param pages gives the next page for a paging state; null if only this page is wanted
   */
  static Result result(Frame frame, @Nullable Function<ByteBuffer, Frame> pages) {
    if (!(frame.message instanceof Rows first)) {
      return Result.received(
          List.of(),
          () -> null,
          () -> {},
          Facts.of(frame.customPayload).result(Optional.empty()),
          () -> "");
    }
    Pages rows = new Pages(frame, first, pages);
    Optional<String> nextPage =
        pages == null
            ? Optional.ofNullable(first.getMetadata().pagingState)
                .map(state -> StandardCharsets.UTF_8.decode(state.duplicate()).toString())
            : Optional.empty();
    return Result.received(
        rows.columns,
        rows::next,
        rows::close,
        Facts.of(frame.customPayload).result(nextPage),
        rows::access);
  }

  /** The rows of a result, which come page by page. Used by one thread. */
  private static final class Pages {
    private final List<Column> columns;
    private final List<String> names;
    private final List<Decoder> decoders = new ArrayList<>();
    private final @Nullable Function<ByteBuffer, Frame> pages;
    private final String access;
    private Queue<List<ByteBuffer>> rows;
    private @Nullable ByteBuffer next;

    Pages(Frame frame, Rows first, @Nullable Function<ByteBuffer, Frame> pages) {
      List<ColumnSpec> specs = first.getMetadata().columnSpecs;
      Facts facts = Facts.of(frame.customPayload);
      Optional<List<Column>> told = facts.columns();
      this.columns = told.orElseGet(() -> specs.stream().map(Pages::column).toList());
      this.names = columns.stream().map(Column::name).toList();
      for (int i = 0; i < columns.size(); i++) {
        decoders.add(
            told.isPresent() ? Decoder.of(columns.get(i).type()) : Decoder.text(specs.get(i)));
      }
      this.pages = pages;
      this.next = pages == null ? null : first.getMetadata().pagingState;
      // Each page counts its own rows, so the counts are those of the result only if it is alone.
      this.access = next == null ? facts.access() : "";
      this.rows = first.getData();
    }

    /** A column of a system table. */
    private static Column column(ColumnSpec spec) {
      return new Column(spec.name, Decoder.type(spec), true);
    }

    @Nullable Row next() {
      while (rows.isEmpty()) {
        ByteBuffer state = next;
        if (state == null || pages == null) {
          return null;
        }
        Frame frame = pages.apply(state);
        if (!(frame.message instanceof Rows more)
            || !Facts.of(frame.customPayload).columns().orElse(columns).equals(columns)) {
          throw new ClientException(
              ErrorCode.INVALID,
              "cannot read the next page: found other columns, because the table has changed since the statement began; run the statement again",
              null);
        }
        next = more.getMetadata().pagingState;
        rows = more.getData();
      }
      List<ByteBuffer> values = rows.remove();
      @Nullable Object[] row = new @Nullable Object[columns.size()];
      for (int i = 0; i < row.length; i++) {
        ByteBuffer bytes = values.get(i);
        row[i] = bytes == null ? null : decoded(i, bytes);
      }
      return Row.of(names, row);
    }

    private Object decoded(int index, ByteBuffer bytes) {
      try {
        return decoders.get(index).decode(bytes);
      } catch (IllegalArgumentException | ArithmeticException | KeyException e) {
        throw new ClientException(
            ErrorCode.UNREADABLE,
            "cannot read column %s of the answer: %s; use a client of the server's version"
                .formatted(names.get(index), e.getMessage()),
            e);
      }
    }

    String access() {
      return access;
    }

    void close() {
      rows = new ArrayDeque<>();
      next = null;
    }
  }

  /** Decodes the values of one column. */
  private interface Decoder {
    Object decode(ByteBuffer bytes);

    /** A column whose type the server has told. */
    static Decoder of(Type type) {
      NativeType nativeType = NativeType.of(type);
      return bytes -> {
        Object value = nativeType.decode(bytes);
        if (value == null) {
          throw new IllegalArgumentException("found no value");
        }
        return type.convert(value);
      };
    }

    /** A type that is the same in the protocol; text for the others. */
    static Type type(ColumnSpec spec) {
      try {
        Type type = Type.parse(NativeValues.name(spec.type));
        return NativeType.of(type).raw().equals(spec.type) ? type : TEXT;
      } catch (IllegalArgumentException | KeyException e) {
        return TEXT;
      }
    }

    /** A column of a system table; a value that no type of Keywright has becomes text. */
    static Decoder text(ColumnSpec spec) {
      Type type = type(spec);
      if (!type.equals(TEXT)) {
        return of(type);
      }
      return bytes -> {
        Object value = NativeValues.decode(spec.type, bytes);
        return value instanceof java.net.InetAddress address
            ? address.getHostAddress()
            : String.valueOf(value);
      };
    }
  }
}
