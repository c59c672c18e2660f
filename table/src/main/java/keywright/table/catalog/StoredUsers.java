package keywright.table.catalog;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.RowOptions;
import keywright.store.StoredRow;
import keywright.store.WriteBatch;
import keywright.table.model.DatabaseUser;
import org.jspecify.annotations.Nullable;

/**
 * The users of a database. They are one row of the catalog's table, under a name that no table can
 * have. A release that does not know users refuses this row, and so does not serve a database with
 * users to everybody. Safe for many threads.
 */
public final class StoredUsers {
  /** The name of the row. It contains a dot, which no name of a table contains. */
  static final String ROW = DefinitionChecks.RESERVED + ".users";

  private final Engine engine;

  public StoredUsers(Engine engine) {
    this.engine = engine;
  }

  /** Reads the users, sorted by name. */
  public List<DatabaseUser> read() {
    return users(row());
  }

  /**
   * Replaces the users by those that {@code change} makes of them. If another process has changed
   * the users meanwhile, {@code change} is called again.
   */
  public void change(UnaryOperator<List<DatabaseUser>> change) {
    boolean isWritten = false;
    while (!isWritten) {
      StoredRow row = row();
      List<DatabaseUser> users = change.apply(users(row));
      long version = row == null ? WriteBatch.ABSENT : row.version();
      Map<Integer, @Nullable Object> cells = new HashMap<>();
      // A catalog without users is one that every release can read.
      cells.put(Catalog.DEFINITION_COLUMN, users.isEmpty() ? null : CatalogText.writeUsers(users));
      WriteBatch batch = new WriteBatch(0);
      batch.put(Catalog.LAYOUT, key(), version, version + engine.versionStep(), cells);
      isWritten = engine.write(batch);
    }
  }

  private @Nullable StoredRow row() {
    return engine.get(Catalog.LAYOUT, key(), RowOptions.of(Catalog.FAMILIES), 0);
  }

  private static List<DatabaseUser> users(@Nullable StoredRow row) {
    Object text = row == null ? null : row.value(Catalog.DEFINITION_COLUMN);
    return text == null ? List.of() : CatalogText.readUsers((String) text);
  }

  private static Key key() {
    return Catalog.LAYOUT.keySchema().key(ROW);
  }
}
