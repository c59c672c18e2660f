package keywright.design.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import keywright.cql.Design;
import keywright.cql.Place;
import keywright.cql.Places;
import keywright.cql.QueryLoad;
import keywright.cql.Statements;
import keywright.design.rows.DesignedKey;
import keywright.design.simulate.AccessPath;
import keywright.key.KeyException;
import keywright.key.KeyPart;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * Turns a table as it should be into a fix: what changes as declarations, the same as edits of the
 * script, and what the queries of the design pay.
 */
final class Fixes {
  /** Another declaration of an attached table would no longer describe its rows. */
  private static final String OF_ATTACHED =
      "the stored rows of an attached table keep their keys, so copy them into a new table with this fix; ";

  private final Design design;
  private final @Nullable TargetEngine engine;

  Fixes(Design design, @Nullable TargetEngine engine) {
    this.design = design;
    this.engine = engine;
  }

  /** The table with other parts of a key and as many in the partition, if that fits together. */
  static Optional<TableDefinition> withParts(
      DesignedKey key, List<KeyPart> parts, int partitionParts) {
    TableDefinition table = key.table();
    IndexDefinition index = key.index();
    int partition = Math.max(1, Math.min(parts.size(), partitionParts));
    if (index == null) {
      return checked(
          new TableDefinition(
              table.name(),
              table.columns(),
              parts,
              partition,
              table.format(),
              table.families(),
              table.indexes(),
              table.columnNames()));
    }
    IndexDefinition changed =
        new IndexDefinition(index.name(), parts, index.format(), index.unique(), index.included())
            .withPartitionParts(partition);
    return checked(withIndex(table, index, changed));
  }

  /** The table with {@code changed} in the place of {@code index}. */
  static TableDefinition withIndex(
      TableDefinition table, IndexDefinition index, IndexDefinition changed) {
    return table.withIndexes(
        table.indexes().stream().map(other -> other.equals(index) ? changed : other).toList());
  }

  /** The table, unless its keys cannot be. */
  static Optional<TableDefinition> checked(TableDefinition table) {
    try {
      table.primaryKeySchema().requireIdentifying();
      for (IndexDefinition index : table.indexes()) {
        if (table.indexSchema(index.name()).parts().isEmpty()) {
          return Optional.empty();
        }
      }
      return Optional.of(table);
    } catch (KeyException | TableException e) {
      return Optional.empty();
    }
  }

  /** The change of one table into another. */
  Fix of(TableDefinition before, TableDefinition after, String cost) {
    return of(before, after, List.of(), cost);
  }

  /** The change of one table into another, and more tables. */
  Fix of(TableDefinition before, TableDefinition after, List<TableDefinition> added, String cost) {
    List<String> texts = new ArrayList<>();
    List<Edit> edits = new ArrayList<>();
    List<String> behind = new ArrayList<>();
    Places.OfTable places = design.places().table(before.name());
    changeTable(before, after, places, texts, edits);
    for (IndexDefinition index : before.indexes()) {
      String fullName = Names.in(before.keyspace(), index.name());
      Place place = design.places().index(fullName).statement();
      Optional<IndexDefinition> changed = after.index(index.name());
      if (changed.isEmpty()) {
        texts.add("DROP INDEX " + Statements.quoteQualified(fullName));
        edits.add(new Edit(place, ""));
      } else if (!changed.get().equals(index)) {
        String text = Statements.createIndex(after.name(), changed.get());
        texts.add(text);
        edits.add(new Edit(place, text));
      }
    }
    for (IndexDefinition index : after.indexes()) {
      if (before.index(index.name()).isEmpty()) {
        behind.add(Statements.createIndex(after.name(), index));
      }
    }
    added.forEach(table -> behind.add(Statements.createTable(table)));
    if (!behind.isEmpty()) {
      texts.addAll(behind);
      edits.add(new Edit(design.end(), ";\n" + String.join(";\n", behind) + ";\n"));
    }
    boolean hasEdits = !before.isAttached() && !design.places().isAltered(before.name());
    return new Fix(
        String.join("; ", texts),
        (before.isAttached() ? OF_ATTACHED : "") + cost + changes(before, after),
        hasEdits ? edits : List.of());
  }

  private static void changeTable(
      TableDefinition before,
      TableDefinition after,
      Places.OfTable places,
      List<String> texts,
      List<Edit> edits) {
    boolean sameKey =
        before.primaryKey().equals(after.primaryKey())
            && before.partitionParts() == after.partitionParts();
    boolean sameColumns = before.columns().equals(after.columns());
    boolean sameRest =
        before.families().equals(after.families())
            && before.format().equals(after.format())
            && before.columnNames().equals(after.columnNames());
    if (sameRest && sameColumns && sameKey) {
      return;
    }
    int columns = before.columns().size();
    boolean onlyAdds =
        after.columns().size() >= columns
            && after.columns().subList(0, columns).equals(before.columns());
    if (sameRest && onlyAdds) {
      List<String> more = new ArrayList<>();
      for (ColumnDefinition column : after.columns().subList(columns, after.columns().size())) {
        more.add(Statements.column(column));
      }
      String key = Statements.primaryKey(after);
      texts.addAll(more);
      texts.add(key);
      edits.add(new Edit(places.key(), places.keyIsElement() ? key : ""));
      if (!places.keyIsElement()) {
        more.add(key);
      }
      if (!more.isEmpty()) {
        String text = ",\n    " + String.join(",\n    ", more);
        edits.add(new Edit(places.lastElement().end(), text));
      }
    } else if (sameRest && sameKey && before.columns().size() == after.columns().size()) {
      changeColumns(before, after, places, texts, edits);
    } else {
      String text = Statements.createTable(after);
      texts.add(text);
      edits.add(new Edit(places.statement(), text));
    }
  }

  private static void changeColumns(
      TableDefinition before,
      TableDefinition after,
      Places.OfTable places,
      List<String> texts,
      List<Edit> edits) {
    for (int i = 0; i < before.columns().size(); i++) {
      ColumnDefinition column = after.columns().get(i);
      Place place = places.columns().get(before.columns().get(i).name());
      if (!column.equals(before.columns().get(i)) && place != null) {
        boolean isKey = !places.keyIsElement() && before.keyColumns().contains(column.name());
        String text = Statements.column(column) + (isKey ? " PRIMARY KEY" : "");
        texts.add(text);
        edits.add(new Edit(place, text));
      }
    }
  }

  /** What changes for the queries of the design. */
  private String changes(TableDefinition before, TableDefinition after) {
    StringBuilder text = new StringBuilder();
    if (!before.columns().equals(after.columns())) {
      return ""; // Its literals would be of other types.
    }
    for (QueryLoad query : design.queries(before.name())) {
      AccessPath old = AccessPath.of(query, TargetEngine.declared(engine, before));
      AccessPath changed = AccessPath.of(query, TargetEngine.declared(engine, after));
      if (!old.text().equals(changed.text())) {
        text.append("; query %s: %s, then %s".formatted(query.name(), old.text(), changed.text()));
      }
    }
    return text.toString();
  }
}
