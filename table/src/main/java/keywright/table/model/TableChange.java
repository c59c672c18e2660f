package keywright.table.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of a table's declaration, for {@code Database.alterTable}. It does not change stored
 * rows. Immutable.
 */
public sealed interface TableChange {

  /**
   * Adds columns and families to a table. A new column is null in every existing row.
   *
   * @param columns the new columns, each in an existing family or in one of {@code families}
   * @param families the new families
   * @param ifNotExists true to leave out columns that already exist; false to refuse the change if
   *     one of them exists
   */
  record Add(List<ColumnDefinition> columns, List<FamilyDefinition> families, boolean ifNotExists)
      implements TableChange {
    /** Makes a change with its own copies of the lists. */
    public Add {
      columns = List.copyOf(columns);
      families = List.copyOf(families);
    }
  }

  /**
   * Drops columns that no key uses. If a column with the name of a dropped column is added later,
   * it does not have the old values.
   *
   * @param columns the names of the columns
   * @param ifExists true to leave out columns that do not exist; false to refuse the change if one
   *     of them does not exist
   */
  record Drop(List<String> columns, boolean ifExists) implements TableChange {
    /** Makes a change with its own copy of the list. */
    public Drop {
      columns = List.copyOf(columns);
    }
  }

  /**
   * Changes the settings of a family. The new time to live applies to values that are written
   * afterwards; a stored value keeps its expiry.
   *
   * @param family the name of an existing family of the table
   * @param compression the new compression: {@code "none"}, {@code "lz4"} or {@code "zstd"}; null
   *     for no change
   * @param ttlSeconds the new time to live, in seconds, 0 if values do not expire; null for no
   *     change
   * @param versions how many versions of each value are kept; null for no change
   */
  record Family(
      String family,
      @Nullable String compression,
      @Nullable Long ttlSeconds,
      @Nullable Integer versions)
      implements TableChange {

    /** Whether this change gives the family another compression than it has in {@code table}. */
    public boolean compresses(TableDefinition table) {
      return compression != null
          && table.allFamilies().stream()
              .anyMatch(f -> f.name().equals(family) && !f.compression().equals(compression));
    }

    /**
     * The declaration of the family after the change.
     *
     * @param before the declaration of the family before the change
     */
    public FamilyDefinition of(FamilyDefinition before) {
      return new FamilyDefinition(
          before.name(),
          compression == null ? before.compression() : compression,
          ttlSeconds == null ? before.ttlSeconds() : ttlSeconds,
          versions == null ? before.versions() : versions,
          before.from());
    }
  }

  /**
   * Renames columns. The keys that use the columns then use the new names. Stored rows do not
   * change.
   *
   * @param names the new name of each column by its old name. All columns are renamed at once, so
   *     two columns can swap their names
   */
  record Rename(Map<String, String> names) implements TableChange {
    /** Makes a change with its own copy of the names. */
    public Rename {
      names = Map.copyOf(names);
    }
  }
}
