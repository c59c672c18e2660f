package keywright.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import keywright.store.contract.ForwardingEngine;

/** The engine in memory that changes single rows, with one defect, which the contract must find. */
final class BrokenSingleRows extends ForwardingEngine {

  /** Defects that only such engines have. */
  enum Defect {
    NONE,
    DELETE_LOSES_A_TIE,
    DELETE_IS_FORGOTTEN_AT_ONCE,
    LAST_ARRIVAL_WINS,
    TIMED_PUT_KEEPS_OTHER_CELLS,
    BATCH_OF_MANY_ROWS_IS_TORN,
    EXPIRED_ROW_IS_ABSENT_TO_WRITES,
    ONE_REFUSAL_STOPS_THE_OTHERS
  }

  private final MemoryEngine memory;
  private final Defect defect;
  private long arrivals;

  BrokenSingleRows(Defect defect) {
    this(MemoryEngine.ofSingleRows(1), defect);
  }

  private BrokenSingleRows(MemoryEngine memory, Defect defect) {
    super(memory);
    this.memory = memory;
    this.defect = defect;
  }

  @Override
  public boolean write(WriteBatch batch) {
    if (defect == Defect.BATCH_OF_MANY_ROWS_IS_TORN && !batch.isOfOneRow()) {
      boolean written = true;
      for (RowWrite write : batch.writes()) {
        WriteBatch one = new WriteBatch(batch.nowMillis());
        one.delete(write.layout(), write.key(), write.expectedVersion());
        written &= engine.write(one);
      }
      return written;
    }
    if (defect == Defect.EXPIRED_ROW_IS_ABSENT_TO_WRITES) {
      for (RowWrite write : batch.writes()) {
        Set<String> families = Set.of(write.layout().families().get(0).name());
        RowOptions expired = RowOptions.of(families).withExpired();
        StoredRow row = engine.get(write.layout(), write.key(), expired, batch.nowMillis());
        if (row != null && row.head().isExpired(batch.nowMillis())) {
          WriteBatch away = new WriteBatch(0).delete(write.layout(), write.key(), WriteBatch.ANY);
          boolean unused = engine.write(away);
        }
      }
    }
    return engine.write(batch);
  }

  @Override
  public List<Written> writeEach(List<WriteBatch> batches) {
    List<Written> written = new ArrayList<>();
    for (WriteBatch batch : batches) {
      boolean stopped =
          defect == Defect.ONE_REFUSAL_STOPS_THE_OTHERS && written.contains(Written.REFUSED);
      written.add(!stopped && write(batch) ? Written.DONE : Written.REFUSED);
    }
    return written;
  }

  @Override
  public void writeTimed(List<? extends TimedWrite> writes) {
    for (TimedWrite write : writes) {
      TimedWrites.of(engine).write(List.of(changed(write)));
      if (defect == Defect.DELETE_IS_FORGOTTEN_AT_ONCE) {
        memory.forgetDeletes();
      }
    }
  }

  private TimedWrite changed(TimedWrite write) {
    long timestamp = write.timestamp();
    arrivals++;
    return switch (defect) {
      case LAST_ARRIVAL_WINS -> at(write, 1_000_000 + arrivals, Map.of());
      case DELETE_LOSES_A_TIE ->
          write instanceof TimedWrite.Delete && timestamp > 1
              ? at(write, timestamp - 1, Map.of())
              : write;
      case TIMED_PUT_KEEPS_OTHER_CELLS -> {
        Set<String> families = Set.of(write.layout().families().get(0).name());
        StoredRow row = engine.get(write.layout(), write.key(), RowOptions.of(families), 0);
        Map<Integer, Object> values = new TreeMap<>();
        if (row != null) {
          row.cells().forEach(cell -> values.put(cell.columnId(), cell.value()));
        }
        yield at(write, timestamp, values);
      }
      default -> write;
    };
  }

  /** The write at another timestamp, a put with more cells. */
  private static TimedWrite at(TimedWrite write, long timestamp, Map<Integer, Object> more) {
    if (!(write instanceof TimedWrite.Put put)) {
      return TimedWrite.delete(write.layout(), write.key(), timestamp);
    }
    Map<Integer, Object> values = new TreeMap<>(more);
    put.row().cells().forEach(cell -> values.put(cell.columnId(), cell.value()));
    return TimedWrite.put(put.layout(), put.key(), timestamp, values);
  }
}
