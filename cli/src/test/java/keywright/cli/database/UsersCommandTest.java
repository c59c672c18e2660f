package keywright.cli.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import keywright.cli.Keywright;
import keywright.cli.Keywright.Outcome;
import keywright.table.Database;
import keywright.table.model.DatabaseUser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The users of a database, as the command keeps them. */
class UsersCommandTest {
  private static final String PASSWORD = "battery staple";

  @TempDir Path folder;

  private Outcome users(String input, String... arguments) {
    String[] all = Stream.concat(Stream.of("users"), Stream.of(arguments)).toArray(String[]::new);
    String[] withUrl =
        Stream.concat(Stream.of(all), Stream.of("--db", url())).toArray(String[]::new);
    return Keywright.runWith(input, withUrl);
  }

  private String url() {
    return "rocksdb:" + folder.resolve("data");
  }

  private void assertDone(String said, Outcome outcome) {
    assertThat(outcome.err()).isEqualTo(said + "\n");
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.status()).isZero();
  }

  private void assertRefused(String message, Outcome outcome) {
    assertThat(outcome.err()).isEqualTo("keywright: " + message + "\n");
    assertThat(outcome.status()).isEqualTo(1);
  }

  private String list() {
    return users("", "list", "--output", "csv").out();
  }

  @Test
  void usersAreAddedChangedAndRemoved() {
    assertDone(
        "user anna added with the role write",
        users(PASSWORD + "\nnot read\n", "add", "anna", "--role", "write"));
    assertDone(
        "user ben added with the role read",
        users(PASSWORD + "\r\n", "add", "ben", "--role", "read"));
    assertThat(list()).isEqualTo("name,role\nanna,write\nben,read\n");
    DatabaseUser before = anna();
    assertDone("user anna has the role define", users("", "role", "anna", "define"));
    assertThat(anna().passwordHash()).isEqualTo(before.passwordHash());
    assertDone("the password of user anna is changed", users("another one", "password", "anna"));
    assertThat(anna().passwordHash()).isNotEqualTo(before.passwordHash());
    assertThat(anna().role()).isEqualTo(DatabaseUser.Role.DEFINE);
    assertDone("user ben removed", users("", "remove", "ben"));
    assertThat(list()).isEqualTo("name,role\nanna,define\n");
    assertDone(
        "user anna removed; the database has no users now, so the next keywright serve asks for no password",
        users("", "remove", "anna"));
    assertThat(list()).isEqualTo("name,role\n");
  }

  private DatabaseUser anna() {
    try (Database database = Database.open(url())) {
      return database.users().get(0);
    }
  }

  @Test
  void mistakesAreRefusedInOneLine() {
    assertRefused(
        "cannot use the role admin: expected read, write or define",
        users(PASSWORD, "add", "anna", "--role", "admin"));
    assertRefused(
        "cannot use the user name \"an na\": expected 1 to 64 letters, digits and signs of . _ @ -",
        users(PASSWORD, "add", "an na", "--role", "read"));
    assertRefused(
        "cannot use the password: found 3 characters, 3 bytes in UTF-8, expected at least 8 characters and at most 71 bytes",
        users("abc\n", "add", "anna", "--role", "read"));
    assertRefused(
        "cannot use the password: found 0 characters, 0 bytes in UTF-8, expected at least 8 characters and at most 71 bytes",
        users("", "add", "anna", "--role", "read"));
    assertRefused(
        "cannot read the password: found a longer line than 1,024 bytes, expected the password alone in the first line of standard input; correct it",
        users("x".repeat(2_000), "add", "anna", "--role", "read"));
    assertRefused("cannot find user anna: the database has no users", users("", "remove", "anna"));
    assertDone(
        "user anna added with the role read", users(PASSWORD, "add", "anna", "--role", "read"));
    assertRefused(
        "cannot add user anna: found a user of this name, expected none; change it with keywright users password or role",
        users(PASSWORD, "add", "anna", "--role", "write"));
    assertRefused("cannot find user ana; did you mean anna?", users(PASSWORD, "password", "ana"));
    assertThat(users("", "add", "anna").status()).isEqualTo(2);
    assertThat(users("").status()).isEqualTo(2);
    assertThat(list()).isEqualTo("name,role\nanna,read\n");
  }

  @Test
  void aMistypedDatabaseIsNotCreatedByAChange() {
    for (List<String> command :
        List.of(
            List.of("list"),
            List.of("remove", "anna"),
            List.of("role", "anna", "read"),
            List.of("password", "anna"))) {
      Outcome refused = users(PASSWORD, command.toArray(String[]::new));
      assertThat(refused.status()).isEqualTo(1);
      assertThat(refused.err()).startsWith("keywright: cannot open " + url());
    }
    assertThat(folder.resolve("data")).doesNotExist();
  }

  /** The password is neither printed nor stored. */
  @Test
  void thePasswordIsNowhere() throws IOException {
    Outcome added = users(PASSWORD, "add", "anna", "--role", "read", "--debug");
    assertThat(added.status()).isZero();
    assertThat(added.out() + added.err()).doesNotContain(PASSWORD);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertThat(bytes).as(file.toString()).doesNotContain(PASSWORD);
      }
    }
  }
}
