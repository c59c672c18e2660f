package keywright.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import keywright.key.ByteRange;
import keywright.key.Key;
import keywright.store.ByteSnapshot;
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
import keywright.store.TimedWrites;
import keywright.store.UnansweredException;
import keywright.store.WriteBatch;
import keywright.store.Written;
import keywright.table.catalog.DefinitionChecks;
import keywright.table.catalog.Registrations;

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

  /** All rows of a table, of one moment, as those of one region are. */
  record All(TableLayout layout, ScanOptions options) implements Request {}

  /**
   * Conditional writes, each for itself.
   *
   * @param registration under which the writer goes by the catalog; empty for who writes
   *     registrations, which may take any time
   */
  record Batches(List<WriteBatch> batches, String registration) implements Request {}

  /** Timed writes. */
  record Timed(List<? extends TimedWrite> writes) implements Request {}

  /** The names of the tables. */
  record Tables() implements Request {}

  /**
   * A table that is made, or dropped.
   *
   * @param registration under which whoever does so goes by the catalog
   */
  record Made(TableLayout layout, String dropped, String registration) implements Request {}

  /**
   * Whether so much time has passed since the catalog was read that it may be gone by no longer.
   *
   * @param catalog the version that was read
   */
  record TimeUp(String registration, long catalog) implements Request {}

  /**
   * Whether so much time has passed that nobody works under these registrations any longer, or one
   * of them is gone.
   *
   * @param forWrites whether nothing is under way either that was sent under them
   */
  record Wait(List<String> registrations, boolean forWrites) implements Request {}

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
  static final Object NO_ANSWER = "no answer";

  private static final String CATALOG = DefinitionChecks.RESERVED + ".catalog";

  private final Iterator<Object> answers;
  private Engine first;
  private long horizonMillis;
  private long catalog;
  private String registration = "";

  AskingEngine(List<Object> answers) {
    this.answers = answers.iterator();
  }

  /** From now on it is this engine that answers; null for whoever is asked. */
  void seeing(Engine engine) {
    first = engine;
  }

  /** Writes that were begun take effect for so long, if that is longer than a request. */
  void keepingRounds(long millis) {
    horizonMillis = millis;
  }

  boolean isSeeing() {
    return first != null;
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
  static Object at(Engine engine, Request request) {
    if (request instanceof Tables) {
      return engine.tables();
    }
    if (request instanceof Batches batches) {
      // Of who registers, which was done when the engine was made.
      return batches.batches().stream().map(batch -> Written.DONE).toList();
    }
    if (request instanceof Get get) {
      try (Snapshot view = engine.snapshot(get.nowMillis())) {
        return view.get(get.layout(), get.keys(), get.options());
      }
    }
    if (request instanceof All all) {
      List<StoredRow> rows = new ArrayList<>();
      try (Snapshot view = engine.snapshot(0);
          RowCursor cursor = view.walk(all.layout(), all.options())) {
        for (StoredRow row = cursor.next(); row != null; row = cursor.next()) {
          rows.add(row);
        }
      }
      return rows;
    }
    Next next = (Next) request;
    try (ByteSnapshot view = (ByteSnapshot) engine.snapshot(next.nowMillis());
        RowCursor cursor = view.scan(next.layout(), next.range(), next.options())) {
      return Arrays.asList(cursor.next());
    }
  }

  /** Whether so much time has passed that what was read of the catalog may be gone by no longer. */
  boolean isTimeUp() {
    return (Boolean) ask(new TimeUp(registration, catalog));
  }

  /** Whether it is known that one of the registrations is gone; else nobody works under them. */
  boolean isGone(List<String> registrations, boolean forWrites) {
    return (Boolean) ask(new Wait(registrations, forWrites));
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
  public long requestDelayMillis() {
    return 1;
  }

  @Override
  public long horizonMillis() {
    return Math.max(horizonMillis, requestDelayMillis());
  }

  @Override
  @SuppressWarnings("unchecked")
  public Set<String> tables() {
    return (Set<String>) ask(new Tables());
  }

  @Override
  public void createTable(TableLayout layout) {
    Object unused = ask(new Made(layout, "", registration));
  }

  @Override
  public void addFamilies(TableLayout layout) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void dropTable(String name) {
    Object unused = ask(new Made(null, name, registration));
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
    RowWrite write = batches.get(0).writes().get(0);
    String name = write.layout().name().equals(CATALOG) ? String.valueOf(write.key().part(0)) : "";
    boolean registers = Registrations.isName(name);
    List<Written> written =
        (List<Written>) ask(new Batches(batches, registers ? "" : registration));
    if (written.get(0) == Written.DONE && write instanceof RowWrite.Put put && !name.isEmpty()) {
      if (!registers) {
        catalog = put.newVersion();
      } else if (put.expectedVersion() == WriteBatch.ABSENT) {
        registration = name;
      }
    }
    return written;
  }

  @Override
  public Optional<TimedWrites> timedWrites() {
    return Optional.of(
        writes -> {
          if (ask(new Timed(writes)) == NO_ANSWER) {
            throw new UnansweredException("no answer");
          }
        });
  }

  @Override
  public void close() {}

  @SuppressWarnings("unchecked")
  private RowCursor scanOfCatalog(TableLayout layout, ScanOptions options) {
    List<StoredRow> rows = (List<StoredRow>) ask(new All(layout, options));
    for (StoredRow row : rows) {
      if (!Registrations.isName(String.valueOf(row.key().part(0)))) {
        catalog = row.version();
      }
    }
    Iterator<StoredRow> left = rows.iterator();
    return new RowCursor() {
      @Override
      public StoredRow next() {
        return left.hasNext() ? left.next() : null;
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public Snapshot snapshot(LongSupplier clock) {
    long nowMillis = clock.getAsLong();
    return new ByteSnapshot() {
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
        if (layout.name().equals(CATALOG)) {
          return scanOfCatalog(layout, options);
        }
        return new RowCursor() {
          private ByteRange rest = range;

          @Override
          @SuppressWarnings("unchecked")
          public StoredRow next() {
            List<StoredRow> rows =
                (List<StoredRow>) ask(new Next(layout, rest, options, nowMillis));
            StoredRow row = rows.get(0);
            if (row != null) {
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
