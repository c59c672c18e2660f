package keywright.cli.database;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import keywright.cli.console.NameMatch;
import keywright.cli.console.Rendering;
import keywright.cql.client.CqlClient;
import keywright.key.KeywrightException;
import keywright.table.model.DocumentReader;
import keywright.table.model.DocumentTable;
import org.jspecify.annotations.Nullable;

/** Rows go to a server, as INSERTs in batches. Used by one thread at a time. */
final class SentRows implements LoadTarget {
  /** The length of the longest value, in bytes: a request with it must fit into a frame. */
  static final int VALUE_BYTES_MAX = 10 << 20;

  private static final int ROWS_PER_BATCH = 100;

  /** An estimate of the text in a batch: the frame with it must be accepted. */
  private static final long CHARACTERS_PER_BATCH = 1 << 20;

  private record Pending(CqlClient.Bound insert, Consumer<RuntimeException> refused) {}

  private final CqlClient client;
  private final String table;
  private final Map<List<String>, CqlClient.Prepared> inserts = new HashMap<>();

  /** Reads the documents of a document table; empty for another table. */
  private final Optional<DocumentReader> documents;

  private final List<Pending> pending = new ArrayList<>();
  private long characters;
  private long written;

  SentRows(CqlClient client, String table) {
    this.client = client;
    this.table = table;
    this.documents =
        client.find(table).flatMap(DocumentTable::of).flatMap(any -> DocumentTable.reader());
  }

  @Override
  public void add(Map<String, @Nullable Object> row, Consumer<RuntimeException> refused) {
    List<String> columns = List.copyOf(row.keySet());
    CqlClient.Prepared insert = inserts.computeIfAbsent(columns, this::prepare);
    @Nullable Object[] values =
        columns.stream().map(column -> sent(column, row.get(column))).toArray();
    pending.add(new Pending(insert.bind(values), refused));
    for (Object value : values) {
      characters += value instanceof CharSequence text ? text.length() : Long.BYTES;
      characters += value instanceof byte[] bytes ? bytes.length : 0;
    }
    if (pending.size() >= ROWS_PER_BATCH || characters >= CHARACTERS_PER_BATCH) {
      flush();
    }
  }

  /** The value of a parameter. A document is JSON there. */
  private @Nullable Object sent(String column, @Nullable Object value) {
    return documents.isPresent()
            && column.equals(DocumentTable.DOCUMENT)
            && value instanceof byte[] document
        ? documents.get().json(document)
        : value;
  }

  private CqlClient.Prepared prepare(List<String> columns) {
    return client.prepare(
        "INSERT INTO %s (%s) VALUES (%s)"
            .formatted(
                NameMatch.quotedQualified(table),
                columns.stream().map(NameMatch::quoted).collect(Collectors.joining(", ")),
                columns.stream().map(column -> "?").collect(Collectors.joining(", "))));
  }

  /** A refused batch has written nothing, so its rows are sent one by one to find the wrong one. */
  @Override
  public void flush() {
    List<Pending> rows = List.copyOf(pending);
    pending.clear();
    characters = 0;
    if (client.hasAtomicBatches() && rows.size() > 1) {
      try {
        client.batch(rows.stream().map(Pending::insert).toList()).close();
        written += rows.size();
        return;
      } catch (KeywrightException e) {
        requireRefusal(e);
      }
    }
    for (Pending row : rows) {
      try {
        row.insert().execute().close();
        written++;
      } catch (KeywrightException e) {
        requireRefusal(e);
        row.refused().accept(e);
      }
    }
  }

  /** Throws an error that the next row would have too. */
  private static void requireRefusal(KeywrightException e) {
    boolean isOfRow =
        switch (e.code()) {
          case INVALID, DUPLICATE_KEY, LIMIT_EXCEEDED, CONFLICT, SYNTAX, UNSUPPORTED -> true;
          case NOT_FOUND,
              ALREADY_EXISTS,
              NO_KEY,
              UNAVAILABLE,
              OUTCOME_UNKNOWN,
              ACCESS_DENIED,
              STOPPED,
              TIMED_OUT,
              CLOSED,
              UNREADABLE,
              STORAGE ->
              false;
        };
    if (!isOfRow) {
      throw e;
    }
  }

  @Override
  public String counted() {
    return Rendering.number(written) + " written";
  }

  @Override
  public long longKeys() {
    return 0;
  }

  @Override
  public boolean isAllOrNothing() {
    return false;
  }

  @Override
  public String interrupted(String name, String again) {
    return "%s of the file %s in %s; %s"
        .formatted(
            Rendering.counted(written, "row", "rows"), written == 1 ? "is" : "are", name, again);
  }
}
