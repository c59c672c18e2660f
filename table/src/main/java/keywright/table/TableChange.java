package keywright.table;

import java.util.List;
import java.util.Map;

/** What {@link Database#alterTable} changes of a table's declaration. Rows stay as they are. */
public sealed interface TableChange {

  /**
   * Adds columns, which are null in every row that is there, and families.
   *
   * @param columns each in a family that the table has or that is among {@code families}
   * @param families those to make
   * @param ifNotExists leaves out columns that are there already
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
   * @param ifExists leaves out columns that are not there
   */
  record Drop(List<String> columns, boolean ifExists) implements TableChange {
    /** Keeps its own copy of the list. */
    public Drop {
      columns = List.copyOf(columns);
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
