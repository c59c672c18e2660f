package keywright.table.write;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import keywright.store.stop.Cancellation;
import keywright.table.layout.StoredTable;
import keywright.table.model.DatabaseEvents;
import keywright.table.model.OutcomeUnknownException;
import org.jspecify.annotations.Nullable;

/** A writer that calls a listener for each row with an unknown outcome. Safe for many threads. */
public final class ToldRowWriter implements RowWriter {
  private final RowWriter writer;
  private final DatabaseEvents events;

  private ToldRowWriter(RowWriter writer, DatabaseEvents events) {
    this.writer = writer;
    this.events = events;
  }

  /**
   * Wraps a writer. Returns {@code writer} itself if {@code events} is {@link DatabaseEvents#NONE}.
   */
  public static RowWriter of(RowWriter writer, DatabaseEvents events) {
    return events == DatabaseEvents.NONE ? writer : new ToldRowWriter(writer, events);
  }

  @Override
  public Result write(StoredTable table, List<RowChange> changes, Cancellation cancellation) {
    Result result = telling(table.name(), () -> writer.write(table, changes, cancellation));
    result.failures().forEach(failure -> tell(table.name(), failure));
    return result;
  }

  @Override
  public Together writeTogether(List<RowChange> changes, Cancellation cancellation) {
    String table = changes.get(0).table().name();
    Together together = telling(table, () -> writer.writeTogether(changes, cancellation));
    tell(table, together.refusal());
    return together;
  }

  @Override
  public Each writeEach(List<RowChange> changes, Cancellation cancellation) {
    String table = changes.get(0).table().name();
    Each each = telling(table, () -> writer.writeEach(changes, cancellation));
    for (int i = 0; i < changes.size(); i++) {
      tell(changes.get(i).table().name(), each.refusals().get(i));
    }
    return each;
  }

  private <R> R telling(String table, Supplier<R> write) {
    try {
      return Objects.requireNonNull(write.get());
    } catch (OutcomeUnknownException e) {
      tell(table, e);
      throw e;
    }
  }

  private void tell(String table, @Nullable RuntimeException failure) {
    if (failure instanceof OutcomeUnknownException) {
      events.outcomeUnknown(table);
    }
  }
}
