package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import keywright.key.ErrorCode;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.RowOptions;
import keywright.store.StoredRow;
import keywright.table.catalog.Catalog;
import keywright.table.catalog.CatalogText;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DatabaseUser;
import keywright.table.model.DatabaseUser.Role;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The users in the catalog. */
class UsersTest {
  private static final DatabaseUser ANNA = new DatabaseUser("anna", Role.WRITE, "$2a$10$it's");
  private static final DatabaseUser BEN = new DatabaseUser("Ben@example.org", Role.READ, "h");
  private static final TableDefinition TABLE =
      TableDefinition.of(
          "t", List.of(ColumnDefinition.of("id", Type.parse("int"))), KeyPart.parseList("id"));

  private static Database over(Engine engine) {
    return Database.over(engine, InstantSource.system(), 1);
  }

  private static void add(Database database, DatabaseUser user) {
    database.changeUsers(
        users -> {
          List<DatabaseUser> more = new ArrayList<>(users);
          more.add(user);
          return more;
        });
  }

  @Test
  void usersAreReadBackSortedAndAfterTheDatabaseIsOpenedAgain(@TempDir Path folder) {
    String url = "rocksdb:" + folder.resolve("data");
    try (Database database = Database.open(url)) {
      assertThat(database.users()).isEmpty();
      database.createTable(TABLE, false);
      add(database, ANNA);
      add(database, BEN);
      assertThat(database.users()).containsExactly(BEN, ANNA);
    }
    try (Database database = Database.open(url)) {
      assertThat(database.users()).containsExactly(BEN, ANNA);
      assertThat(database.tables()).containsExactly("t");
      assertThat(database.leftovers().tables()).isEmpty();
      database.backup(folder.resolve("backup"));
      database.changeUsers(users -> List.of());
      assertThat(database.users()).isEmpty();
    }
    try (Database database = Database.open(url)) {
      assertThat(database.users()).isEmpty();
      assertThat(database.tables()).containsExactly("t");
    }
    try (Database backup = Database.open("rocksdb:" + folder.resolve("backup"))) {
      assertThat(backup.users()).containsExactly(BEN, ANNA);
    }
  }

  @Test
  void noChangeOfTwoProcessesIsLost() {
    try (Database first = over(CatalogLeaseTest.reached());
        Database second = over(first.known().engine())) {
      List<CompletableFuture<Void>> both = new ArrayList<>();
      for (Database database : List.of(first, second)) {
        both.add(
            CompletableFuture.runAsync(
                () -> {
                  for (int i = 0; i < 100; i++) {
                    String name = (database == first ? "a" : "b") + i;
                    add(database, new DatabaseUser(name, Role.DEFINE, "h"));
                  }
                }));
      }
      both.forEach(CompletableFuture::join);
      assertThat(first.users()).hasSize(200).isEqualTo(second.users());
      first.createTable(TABLE, false);
      assertThat(second.tables()).containsExactly("t");
    }
  }

  @Test
  void aChangeThatFailsChangesNothing() {
    try (Database database = over(new MemoryEngine())) {
      add(database, ANNA);
      assertThatThrownBy(
              () ->
                  database.changeUsers(
                      users -> {
                        throw new TableException("no");
                      }))
          .isInstanceOf(TableException.class);
      assertThat(database.users()).containsExactly(ANNA);
    }
  }

  /** A release that does not know users reads every row of the catalog as a table. */
  @Test
  void aReleaseThatDoesNotKnowUsersRefusesTheCatalog() {
    Engine engine = new MemoryEngine();
    try (Database database = over(engine)) {
      add(database, ANNA);
      StoredRow row =
          engine.get(
              Catalog.LAYOUT,
              Catalog.LAYOUT.keySchema().key("keywright.users"),
              RowOptions.of(Catalog.FAMILIES),
              0);
      String text = (String) row.value(1);
      assertThat(text)
          .isEqualTo("users format='1'\nuser name='anna' role='write' password='$2a$10$it''s'");
      assertThatThrownBy(() -> CatalogText.read(text))
          .isInstanceOfSatisfying(
              TableException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNREADABLE));
    }
  }

  @Test
  void rolesIncludeThoseBefore() {
    assertThat(Role.DEFINE.includes(Role.WRITE)).isTrue();
    assertThat(Role.WRITE.includes(Role.WRITE)).isTrue();
    assertThat(Role.WRITE.includes(Role.READ)).isTrue();
    assertThat(Role.WRITE.includes(Role.DEFINE)).isFalse();
    assertThat(Role.READ.includes(Role.WRITE)).isFalse();
    assertThat(Role.of("define")).isEqualTo(Role.DEFINE);
    assertThatThrownBy(() -> Role.of("admin"))
        .hasMessage("cannot use the role admin: expected read, write or define");
  }

  @Test
  void namesAreLettersDigitsAndSigns() {
    for (String name : List.of("", "a b", "a'b", "a\nb", "ä", "a".repeat(65))) {
      assertThatThrownBy(() -> new DatabaseUser(name, Role.READ, "h"))
          .isInstanceOf(TableException.class)
          .hasMessageContaining("expected 1 to 64 letters, digits and signs of . _ @ -");
    }
    assertThat(ANNA).hasToString("anna (write)");
  }
}
