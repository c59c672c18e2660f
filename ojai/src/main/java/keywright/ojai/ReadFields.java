package keywright.ojai;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ojai.FieldPath;
import org.ojai.FieldSegment;

/**
 * The outermost fields of documents that a query reads. A store with families of fields reads no
 * other family. {@code _id} is not one of them, because it is in the key. Not safe for many
 * threads.
 */
final class ReadFields {
  /** Null for all fields. */
  private @Nullable Set<String> names = new HashSet<>();

  /** Adds the fields that contain the values at these paths. */
  ReadFields add(Collection<FieldPath> paths) {
    paths.forEach(this::add);
    return this;
  }

  private void add(FieldPath path) {
    FieldSegment root = Paths.root(path);
    Set<String> known = names;
    if (root == null || !root.isNamed()) {
      names = null;
    } else if (known != null && !root.getNameSegment().getName().equals(StoredDocument.ID)) {
      known.add(root.getNameSegment().getName());
    }
  }

  /** Adds the fields that the test of a condition reads. */
  ReadFields add(@Nullable Condition condition) {
    if (condition instanceof Condition.And and) {
      and.parts().forEach(this::add);
    } else if (condition instanceof Condition.Or or) {
      or.parts().forEach(this::add);
    } else if (condition instanceof Condition.ElementAnd elements) {
      add(elements.path());
    } else if (condition instanceof Condition.Exists exists) {
      add(exists.path());
    } else if (condition instanceof Condition.Leaf leaf) {
      add(leaf.path());
    }
    return this;
  }

  /** The names of the fields; null for all. */
  @Nullable Set<String> names() {
    return names;
  }
}
