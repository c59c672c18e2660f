package keywright.key;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import keywright.key.KeyExpression.Call;
import keywright.key.KeyExpression.ColumnName;

/**
 * The names of a key, no two the same: the columns declared, one column for each {@code random(n)}
 * that is not among them, and the names that {@code AS} gives to computed parts.
 */
final class KeyNames {
  private static final Pattern NOT_IN_NAMES = Pattern.compile("[^A-Za-z0-9_]+");
  private static final Pattern AROUND_NAMES = Pattern.compile("^_+|_+$");

  private final List<Column> all;
  private final Map<String, Integer> randomValues = new LinkedHashMap<>();
  private final Map<String, Integer> computed = new LinkedHashMap<>();

  KeyNames(List<Column> declared, List<KeyPart> parts) {
    all = new ArrayList<>(declared);
    Set<String> names = new LinkedHashSet<>();
    for (Column column : declared) {
      if (!names.add(column.name())) {
        throw KeyException.of(
            "cannot make a key: column "
                + Tokens.quoteName(column.name())
                + " is declared twice; remove or rename one");
      }
    }
    for (KeyPart part : parts) {
      if (part.isRandom() && part.expression() instanceof Call call) {
        addColumn(part, ExpressionTyper.randomValues(call));
      }
    }
    for (int i = 0; i < parts.size(); i++) {
      KeyPart part = parts.get(i);
      if (part.alias() != null && !part.isRandom()) {
        addComputed(part, part.alias(), i);
      }
    }
  }

  /** As {@link KeySchema#partNames}. */
  static List<String> ofParts(List<KeyPart> parts, Collection<String> taken) {
    Set<String> used = new HashSet<>();
    taken.forEach(name -> used.add(name.toLowerCase(Locale.ROOT)));
    List<String> names = new ArrayList<>();
    for (KeyPart part : parts) {
      String name = ofPart(part);
      String free = name;
      for (int count = 2; !used.add(free.toLowerCase(Locale.ROOT)); count++) {
        free = name + "_" + count;
      }
      names.add(free);
    }
    return List.copyOf(names);
  }

  private static String ofPart(KeyPart part) {
    String alias = part.alias();
    if (alias != null) {
      return alias;
    }
    String text = NOT_IN_NAMES.matcher(part.expression().toString()).replaceAll("_");
    String plain = AROUND_NAMES.matcher(text).replaceAll("");
    return plain.isEmpty() ? "part" : plain;
  }

  private void addColumn(KeyPart part, int count) {
    String name = part.randomName();
    Column column = new Column(name, IntegerType.remainder(count), false);
    int index = indexOf(all, name);
    if (randomValues.put(name, count) != null || (index >= 0 && !all.get(index).equals(column))) {
      throw taken(part, "column", name);
    }
    if (index < 0) {
      all.add(column);
    }
  }

  private void addComputed(KeyPart part, String name, int index) {
    if (part.expression() instanceof ColumnName) {
      throw KeyException.of("cannot use " + part + ": " + KeyPart.COLUMN_NAMED);
    }
    if (indexOf(all, name) >= 0) {
      throw taken(part, "column", name);
    }
    if (computed.put(name, index) != null) {
      throw taken(part, "part", name);
    }
  }

  private static KeyException taken(KeyPart part, String what, String name) {
    return KeyException.of(
        "cannot use "
            + part
            + ": a "
            + what
            + " named "
            + name
            + " exists already; choose another name after AS");
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
  List<Column> columns() {
    return List.copyOf(all);
  }

  /** The columns that are drawn, each with the number of its values. */
  Map<String, Integer> randomValues() {
    return randomValues;
  }

  /** The names of computed parts, each with the index of its part. */
  Map<String, Integer> computed() {
    return computed;
  }
}
