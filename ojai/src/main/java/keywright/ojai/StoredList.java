package keywright.ojai;

import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** An array in stored bytes, which reads the elements that it is asked for. */
final class StoredList extends AbstractList<@Nullable Object> implements RandomAccess {
  private final DocumentBytes.Entries entries;

  StoredList(DocumentBytes.Entries entries) {
    this.entries = entries;
  }

  @Override
  public @Nullable Object get(int index) {
    Objects.checkIndex(index, entries.count);
    return entries.element(index).read();
  }

  @Override
  public int size() {
    return entries.count;
  }
}
