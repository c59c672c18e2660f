package keywright.key;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keywright.key.KeyExpression.Call;

/**
 * The columns of a key: those declared and one for each {@code random(n)} that is not among them.
 */
final class RandomColumns {
  private final List<Column> all;
  private final Map<String, Integer> values = new LinkedHashMap<>();

  RandomColumns(List<Column> declared, List<KeyPart> parts) {
    all = new ArrayList<>(declared);
    Set<String> names = new LinkedHashSet<>();
    for (Column column : declared) {
      if (!names.add(column.name())) {
        throw KeyException.of(
            "cannot make a key: column " + Tokens.quoteName(column.name()) + " is declared twice");
      }
    }
    for (KeyPart part : parts) {
      if (part.expression() instanceof Call call && call.isRandom()) {
        add(part, ExpressionTyper.randomValues(call));
      }
    }
  }

  private void add(KeyPart part, int count) {
    String name = part.randomName();
    Column column = new Column(name, IntegerType.remainder(count), false);
    int index = indexOf(all, name);
    if (values.put(name, count) != null || (index >= 0 && !all.get(index).equals(column))) {
      throw KeyException.of(
          "cannot use " + part + ": the column " + name + " exists, name another by AS");
    }
    if (index < 0) {
      all.add(column);
    }
  }

  static int indexOf(List<Column> columns, String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** The columns declared, then those added. */
  List<Column> all() {
    return List.copyOf(all);
  }

  /** The columns that are drawn, each with the number of its values. */
  Map<String, Integer> values() {
    return values;
  }
}
