package keywright.store.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static keywright.store.WriteBatch.ABSENT;
import static keywright.store.WriteBatch.ANY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import keywright.key.ByteRange;
import keywright.store.Checkpoints;
import keywright.store.Engine;
import keywright.store.RowCursor;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TablePart;
import keywright.store.WriteBatch;
import org.junit.jupiter.api.Test;

/** Copies of the whole engine; an engine that makes none says so in one line. */
abstract class CheckpointCases extends SingleRowCases {
  private static final int CHECKPOINTS = 6;

  private boolean makesCheckpoints() {
    return engine.checkpoints().isPresent();
  }

  private void checkpoint(Path folder) {
    Checkpoints.of(engine, folder).make(folder);
  }

  @Test
  void anEngineWithoutCheckpointsRefusesThem() {
    assumeFalse(makesCheckpoints());
    refused(() -> checkpoint(directory.resolve("copy")), "copy", "makes no checkpoints");
    assertThat(directory.resolve("copy")).doesNotExist();
  }

  @Test
  void aCheckpointHoldsWhatWasWrittenBeforeIt() throws Exception {
    assumeTrue(makesCheckpoints());
    put("01", ANY, 3, NAME, "ann", NOTE, "x", PHOTO, new byte[] {1});
    put("02", ANY, 1);
    putWords("a", "b");
    Path copy = directory.resolve("copies/first");
    checkpoint(copy);
    put("01", ANY, 4, NAME, "later");
    putWords("c");
    engine.dropTable("words");

    Engine original = engine;
    engine = openCheckpoint(copy);
    assertThat(engine.tables()).containsExactly("rows", "words");
    assertThat(row("01")).isEqualTo("3{1=ann, 3=x, 4=0x01}");
    assertThat(row("02")).isEqualTo("1{}");
    assertThat(words("", null, false)).containsExactly("a", "b");
    assertThat(put("03", ABSENT, 7, NAME, "only here")).isTrue();
    engine.close();
    engine = original;
    assertThat(row("01")).isEqualTo("4{1=later, 3=x, 4=0x01}");
    assertThat(row("03")).isNull();
  }

  @Test
  void aCheckpointReplacesNothing() throws Exception {
    assumeTrue(makesCheckpoints());
    put("01", ANY, 1, NAME, "ann");
    Path file = Files.writeString(directory.resolve("file"), "mine");
    Path folder = Files.createDirectories(directory.resolve("folder"));
    Files.writeString(folder.resolve("thesis.txt"), "mine");
    refused(() -> checkpoint(file), file.toString(), "expected no folder or an empty folder");
    refused(() -> checkpoint(folder), folder.toString(), "thesis.txt");
    assertThat(file).hasContent("mine");
    assertThat(folder).isDirectoryContaining("glob:**thesis.txt");
    Path empty = Files.createDirectories(directory.resolve("empty"));
    checkpoint(empty);
    refused(() -> checkpoint(empty), empty.toString(), "expected no folder or an empty folder");
    try (Engine copy = openCheckpoint(empty)) {
      assertThat(copy.tables()).containsExactly("rows", "words");
    }
  }

  /**
   * Batch n of a thread puts n into three families of one row and into another table, so that all
   * say the same in every copy; a table comes and goes meanwhile.
   */
  @Test
  void aCheckpointWhileOthersWriteIsOfOneMoment() throws Exception {
    assumeTrue(makesCheckpoints() && writesManyRows());
    AtomicBoolean done = new AtomicBoolean();
    AtomicLongArray written = new AtomicLongArray(THREADS);
    List<long[]> writtenBefore = new ArrayList<>();
    TableLayout passing = new TableLayout("passing", ROWS.keySchema(), ROWS.families());
    inThreads(
        thread -> {
          if (thread == 0) {
            try {
              for (int i = 0; i < CHECKPOINTS; i++) {
                long[] before = new long[THREADS];
                for (int other = 1; other < THREADS; other++) {
                  before[other] = written.get(other);
                }
                writtenBefore.add(before);
                checkpoint(directory.resolve("moment" + i));
              }
            } finally {
              done.set(true);
            }
            return null;
          }
          for (int n = 1; !done.get(); n++) {
            write(thread, n);
            written.set(thread, n);
            if (thread == 1 && n % 50 == 0) {
              engine.createTable(passing);
              engine.write(new WriteBatch(now).put(passing, key("01"), ANY, n, cells(TOTAL, n)));
              engine.dropTable(passing.name());
            }
          }
          return null;
        });
    for (int i = 0; i < CHECKPOINTS; i++) {
      try (Engine copy = openCheckpoint(directory.resolve("moment" + i));
          Snapshot snapshot = copy.snapshot(now)) {
        for (int thread = 1; thread < THREADS; thread++) {
          check(snapshot, thread, writtenBefore.get(i)[thread]);
        }
        if (!copy.hasTable(passing.name())) {
          copy.createTable(passing);
        }
        copy.dropTable(passing.name());
      }
    }
  }

  private void write(int thread, int n) {
    assertThat(
            engine.write(
                new WriteBatch(now)
                    .put(
                        ROWS,
                        key("0" + thread),
                        ANY,
                        n,
                        cells(TOTAL, n, NOTE, "" + n, PHOTO, new byte[] {(byte) n}))
                    .put(WORDS, word(thread + "-" + n), ANY, n, cells())))
        .isTrue();
  }

  private static void check(Snapshot snapshot, int thread, long atLeast) {
    StoredRow row = snapshot.get(ROWS, key("0" + thread), Set.of("a", "b", "c"));
    int n = row == null ? 0 : (Integer) row.value(TOTAL);
    assertThat(n).as("last batch of thread %s", thread).isGreaterThanOrEqualTo((int) atLeast);
    if (row != null) {
      assertThat(row.value(NOTE)).isEqualTo("" + n);
      assertThat((byte[]) row.value(PHOTO)).containsExactly(n);
    }
    int words = 0;
    try (RowCursor cursor =
        snapshot.walk(
            WORDS,
            ScanOptions.of(Set.of())
                .within(
                    new TablePart(
                        ByteRange.between(
                            (thread + "-").getBytes(UTF_8), (thread + ".").getBytes(UTF_8)))))) {
      while (cursor.next() != null) {
        words++;
      }
    }
    assertThat(words).as("words of thread %s", thread).isEqualTo(n);
  }
}
