package keywright.table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.key.KeyExpression;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.table.catalog.DefinitionChecks;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;

/** A random table definition that {@link DefinitionChecks} accepts, and its columns' values. */
final class RandomTable {
  final TableDefinition definition;

  /** All columns, that of {@code random(n)} included, in the order of a row. */
  final List<RandomColumn> columns;

  private RandomTable(TableDefinition definition, List<RandomColumn> columns) {
    this.definition = definition;
    this.columns = columns;
  }

  static RandomTable of(Random random, String name) {
    while (true) {
      try {
        RandomTable table = draw(random, name);
        DefinitionChecks.check(table.definition, "create");
        return table;
      } catch (KeyException | TableException e) {
        // Not every combination of parts makes a key, above all in the text format.
      }
    }
  }

  /** A table for an engine with partitions, which has no other key formats. */
  static RandomTable partitioned(Random random, String name) {
    while (true) {
      RandomTable table = of(random, name);
      TableDefinition definition = table.definition.withFormat(KeyFormat.kw1());
      List<IndexDefinition> indexes =
          definition.indexes().stream().map(index -> partitioned(random, index)).toList();
      int parts = 1 + random.nextInt(Math.min(2, definition.primaryKey().size()));
      definition = definition.withIndexes(indexes).withPartitionParts(parts);
      try {
        DefinitionChecks.check(definition, "create");
        return new RandomTable(definition, table.columns);
      } catch (KeyException | TableException e) {
        // An index that one format can have, and another not.
      }
    }
  }

  /** The index with some of its parts as the partition. */
  static IndexDefinition partitioned(Random random, IndexDefinition index) {
    return index
        .withFormat(KeyFormat.kw1())
        .withPartitionParts(1 + random.nextInt(Math.min(2, index.parts().size())));
  }

  private static RandomTable draw(Random random, String name) {
    int count = 3 + random.nextInt(5);
    List<RandomColumn> columns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      columns.add(RandomColumn.of(random, "c" + i, random.nextInt(6) == 0));
    }
    List<FamilyDefinition> families = new ArrayList<>();
    for (int i = 0; i < random.nextInt(3); i++) {
      families.add(FamilyDefinition.of("f" + i));
    }
    List<ColumnDefinition> declared = new ArrayList<>();
    for (RandomColumn column : columns) {
      ColumnDefinition definition = ColumnDefinition.of(column.name, column.type);
      definition = column.nullable ? definition.asNullable() : definition;
      boolean inFamily = !families.isEmpty() && random.nextInt(3) > 0;
      declared.add(
          inFamily
              ? definition.inFamily(families.get(random.nextInt(families.size())).name())
              : definition);
    }
    TableDefinition table =
        TableDefinition.of(name, declared, primaryKey(random, columns)).withFamilies(families);
    table = table.withFormat(format(random, "_"));
    List<IndexDefinition> indexes = new ArrayList<>();
    for (int i = 0; i < random.nextInt(5); i++) {
      indexes.add(covering(random, table, index(random, columns, name + "_i" + i)));
    }
    indexes.replaceAll(index -> random.nextInt(10) == 0 ? index.asUnique() : index);
    table = table.withIndexes(indexes);
    List<RandomColumn> all = new ArrayList<>(columns);
    List<Column> drawn = table.allColumns();
    for (int i = columns.size(); i < drawn.size(); i++) {
      all.add(RandomColumn.drawn(drawn.get(i).name(), drawn.get(i).type(), 3));
    }
    return new RandomTable(table, all);
  }

  private static List<KeyPart> primaryKey(Random random, List<RandomColumn> columns) {
    List<RandomColumn> shuffled = new ArrayList<>(columns);
    Collections.shuffle(shuffled, random);
    List<String> parts = new ArrayList<>();
    for (RandomColumn column : shuffled.subList(0, 1 + random.nextInt(3))) {
      parts.addAll(column.identifyingParts(random));
    }
    if (random.nextInt(5) == 0) {
      parts.add(0, "bucket(4)");
    }
    if (random.nextInt(8) == 0) {
      parts.add(random.nextInt(parts.size() + 1), "random(3) AS r");
    }
    return named(random, KeyPart.parseList(String.join(", ", parts)));
  }

  /** Now and then the parts that are computed have names. */
  private static List<KeyPart> named(Random random, List<KeyPart> parts) {
    if (random.nextInt(3) > 0) {
      return parts;
    }
    List<KeyPart> named = new ArrayList<>();
    for (KeyPart part : parts) {
      boolean isComputed =
          part.alias() == null && !(part.expression() instanceof KeyExpression.ColumnName);
      named.add(
          isComputed
              ? new KeyPart(
                  part.expression(), part.descending(), part.nulls(), "part" + named.size())
              : part);
    }
    return named;
  }

  static IndexDefinition index(Random random, List<RandomColumn> columns, String name) {
    List<RandomColumn> shuffled = new ArrayList<>(columns);
    Collections.shuffle(shuffled, random);
    List<String> parts = new ArrayList<>();
    for (RandomColumn column : shuffled.subList(0, 1 + random.nextInt(3))) {
      if (random.nextInt(4) == 0) {
        parts.addAll(column.identifyingParts(random));
      } else {
        parts.add(column.indexPart(random));
      }
    }
    if (random.nextBoolean()) {
      // A query by an element alone is served where nothing stands before it.
      parts.sort(Comparator.comparing(part -> !part.startsWith("values(")));
    }
    if (random.nextInt(5) == 0) {
      parts.add(0, "bucket(3)");
    }
    return new IndexDefinition(
        name, KeyPart.parseList(String.join(", ", parts)), format(random, "|"));
  }

  /** Sometimes with columns that its key has not. */
  static IndexDefinition covering(Random random, TableDefinition table, IndexDefinition index) {
    if (random.nextInt(3) > 0) {
      return index;
    }
    try {
      if (index.listColumn() != null) {
        return index;
      }
      KeySchema schema = index.schema(table.primaryKeySchema());
      return index.including(
          table.columns().stream()
              .map(ColumnDefinition::name)
              .filter(column -> !schema.recovers(column) && random.nextBoolean())
              .toArray(String[]::new));
    } catch (KeyException | TableException e) {
      return index; // Refused when it is created.
    }
  }

  /** Mostly kw1; sometimes text, sometimes that of another system. */
  private static KeyFormat format(Random random, String delimiter) {
    List<String> names = KeyFormat.names();
    return switch (random.nextInt(8)) {
      case 0 -> KeyFormat.text(delimiter);
      case 1 -> KeyFormat.of(names.get(2 + random.nextInt(names.size() - 2)));
      default -> KeyFormat.kw1();
    };
  }
}
