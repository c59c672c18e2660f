package keywright.table;

import java.util.ArrayList;
import java.util.List;
import keywright.key.KeyExpression;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;

/**
 * An index table as declared.
 *
 * @param name unique in the database
 * @param parts as written; the stored key is completed, see {@link TableDefinition#indexSchema}
 */
public record IndexDefinition(String name, List<KeyPart> parts, KeyFormat format) {
  /** Keeps its own copy of the parts. */
  public IndexDefinition {
    parts = List.copyOf(parts);
  }

  /**
   * An index in the KW1 format, its parts from text such as {@code "customer_id, paid_at DESC"}.
   */
  public static IndexDefinition of(String name, String parts) {
    return new IndexDefinition(name, KeyPart.parseList(parts), KeyFormat.kw1());
  }

  /** The same index with other parts. */
  IndexDefinition withParts(List<KeyPart> newParts) {
    return new IndexDefinition(name, newParts, format);
  }

  /** The stored key over a table's primary key; see {@link TableDefinition#indexSchema}. */
  KeySchema schema(KeySchema primaryKey) {
    List<String> keyColumns = List.copyOf(primaryKey.keyColumns());
    List<KeyPart> stored = new ArrayList<>();
    for (KeyPart part : parts) {
      stored.add(part.withBucketColumns(keyColumns));
    }
    KeySchema declared = KeySchema.of(primaryKey.columns(), stored, format);
    for (String column : keyColumns) {
      if (!declared.recovers(column)) {
        stored.add(KeyPart.asc(KeyExpression.column(column)));
      }
    }
    return stored.size() == parts.size()
        ? declared
        : KeySchema.of(primaryKey.columns(), stored, format);
  }
}
