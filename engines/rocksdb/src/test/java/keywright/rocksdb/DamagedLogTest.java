package keywright.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.RowCursor;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A write-ahead log that is damaged in any way is refused, or cut where that is asked for; a last
 * record that a crash has cut off is not damage.
 */
@Tag("large")
class DamagedLogTest {
  private static final TableLayout TABLE = KillTarget.LEFT;
  private static final int ROWS = 100;

  /** This row alone is longer than a block of the log. */
  private static final int LONG_ROW = 60;

  private static final int TABLE_MADE_AT = 50;

  @TempDir Path temporary;

  /** As {@code kill -9} leaves it: one log. */
  private Path killed;

  private Path log;

  /** Where each record of the log begins, and where the last ends. */
  private List<Integer> places;

  @BeforeEach
  void write() throws Exception {
    Path open = temporary.resolve("open");
    killed = temporary.resolve("killed");
    try (Engine engine = Engines.open("rocksdb:" + open + "?sync=true")) {
      engine.createTable(TABLE);
      for (int id = 0; id < ROWS; id++) {
        if (id == TABLE_MADE_AT) {
          engine.createTable(KillTarget.RIGHT);
        }
        put(engine, id);
      }
      copy(open, killed);
    }
    log = logs(killed).get(0);
    places = new ArrayList<>();
    try (LogRecords records = new LogRecords(log, Integer.MAX_VALUE)) {
      while (records.next() != null) {
        places.add((int) records.recordStart());
      }
      places.add((int) records.fileLength());
      assertThat(records.damage()).isNull();
    }
    assertThat(places).hasSizeGreaterThan(ROWS);
  }

  @Test
  void aFlippedBitInTheRecordOfRow10IsRefused() throws Exception {
    int place = recordOf(10) + 30;
    Path copy = damaged(bytes -> flip(bytes, place, 0));
    assertThatThrownBy(() -> Engines.open("rocksdb:" + copy + "?sync=true"))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "cannot open rocksdb:%1$s: found a damaged write-ahead log (%2$s has a checksum mismatch at byte %3$,d of %4$,d), expected whole records; restore a backup, or open rocksdb:%1$s?salvage=true, which drops %5$,d bytes with %6$,d or more changes"
                .formatted(
                    copy,
                    log.getFileName(),
                    recordOf(10),
                    end(),
                    end() - recordOf(10),
                    2 * (ROWS - 10) + 1));
  }

  /** Each byte of the first and the last records, each 61st of the long one; the bits in turn. */
  @Test
  void everyFlippedBitIsFound() throws Exception {
    Path copy = damaged(bytes -> bytes);
    int found = 0;
    try (FileChannel file =
        FileChannel.open(
            copy.resolve(log.getFileName()), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      for (int record = 0; record + 1 < places.size(); record++) {
        boolean some = record > 6 && record < places.size() - 4;
        int start = places.get(record);
        for (int place = start; place < places.get(record + 1); place += some ? 61 : 1) {
          for (int bit = 0; bit < (place - start < 7 ? 8 : 1); bit++) {
            flip(file, place, bit);
            assertThat(WriteAheadLog.read(copy).problem())
                .as("record %s, byte %s, bit %s", record, place - start, bit)
                .isNotNull();
            flip(file, place, bit);
            found++;
          }
        }
      }
    }
    assertThat(WriteAheadLog.read(copy).problem()).isNull();
    assertThat(found).isGreaterThan(2_000);
  }

  private static void flip(FileChannel file, int place, int bit) throws IOException {
    ByteBuffer one = ByteBuffer.allocate(1);
    file.read(one, place);
    one.put(0, (byte) (one.get(0) ^ (1 << bit))).flip();
    file.write(one, place);
  }

  /** RocksDB's own reading of the same damage, with every guard before it. */
  @Test
  void damageOfEveryKindIsRefusedAndSalvagedUpToTheRowBefore() throws Exception {
    List<UnaryOperator<byte[]>> kinds =
        List.of(
            bytes -> bytes,
            bytes -> flip(bytes, 2, 5),
            bytes -> flip(bytes, 4, 0),
            bytes -> flip(bytes, 5, 7),
            bytes -> flip(bytes, 6, 1),
            bytes -> flip(bytes, 7, 0),
            bytes -> flip(bytes, bytes.length - 1, 3),
            bytes -> new byte[bytes.length]);
    for (int row : new int[] {0, LONG_ROW, ROWS - 1}) {
      int start = recordOf(row);
      int stop = places.get(places.indexOf(start) + 1);
      for (int kind = 1; kind < kinds.size(); kind++) {
        UnaryOperator<byte[]> damage = kinds.get(kind);
        Path copy =
            damaged(
                bytes -> {
                  byte[] record = damage.apply(Arrays.copyOfRange(bytes, start, stop));
                  System.arraycopy(record, 0, bytes, start, record.length);
                  return bytes;
                });
        refused(copy);
        salvaged(copy, row);
      }
    }
  }

  @Test
  void aBlockOfZerosIsRefusedWhereverItIs() throws Exception {
    for (int sector = 0; sector < end(); sector += 4096) {
      int start = sector;
      Path copy =
          damaged(
              bytes -> {
                Arrays.fill(bytes, start, Math.min(start + 4096, bytes.length), (byte) 0);
                return bytes;
              });
      assertThat(WriteAheadLog.read(copy).problem()).as("zeros from %s", start).isNotNull();
    }
    Path copy =
        damaged(
            bytes -> {
              Arrays.fill(bytes, LogRecords.BLOCK_LENGTH, bytes.length, (byte) 0);
              return bytes;
            });
    refused(copy);
  }

  @Test
  void aLastRecordThatIsCutOffIsNoDamage() throws Exception {
    Path copy = damaged(bytes -> bytes);
    byte[] bytes = Files.readAllBytes(log);
    for (int length = recordOf(ROWS - 1) + 1; length < bytes.length; length++) {
      Files.write(copy.resolve(log.getFileName()), Arrays.copyOf(bytes, length));
      assertThat(WriteAheadLog.read(copy).problem()).as("%s bytes", length).isNull();
    }
    for (int row : new int[] {3, LONG_ROW, ROWS - 1}) {
      for (int more : new int[] {3, 20}) {
        int length = recordOf(row) + more;
        Path cut = damaged(all -> Arrays.copyOf(all, length));
        opensWith(cut, row);
        // What is written next has other numbers than the log would give it.
        opensWith(cut, row + 1);
        opensWith(cut, row + 2);
      }
    }
  }

  @Test
  void aLogThatIsShorterThanWhenTheDatabaseWasClosedIsRefused() throws Exception {
    Path closed = temporary.resolve("open");
    byte[] bytes = Files.readAllBytes(log);
    for (int length = 0; length < bytes.length; length += length < recordOf(5) ? 7 : 997) {
      Files.write(closed.resolve(log.getFileName()), Arrays.copyOf(bytes, length));
      assertThat(WriteAheadLog.read(closed).problem()).as("%s bytes", length).isNotNull();
    }
    Files.write(closed.resolve(log.getFileName()), Arrays.copyOf(bytes, recordOf(20)));
    refused(closed);
    salvaged(closed, 20);
  }

  @Test
  void aLogThatIsGoneIsRefused() throws Exception {
    Path written = temporary.resolve("written");
    copy(killed, written);
    opensWith(written, ROWS);
    opensWith(written, ROWS + 1);
    // Whoever is killed has closed nothing.
    try (Engine engine = Engines.open("rocksdb:" + written)) {
      put(engine, ROWS + 2);
      copy(written, temporary.resolve("again"));
    }
    Path again = temporary.resolve("again");
    List<Path> all = logs(again);
    assertThat(all).hasSize(4);
    int[] rowsBefore = {0, ROWS, ROWS + 1, ROWS + 2};
    for (int index = 0; index < all.size(); index++) {
      Path copy = newFolder();
      copy(again, copy);
      Files.delete(copy.resolve(all.get(index).getFileName()));
      if (index == 0) {
        nothingIsLeftOf(copy);
      } else {
        refused(copy);
        salvaged(copy, rowsBefore[index]);
      }
    }
    Path none = newFolder();
    copy(again, none);
    for (Path file : all) {
      Files.delete(none.resolve(file.getFileName()));
    }
    nothingIsLeftOf(none);
    Files.delete(none.resolve(WriteAheadLog.NOTE));
    nothingIsLeftOf(none);
  }

  @Test
  void aDatabaseThatIsOpenIsNotCalledDamaged() throws Exception {
    Path copy = damaged(bytes -> bytes);
    try (Engine engine = Engines.open("rocksdb:" + copy)) {
      Path file = logs(copy).get(0);
      Files.write(file, flip(Files.readAllBytes(file), recordOf(10) + 30, 0));
      for (String options : List.of("", "?salvage=true")) {
        assertThatThrownBy(() -> Engines.open("rocksdb:" + copy + options))
            .isInstanceOf(StoreException.class)
            .hasMessageContaining("found the database open in another process");
      }
      assertThat(rows(engine)).isEqualTo(ROWS);
    }
  }

  private void refused(Path directory) {
    assertThatThrownBy(() -> Engines.open("rocksdb:" + directory).close())
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith("cannot open rocksdb:" + directory + ": found a damaged")
        .hasMessageContaining("restore a backup, or open rocksdb:" + directory + "?salvage=true")
        .hasMessageNotContaining("\n");
  }

  /** Salvages it: so many rows exist, and all that is written from then on stays. */
  /**
   * The database begins in the file that is gone: a salvage would drop all of it, so none is made.
   */
  private static void nothingIsLeftOf(Path directory) throws IOException {
    List<Path> before = logs(directory);
    for (String options : List.of("", "?salvage=true")) {
      assertThatThrownBy(() -> Engines.open("rocksdb:" + directory + options))
          .isInstanceOf(StoreException.class)
          .hasMessageStartingWith("cannot open rocksdb:" + directory + ": found a damaged")
          .hasMessageContaining("missing) and no rows before the damage, expected whole records;")
          .hasMessageEndingWith("; restore a backup");
    }
    assertThat(logs(directory)).isEqualTo(before);
    assertThat(directory.resolve("salvage-1")).doesNotExist();
  }

  private static void salvaged(Path directory, int rows) throws IOException {
    try (Engine engine = Engines.open("rocksdb:" + directory + "?salvage=true")) {
      if (engine.hasTable(TABLE.name())) {
        assertThat(rows(engine)).isEqualTo(rows);
      } else {
        assertThat(rows).isZero();
        engine.createTable(TABLE);
      }
      put(engine, rows);
    }
    String dropped = Files.readString(directory.resolve("salvage-1/dropped.txt"));
    assertThat(dropped)
        .contains(
            "the write-ahead log was damaged (",
            "; salvage has dropped ",
            "; the original files are kept in ");
    opensWith(directory, rows + 1);
    opensWith(directory, rows + 2);
    assertThat(directory.resolve("salvage-2")).doesNotExist();
  }

  /** It has the first so many rows; writes the next. */
  private static void opensWith(Path directory, int rows) {
    try (Engine engine = Engines.open("rocksdb:" + directory)) {
      assertThat(rows(engine)).isEqualTo(rows);
      put(engine, rows);
    }
  }

  private static void put(Engine engine, int id) {
    byte[] ballast = new byte[id == LONG_ROW ? 2 * LogRecords.BLOCK_LENGTH : 20];
    Arrays.fill(ballast, (byte) (id + 1));
    engine.write(
        new WriteBatch(0)
            .put(
                TABLE,
                TABLE.keySchema().key(1, id),
                WriteBatch.ABSENT,
                1,
                Map.of(1, (long) id, 3, ballast)));
  }

  /** Count of rows, which are the first ones in both families. */
  private static int rows(Engine engine) {
    int count = 0;
    try (Snapshot snapshot = engine.snapshot(0);
        RowCursor cursor = snapshot.walk(TABLE, ScanOptions.of(Set.of("b")))) {
      for (StoredRow row = cursor.next(); row != null; row = cursor.next()) {
        assertThat(row.value(1)).isEqualTo((long) count);
        assertThat(row.value(3)).isNotNull();
        count++;
      }
    }
    return count;
  }

  private int recordOf(int row) {
    // Each row is one record, and the records before are notes of the database and its tables.
    return places.get(places.size() - 1 - ROWS + row - (row < TABLE_MADE_AT ? 1 : 0));
  }

  private int end() {
    return places.get(places.size() - 1);
  }

  private static byte[] flip(byte[] bytes, int place, int bit) {
    bytes[place] ^= (byte) (1 << bit);
    return bytes;
  }

  private Path damaged(UnaryOperator<byte[]> damage) throws IOException {
    Path copy = newFolder();
    copy(killed, copy);
    Files.write(copy.resolve(log.getFileName()), damage.apply(Files.readAllBytes(log)));
    return copy;
  }

  private Path newFolder() throws IOException {
    return Files.createTempDirectory(temporary, "copy");
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  private static List<Path> logs(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
    }
  }
}
