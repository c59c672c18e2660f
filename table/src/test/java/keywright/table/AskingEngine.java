package keywright.table;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import keywright.key.ByteRange;
import keywright.key.Key;
import keywright.store.Capability;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.RowWrite;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TimedWrite;
import keywright.store.UnansweredException;
import keywright.store.WriteBatch;
import keywright.store.Written;

/**
 * An engine that gives the answers that it was given. Whoever asks once more is unwound, with what
 * was asked: it is run again from its beginning when there is an answer.
 */
final class AskingEngine implements Engine {

  /** What an engine is asked. */
  sealed interface Request {}

  /** Rows by key, all of one moment. */
  record Get(TableLayout layout, List<Key> keys, RowOptions options, long nowMillis)
      implements Request {}

  /** The next row of a scan. */
  record Next(TableLayout layout, ByteRange range, ScanOptions options, long nowMillis)
      implements Request {}

  /**
   * Conditional writes, each for itself.
   *
   * @param catalog the version of the catalog that the writer goes by
   */
  record Batches(List<WriteBatch> batches, long catalog) implements Request {}

  /** Timed writes. */
  record Timed(List<? extends TimedWrite> writes) implements Request {}

  /** The names of the tables. */
  record Tables() implements Request {}

  /**
   * A table that is made, or dropped.
   *
   * @param catalog the version of the catalog that whoever does so goes by
   */
  record Made(TableLayout layout, String dropped, long catalog) implements Request {}

  /** Whether so much time has passed that a version of the catalog may be gone by no longer. */
  record TimeUp(long catalog) implements Request {}

  /**
   * So much time that nobody goes by an older version of the catalog.
   *
   * @param forWrites whether nothing is under way either that was sent by it
   */
  record TimePasses(long catalog, boolean forWrites) implements Request {}

  /** Unwinds whoever asks. */
  static final class Asked extends Error {
    private static final long serialVersionUID = 1;
    final transient Request request;

    Asked(Request request) {
      super("asked", null, false, false);
      this.request = request;
    }
  }

  /** In place of an answer. */
  static final Object SILENCE = "silence";

  private static final String CATALOG = DefinitionChecks.RESERVED + ".catalog";

  private final Iterator<Object> answers;
  private MemoryEngine first;
  private long catalog;

  AskingEngine(List<Object> answers) {
    this.answers = answers.iterator();
  }

  /** From now on it is this engine that answers; null for whoever is asked. */
  void seeing(MemoryEngine engine) {
    first = engine;
  }

  private Object ask(Request request) {
    if (first != null) {
      return at(first, request);
    }
    if (!answers.hasNext()) {
      throw new Asked(request);
    }
    Object answer = answers.next();
    if (answer instanceof StoreException refusal) {
      throw refusal;
    }
    return answer;
  }

  /** What an engine answers to a question that changes nothing. */
  static Object at(MemoryEngine engine, Request request) {
    if (request instanceof Tables) {
      return engine.tables();
    }
    if (request instanceof Get get) {
      try (Snapshot view = engine.snapshot(get.nowMillis())) {
        return view.get(get.layout(), get.keys(), get.options());
      }
    }
    Next next = (Next) request;
    try (Snapshot view = engine.snapshot(next.nowMillis());
        RowCursor cursor = view.scan(next.layout(), next.range(), next.options())) {
      return Arrays.asList(cursor.next());
    }
  }

  /** Whether so much time has passed that what was read of the catalog may be gone by no longer. */
  boolean isTimeUp() {
    return (Boolean) ask(new TimeUp(catalog));
  }

  /** Waits until nobody goes by a catalog that is older than the one that was read, or written. */
  void await(boolean forWrites) {
    Object unused = ask(new TimePasses(catalog, forWrites));
  }

  @Override
  public Set<Capability> capabilities() {
    return MemoryEngine.ofSingleRows(1).capabilities();
  }

  @Override
  public int maxKeyLength() {
    return 1000;
  }

  @Override
  public long longestDelayMillis() {
    return 1;
  }

  @Override
  @SuppressWarnings("unchecked")
  public Set<String> tables() {
    return (Set<String>) ask(new Tables());
  }

  @Override
  public void createTable(TableLayout layout) {
    Object unused = ask(new Made(layout, "", catalog));
  }

  @Override
  public void addFamilies(TableLayout layout) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void dropTable(String name) {
    Object unused = ask(new Made(null, name, catalog));
  }

  @Override
  public boolean write(WriteBatch batch) {
    Written written = writeEach(List.of(batch)).get(0);
    if (written == Written.UNANSWERED) {
      throw new UnansweredException("no answer");
    }
    return written == Written.DONE;
  }

  @Override
  @SuppressWarnings("unchecked")
  public List<Written> writeEach(List<WriteBatch> batches) {
    List<Written> written = (List<Written>) ask(new Batches(batches, catalog));
    RowWrite write = batches.get(0).writes().get(0);
    if (write instanceof RowWrite.Put put
        && put.layout().name().equals(CATALOG)
        && written.get(0) == Written.DONE) {
      catalog = put.newVersion();
    }
    return written;
  }

  @Override
  public void writeTimed(List<? extends TimedWrite> writes) {
    if (ask(new Timed(writes)) == SILENCE) {
      throw new UnansweredException("no answer");
    }
  }

  @Override
  public void close() {}

  @Override
  public Snapshot snapshot(LongSupplier clock) {
    long nowMillis = clock.getAsLong();
    return new Snapshot() {
      @Override
      public long nowMillis() {
        return nowMillis;
      }

      @Override
      public StoredRow get(TableLayout layout, Key key, RowOptions options) {
        return get(layout, List.of(key), options).get(0);
      }

      @Override
      @SuppressWarnings("unchecked")
      public List<StoredRow> get(TableLayout layout, List<Key> keys, RowOptions options) {
        return (List<StoredRow>) ask(new Get(layout, keys, options, nowMillis));
      }

      @Override
      public RowCursor scan(TableLayout layout, ByteRange range, ScanOptions options) {
        return new RowCursor() {
          private ByteRange rest = range;

          @Override
          @SuppressWarnings("unchecked")
          public StoredRow next() {
            List<StoredRow> rows =
                (List<StoredRow>) ask(new Next(layout, rest, options, nowMillis));
            StoredRow row = rows.get(0);
            if (row != null) {
              if (layout.name().equals(CATALOG)) {
                catalog = row.version();
              }
              byte[] last = row.rowKey();
              rest =
                  options.reverse()
                      ? ByteRange.between(range.start(), last)
                      : ByteRange.between(Arrays.copyOf(last, last.length + 1), range.stop());
            }
            return row;
          }

          @Override
          public void close() {}
        };
      }

      @Override
      public void close() {}
    };
  }
}
