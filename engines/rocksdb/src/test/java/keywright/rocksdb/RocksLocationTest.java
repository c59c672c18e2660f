package keywright.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;

/** What a user reads who names a wrong path: one line that says what to do. */
class RocksLocationTest {
  @TempDir Path directory;

  @Test
  void parentDirectoriesAreMade() {
    Path path = directory.resolve("a/b/c");
    Engines.open("rocksdb:" + path).close();
    Engines.open("rocksdb:" + path + "?sync=true").close();
    assertThat(path.resolve("CURRENT")).exists();
  }

  @Test
  void whatIsNotAUrlIsRefused() {
    refused("rocksdb:", "cannot open rocksdb:: found no path, expected one as in rocksdb:./data");
    refused(
        "rocksdb:./data?fast=true",
        "cannot open rocksdb:./data?fast=true: found option 'fast=true', expected sync=true,"
            + " salvage=true, read_only=true, statistics=true or max_value_bytes=N, N from 1 to 1,000,000,000");
    for (String length : new String[] {"0", "1000000001", "10MB", "-1", "99999999999"}) {
      refused(
          "rocksdb:./data?sync=true&max_value_bytes=" + length,
          "cannot open rocksdb:./data?sync=true&max_value_bytes=%1$s: found option 'max_value_bytes=%1$s', expected sync=true, salvage=true, read_only=true, statistics=true or max_value_bytes=N, N from 1 to 1,000,000,000"
              .formatted(length));
    }
    refused(
        "rocks:./data",
        "cannot open rocks:./data: expected a URL that starts with one of memory:, rocksdb:, such as"
            + " rocksdb:./data");
  }

  @Test
  void optionsAreTaken() {
    RocksLocation both = RocksLocation.parse("a?b?sync=true&max_value_bytes=5");
    assertThat(both).isEqualTo(new RocksLocation(Path.of("a?b"), true, false, false, 5, false));
    assertThat(RocksLocation.parse("data"))
        .isEqualTo(new RocksLocation(Path.of("data"), false, false, false, 10_485_760, false));
    assertThat(RocksLocation.parse("data?read_only=true").readOnly()).isTrue();
    try (Engine engine = Engines.open("rocksdb:" + directory + "?max_value_bytes=77")) {
      assertThat(engine.maxValueLength()).isEqualTo(77);
    }
  }

  @Test
  void aFileIsRefused() throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "x");
    refused(
        "rocksdb:" + file,
        "cannot open rocksdb:" + file + ": found a file, expected a directory; name another path");
  }

  @Test
  void aParentThatIsAFileIsRefused() throws Exception {
    Path path = Files.writeString(directory.resolve("file"), "x").resolve("data");
    refusedStarting(path, "the directory cannot be made (");
  }

  @Test
  void aDirectoryThatCannotBeWrittenIsRefused() throws Exception {
    Path path = Files.createDirectory(directory.resolve("locked"));
    assertThat(path.toFile().setWritable(false)).isTrue();
    assertThat(openedWithoutPrivileges(path))
        .startsWith("cannot open rocksdb:" + path + ": found a directory that cannot be written; ");
    assertThat(openedWithoutPrivileges(path.resolve("data")))
        .startsWith(
            "cannot open rocksdb:"
                + path.resolve("data")
                + ": the directory cannot be made (permission denied); name a path that");
    assertThat(openedWithoutPrivileges(directory.resolve("free"))).isEqualTo("open");
  }

  /**
   * What {@link Opening} prints in a process that permissions bind. Root's own would not be: it
   * gives up the capabilities that pass them over.
   */
  private static String openedWithoutPrivileges(Path path) throws Exception {
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search"));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Opening.class.getName(), "rocksdb:" + path));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said.strip();
  }

  /** A program that opens a database and says what it is told. */
  static final class Opening {
    private Opening() {}

    public static void main(String[] arguments) {
      try (Engine engine = Engines.open(arguments[0])) {
        System.out.println(engine.tables().isEmpty() ? "open" : "found tables");
      } catch (StoreException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  @Test
  void aDirectoryOfOtherFilesIsRefused() throws Exception {
    Files.writeString(directory.resolve("thesis.txt"), "x");
    refusedStarting(directory, "found thesis.txt, expected a database or an empty directory; ");
    assertThat(directory).isDirectoryContaining("glob:**thesis.txt").isNotEmptyDirectory();
    assertThat(directory.resolve("CURRENT")).doesNotExist();
  }

  @Test
  void filesOfACrashBeforeTheDatabaseExistedAreNoObstacle() throws Exception {
    for (String name : new String[] {"LOCK", "LOG", "MANIFEST-000001", "000001.dbtmp"}) {
      Files.createFile(directory.resolve(name));
    }
    Engines.open("rocksdb:" + directory).close();
  }

  @Test
  void aDatabaseThatIsOpenIsRefused() throws Exception {
    String message =
        "cannot open rocksdb:"
            + directory
            + ": found the database open in another process, or already open in this "
            + "process, expected it closed; end the process that has the database open, "
            + "name another path, or read with rocksdb:"
            + directory
            + "?read_only=true";
    try (Engine open = Engines.open("rocksdb:" + directory)) {
      refused("rocksdb:" + directory, message);
      assertThat(open.tables()).isEmpty();
    }
    try (KillTarget.Child child = KillTarget.start(directory)) {
      child.readLine();
      refused("rocksdb:" + directory, message);
    }
    Engines.open("rocksdb:" + directory).close();
  }

  @Test
  void aNewerFormatIsRefused() throws Exception {
    Engines.open("rocksdb:" + directory).close();
    putInDefaultFamily("format", "2");
    refused(
        "rocksdb:" + directory,
        "cannot open rocksdb:"
            + directory
            + ": found format 2, expected 1; open the database with the release of Keywright that wrote it, or with a newer one");
  }

  @Test
  void anotherProgramsDatabaseIsRefusedAndLeftAlone() throws Exception {
    putInDefaultFamily("key", "value");
    String message =
        "cannot open rocksdb:"
            + directory
            + ": found a RocksDB database that Keywright did not write; name another path";
    refused("rocksdb:" + directory, message);
    refused("rocksdb:" + directory, message);
  }

  @Test
  void aDamagedDatabaseIsRefused() throws Exception {
    Engines.open("rocksdb:" + directory).close();
    Files.writeString(directory.resolve("CURRENT"), "MANIFEST-999999\n");
    refusedStarting(directory, "");
  }

  private void putInDefaultFamily(String key, String value) throws Exception {
    try (RocksDB db = RocksDB.open(directory.toString())) {
      db.put(key.getBytes(UTF_8), value.getBytes(UTF_8));
    }
  }

  private static void refused(String url, String message) {
    assertThatThrownBy(() -> Engines.open(url))
        .isInstanceOf(StoreException.class)
        .hasMessage(message);
  }

  private static void refusedStarting(Path path, String start) {
    assertThatThrownBy(() -> Engines.open("rocksdb:" + path))
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith("cannot open rocksdb:" + path + ": " + start)
        .hasMessageNotContaining("\n");
  }
}
