package keywright.design.rows;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import keywright.key.Column;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.key.KeyExpression;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/** Converts the row keys of one declared key to text for people. Immutable. */
public final class KeyValues {
  private static final int LONGEST = 60;
  private static final int NONE = -1;

  private final KeySchema schema;

  /** For each part, the index of the column that can be decoded from this part alone. */
  private final int[] columns;

  public KeyValues(KeySchema schema) {
    this.schema = schema;
    this.columns = new int[schema.parts().size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = columnOf(schema.parts().get(i));
    }
  }

  private int columnOf(KeyPart part) {
    Set<String> read = part.expression().columns();
    if (read.size() != 1 || part.expression() instanceof KeyExpression.ColumnName) {
      return NONE;
    }
    String column = read.iterator().next();
    KeySchema alone = KeySchema.of(schema.columns(), List.of(part), KeyFormat.kw1());
    return alone.recovers(column)
        ? schema.columns().stream().map(Column::name).toList().indexOf(column)
        : NONE;
  }

  /**
   * The values of a row key, in the order of the key parts. For a part from which a column can be
   * decoded it is the value of the column: for {@code reverse(lpad(id, 9))} it is that of {@code
   * id}. If the row key cannot be decoded, the result is one value: the bytes in hexadecimal.
   */
  public List<KeyValue> of(byte[] rowKey) {
    try {
      return of(schema.decode(rowKey));
    } catch (KeyException e) {
      return List.of(new KeyValue("row key", shortened(HexFormat.of().formatHex(rowKey))));
    }
  }

  private List<KeyValue> of(Key key) {
    @Nullable Object[] recovered = schema.columnValues(key);
    List<KeyValue> values = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      KeyPart part = schema.parts().get(i);
      if (columns[i] == NONE) {
        String name =
            part.expression() instanceof KeyExpression.ColumnName column
                ? column.name()
                : part.name();
        values.add(new KeyValue(name, text(schema.partType(i), key.part(i))));
      } else {
        Column column = schema.columns().get(columns[i]);
        values.add(new KeyValue(column.name(), text(column.type(), recovered[columns[i]])));
      }
    }
    return values;
  }

  private static String text(Type type, @Nullable Object value) {
    return shortened(value == null ? "NULL" : type.format(value));
  }

  private static String shortened(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(LONGEST - 2)) ? LONGEST - 2 : LONGEST - 1;
    return text.substring(0, end) + "…";
  }
}
