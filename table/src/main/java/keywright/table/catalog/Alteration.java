package keywright.table.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keywright.key.Column;
import keywright.key.ErrorCode;
import keywright.key.KeyPart;
import keywright.table.layout.CatalogEntry;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DocumentPath;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;

/**
 * Computes the catalog entry that a table has after a {@link TableChange}. Immutable.
 *
 * <p>The first family of the table stays the first one, because the engine stores the existence of
 * a row in it. A renamed column keeps its id. The id of a dropped column is never used again.
 */
public final class Alteration {
  private final CatalogEntry before;
  private final TableDefinition table;

  public Alteration(CatalogEntry before) {
    this.before = before;
    this.table = before.definition();
  }

  /**
   * Computes the catalog entry after {@code change}.
   *
   * @return the new entry; an equal entry if the change has no effect
   * @throws TableException if the change is not possible for this table, or if the new declaration
   *     would contradict itself
   */
  public CatalogEntry after(TableChange change) {
    if (change instanceof TableChange.Rename rename) {
      return renamed(rename.names());
    }
    if (change instanceof TableChange.Family family) {
      return withFamily(family);
    }
    TableDefinition changed =
        change instanceof TableChange.Drop drop ? dropped(drop) : added((TableChange.Add) change);
    if (changed.equals(table)) {
      return before;
    }
    changed = withFirstFamily(changed);
    DefinitionChecks.check(changed, "alter");
    return before.withDefinition(changed, Map.of());
  }

  private TableDefinition added(TableChange.Add add) {
    List<ColumnDefinition> columns = new ArrayList<>(table.columns());
    for (ColumnDefinition column : add.columns()) {
      requireNoPart("add column ", column.name(), column.name());
      if (!exists(column.name())) {
        if (column.notNull()) {
          throw refused(
              "add column " + Names.quote(column.name()),
              "found NOT NULL, but existing rows would have no value in this column; leave "
                  + "NOT NULL out, or create another table with this column and load the rows "
                  + "into that table");
        }
        columns.add(column);
      } else if (!add.ifNotExists()) {
        throw refused(
            "add column " + Names.quote(column.name()),
            "the column exists already; choose another name, or write ADD IF NOT EXISTS");
      }
    }
    List<FamilyDefinition> families = new ArrayList<>(table.families());
    for (FamilyDefinition family : add.families()) {
      Optional<FamilyDefinition> there =
          table.allFamilies().stream().filter(f -> f.name().equals(family.name())).findFirst();
      DocumentPath from = family.from();
      if (there.isEmpty() && from != null) {
        throw refused(
            "add family " + family.name(),
            "found the path '%s', but existing documents have this field in the family of %s; create another table with this family, and load the documents into that table"
                .formatted(from.path(), Names.quote(from.column())));
      } else if (there.isEmpty()) {
        families.add(family);
      } else if (!add.ifNotExists() || !there.get().isSame(family)) {
        throw refused(
            "add family " + family.name(),
            "the family exists already; leave ADD FAMILY out, and change the settings of "
                + "the family with ALTER TABLE … ALTER FAMILY");
      }
    }
    return table.withColumns(columns).withFamilies(families);
  }

  private CatalogEntry withFamily(TableChange.Family change) {
    List<FamilyDefinition> families = new ArrayList<>(table.allFamilies());
    List<String> names = families.stream().map(FamilyDefinition::name).toList();
    int place = names.indexOf(change.family());
    if (place < 0) {
      throw new TableException(
          ErrorCode.NOT_FOUND,
          "cannot alter family %s of %s: there is no such family%s"
              .formatted(change.family(), table.name(), Names.hint(change.family(), names)));
    }
    FamilyDefinition old = families.get(place);
    FamilyDefinition changed = change.of(old);
    if (changed.equals(old)) {
      return before;
    }
    if (old.ttlSeconds() == 0 && changed.ttlSeconds() > 0) {
      requireNotIndexed(old.name());
    }
    if (old.versions() > 1 && changed.versions() == 1) {
      throw refused(
          "set versions of family " + old.name() + " to 1",
          "found a family with versions = %d, whose versions must stay above 1: a deletion is stored as a version, and with a single version the deleted value could appear again; set versions = 2 or more, or create another table and load the rows into that table"
              .formatted(old.versions()));
    }
    families.set(place, changed);
    if (families.size() > table.families().size() && place > 0) {
      families.remove(0); // The first family, which is not declared, has the default settings.
    }
    TableDefinition altered = table.withFamilies(families);
    DefinitionChecks.check(altered, "alter");
    return before.withDefinition(altered, Map.of());
  }

  /**
   * Refuses a time to live for a family with an indexed column: a value would expire and its index
   * entry would stay.
   */
  private void requireNotIndexed(String family) {
    for (ColumnDefinition column : table.columns()) {
      String name = column.name();
      for (IndexDefinition index : table.indexes()) {
        boolean read =
            !table.keyColumns().contains(name)
                && table.indexSchema(index.name()).keyColumns().contains(name);
        if (table.familiesOf(name).contains(family) && (read || index.included().contains(name))) {
          throw refused(
              "set a ttl of family " + family,
              "index %s reads column %s of this family: when a value expires, its index entry would stay; drop the index first"
                  .formatted(index.name(), Names.quote(name)));
        }
      }
    }
  }

  private boolean exists(String column) {
    return table.allColumns().stream().anyMatch(c -> c.name().equals(column));
  }

  private TableDefinition dropped(TableChange.Drop drop) {
    List<ColumnDefinition> columns = new ArrayList<>(table.columns());
    for (String name : drop.columns()) {
      requireNoPart("drop column ", name, name);
      if (!exists(name)) {
        if (drop.ifExists()) {
          continue;
        }
        throw unknown("drop", name);
      }
      String action = "drop column " + Names.quote(name);
      if (table.keyColumns().contains(name)) {
        throw refused(
            action,
            "the primary key reads this column, and row keys cannot change; create "
                + "another table without this column, and load the rows into that table");
      }
      for (IndexDefinition index : table.indexes()) {
        if (table.indexSchema(index.name()).keyColumns().contains(name)
            || index.included().contains(name)) {
          throw refused(
              action, "index %s reads this column; drop the index first".formatted(index.name()));
        }
      }
      columns.removeIf(column -> column.name().equals(name));
    }
    for (ColumnDefinition column : columns) {
      DocumentPath from = column.from();
      if (from != null && drop.columns().contains(from.column())) {
        throw refused(
            "drop column " + Names.quote(from.column()),
            "column %1$s is derived from this column; drop %1$s first"
                .formatted(Names.quote(column.name())));
      }
    }
    return table.withColumns(columns);
  }

  private CatalogEntry renamed(Map<String, String> names) {
    for (String name : names.keySet()) {
      requireNoPart("rename column ", name, name);
      requireNoPart("rename column ", name, names.get(name));
      if (!exists(name)) {
        throw unknown("rename", name);
      }
      String newName = names.get(name);
      if (exists(newName) && !names.containsKey(newName)) {
        throw refused(
            "rename column " + Names.quote(name),
            "there is a column %s; choose another name".formatted(Names.quote(newName)));
      }
    }
    List<ColumnDefinition> columns =
        table.columns().stream()
            .map(column -> column.named(names.getOrDefault(column.name(), column.name())))
            .map(column -> column.withDocumentIn(names))
            .toList();
    List<IndexDefinition> indexes =
        table.indexes().stream()
            .map(
                index ->
                    index
                        .withParts(renamed(index.parts(), names))
                        .including(
                            index.included().stream()
                                .map(column -> names.getOrDefault(column, column))
                                .toArray(String[]::new)))
            .toList();
    TableDefinition changed =
        table
            .withColumns(columns)
            .withPrimaryKey(renamed(table.primaryKey(), names))
            .withIndexes(indexes);
    if (changed.equals(table)) {
      return before;
    }
    DefinitionChecks.check(changed, "alter");
    return before.withDefinition(changed, names);
  }

  private static List<KeyPart> renamed(List<KeyPart> parts, Map<String, String> names) {
    return parts.stream().map(part -> part.withColumnNames(names)).toList();
  }

  /**
   * Adds declarations of the existing families. Otherwise the first declared family would be put in
   * front of them.
   */
  private TableDefinition withFirstFamily(TableDefinition changed) {
    List<FamilyDefinition> there = table.allFamilies();
    List<FamilyDefinition> families = changed.allFamilies();
    if (families.size() >= there.size() && families.subList(0, there.size()).equals(there)) {
      return changed;
    }
    List<FamilyDefinition> declared = new ArrayList<>(there);
    families.stream().filter(family -> !there.contains(family)).forEach(declared::add);
    return changed.withFamilies(declared);
  }

  /** Refuses the name of a key part in place of the name of a column. */
  private void requireNoPart(String action, String column, String name) {
    Optional<String> part = exists(name) ? Optional.empty() : table.partNamed(name);
    if (part.isPresent()) {
      throw refused(
          action + Names.quote(column),
          "%s is the name of the key part %s, and names of key parts cannot change; choose another name"
              .formatted(Names.quote(name), part.get()));
    }
  }

  private TableException unknown(String verb, String column) {
    List<String> names = table.allColumns().stream().map(Column::name).toList();
    return new TableException(
        ErrorCode.NOT_FOUND,
        "cannot %s column %s of %s: there is no such column%s"
            .formatted(verb, Names.quote(column), table.name(), Names.hint(column, names)));
  }

  private TableException refused(String what, String why) {
    return new TableException("cannot %s of %s: %s".formatted(what, table.name(), why));
  }
}
