package keywright.table.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of a table's declaration, for {@code Database.alterTable}. Stored rows do not change.
 */
public sealed interface TableChange {

  /**
   * Adds columns and families. A new column is null in every existing row.
   *
   * @param columns the new columns, each in an existing family or in one of {@code families}
   * @param families the new families
   * @param ifNotExists leaves out columns that exist already
   */
  record Add(List<ColumnDefinition> columns, List<FamilyDefinition> families, boolean ifNotExists)
      implements TableChange {
    /** Keeps its own copies of the lists. */
    public Add {
      columns = List.copyOf(columns);
      families = List.copyOf(families);
    }
  }

  /**
   * Drops columns that no key reads. Their values do not come back if a column of the same name is
   * added later.
   *
   * @param ifExists leaves out columns that do not exist
   */
  record Drop(List<String> columns, boolean ifExists) implements TableChange {
    /** Keeps its own copy of the list. */
    public Drop {
      columns = List.copyOf(columns);
    }
  }

  /**
   * Changes the settings of a family. They apply to values that are written afterwards; a stored
   * value keeps its expiry.
   *
   * @param family a family that the table has
   * @param compression the new compression; null for no change. A null in the other components also
   *     means no change
   */
  record Family(
      String family,
      @Nullable String compression,
      @Nullable Long ttlSeconds,
      @Nullable Integer versions)
      implements TableChange {

    /** Whether the change changes the compression of the family of {@code table}. */
    public boolean compresses(TableDefinition table) {
      return compression != null
          && table.allFamilies().stream()
              .anyMatch(f -> f.name().equals(family) && !f.compression().equals(compression));
    }

    /** The family as it is after the change. */
    public FamilyDefinition of(FamilyDefinition before) {
      return new FamilyDefinition(
          before.name(),
          compression == null ? before.compression() : compression,
          ttlSeconds == null ? before.ttlSeconds() : ttlSeconds,
          versions == null ? before.versions() : versions);
    }
  }

  /**
   * Renames columns, also in the keys that read them. Stored rows do not change.
   *
   * @param names the new name of each column by its old name. All columns are renamed at once, so
   *     two columns can swap their names
   */
  record Rename(Map<String, String> names) implements TableChange {
    /** Keeps its own copy of the names. */
    public Rename {
      names = Map.copyOf(names);
    }
  }
}
