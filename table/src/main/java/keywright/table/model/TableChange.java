package keywright.table.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@code Database.alterTable} changes of a table's declaration. Rows stay as they are. */
public sealed interface TableChange {

  /**
   * Adds columns, which are null in every row that exists, and families.
   *
   * @param columns each in a family that the table has or that is among {@code families}
   * @param families those to make
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
   * Drops columns that no key reads. Their values are never seen again, whatever is added later.
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
   * Gives a family other settings: for values that are written from then on; a value keeps the
   * expiry that it was written with.
   *
   * @param family a family that the table has
   * @param compression null to keep it; the same holds for the others
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
   * Gives columns other names, in the keys that read them too; what is stored stays as it is.
   *
   * @param names the new name by the old one; all change at once, so that two may be exchanged
   */
  record Rename(Map<String, String> names) implements TableChange {
    /** Keeps its own copy of the names. */
    public Rename {
      names = Map.copyOf(names);
    }
  }
}
