package keywright.store.contract;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import keywright.key.Key;
import keywright.store.AttachedTables;
import keywright.store.Capability;
import keywright.store.Checkpoints;
import keywright.store.Engine;
import keywright.store.EngineFigure;
import keywright.store.EngineRegions;
import keywright.store.PlainWrites;
import keywright.store.RawRows;
import keywright.store.Snapshot;
import keywright.store.SortedWrites;
import keywright.store.TableLayout;
import keywright.store.TablePart;
import keywright.store.TimedWrite;
import keywright.store.TimedWrites;
import keywright.store.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * An engine that does what another does: what differs is for a subclass to say. What {@link Engine}
 * makes of other calls (rows alone, many batches, marks) is made of this one's calls, so that a
 * subclass says what differs once.
 */
public abstract class ForwardingEngine implements Engine {
  /** What the calls go to. */
  protected final Engine engine;

  protected ForwardingEngine(Engine engine) {
    this.engine = engine;
  }

  @Override
  public boolean write(WriteBatch batch) {
    return engine.write(batch);
  }

  @Override
  public Optional<String> keyspace() {
    return engine.keyspace();
  }

  @Override
  public Set<Capability> capabilities() {
    return engine.capabilities();
  }

  @Override
  public int maxKeyLength() {
    return engine.maxKeyLength();
  }

  @Override
  public int maxValueLength() {
    return engine.maxValueLength();
  }

  @Override
  public OptionalLong estimatedRows(String table) {
    return engine.estimatedRows(table);
  }

  @Override
  public long versionStep() {
    return engine.versionStep();
  }

  @Override
  public long requestDelayMillis() {
    return engine.requestDelayMillis();
  }

  @Override
  public boolean isShared() {
    return engine.isShared();
  }

  @Override
  public Optional<SortedWrites> sortedWrites() {
    return engine.sortedWrites();
  }

  @Override
  public Optional<EngineRegions> regions() {
    return engine.regions();
  }

  @Override
  public Optional<AttachedTables> attachedTables() {
    return engine.attachedTables();
  }

  @Override
  public Optional<RawRows> rawRows() {
    return engine.rawRows();
  }

  @Override
  public Optional<TimedWrites> timedWrites() {
    return engine.timedWrites().map(own -> this::writeTimed);
  }

  @Override
  public Optional<PlainWrites> plainWrites() {
    return engine.plainWrites();
  }

  /** Does timed writes, where the engine has them. */
  protected void writeTimed(List<? extends TimedWrite> writes) {
    TimedWrites.of(engine).write(writes);
  }

  @Override
  public List<TablePart> parts(TableLayout layout, int count) {
    return engine.parts(layout, count);
  }

  @Override
  public Optional<String> keyProblem(TableLayout layout, Key key) {
    return engine.keyProblem(layout, key);
  }

  @Override
  public boolean isInKeyOrder(TableLayout layout, int fixedParts) {
    return engine.isInKeyOrder(layout, fixedParts);
  }

  @Override
  public Set<String> tables() {
    return engine.tables();
  }

  @Override
  public void createTable(TableLayout layout) {
    engine.createTable(layout);
  }

  @Override
  public void addFamilies(TableLayout layout) {
    engine.addFamilies(layout);
  }

  @Override
  public TableLayout named(@Nullable TableLayout before, TableLayout layout) {
    return engine.named(before, layout);
  }

  @Override
  public void alterTable(TableLayout before, TableLayout after) {
    engine.alterTable(before, after);
  }

  @Override
  public void compress(TableLayout layout, String family) {
    engine.compress(layout, family);
  }

  @Override
  public void dropTable(String name) {
    engine.dropTable(name);
  }

  @Override
  public Snapshot snapshot(LongSupplier clock) {
    return engine.snapshot(clock);
  }

  @Override
  public Optional<Checkpoints> checkpoints() {
    return engine.checkpoints();
  }

  @Override
  public List<EngineFigure> figures() {
    return engine.figures();
  }

  @Override
  public void close() {
    engine.close();
  }
}
