package keywright.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import keywright.key.Condition;
import org.jspecify.annotations.Nullable;

/** The rows of a scan that meet conditions. Used by one thread. */
final class FilteredScan implements FoundRow.Source {

  private record Test(int place, Predicate<@Nullable Object> predicate) {}

  private final FoundRow.Source source;
  private final List<Test> tests = new ArrayList<>();

  FilteredScan(StoredTable table, FoundRow.Source source, List<Condition> conditions) {
    this.source = source;
    for (Condition condition : conditions) {
      int place = table.place(condition.column());
      tests.add(new Test(place, condition.on(table.columns().get(place).type())));
    }
  }

  @Override
  public @Nullable FoundRow next() {
    FoundRow row = source.next();
    while (row != null && !meets(row)) {
      row = source.next();
    }
    return row;
  }

  private boolean meets(FoundRow row) {
    for (Test test : tests) {
      if (!test.predicate.test(row.values()[test.place])) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() {
    source.close();
  }
}
