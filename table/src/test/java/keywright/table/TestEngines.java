package keywright.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.MemoryEngine;
import keywright.store.contract.PartitionedEngine;

/**
 * The engines that tests of the room run on: the reference, as it is and changing one row at a
 * time, and RocksDB in a folder of its own.
 */
final class TestEngines implements AutoCloseable {
  private final Path folder;
  private final List<Engine> engines;
  private final boolean haveEmptyPartitions;

  TestEngines() {
    this(MemoryEngine.ofSingleRows(1));
  }

  /** The reference, RocksDB, and another. */
  TestEngines(Engine other) {
    haveEmptyPartitions = true;
    folder = folder();
    engines = List.of(new MemoryEngine(), Engines.open("rocksdb:" + folder.resolve("db")), other);
  }

  /**
   * @param haveEmptyPartitions whether a row may have a key whose only part is empty
   */
  TestEngines(List<Engine> engines, boolean haveEmptyPartitions) {
    this.haveEmptyPartitions = haveEmptyPartitions;
    folder = folder();
    this.engines = engines;
  }

  private static Path folder() {
    try {
      return Files.createTempDirectory("keywright-table");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The reference with partitions, as it is and changing one row at a time. */
  static TestEngines withPartitions() {
    return new TestEngines(
        List.of(
            new PartitionedEngine(new MemoryEngine()),
            new PartitionedEngine(MemoryEngine.ofSingleRows(1))),
        true);
  }

  /** Whether a row may have a key whose only part is empty: not on Cassandra. */
  boolean haveEmptyPartitions() {
    return haveEmptyPartitions;
  }

  List<Engine> all() {
    return engines;
  }

  /** Those that change rows and entries together. */
  List<Engine> exact() {
    return engines.subList(0, 2);
  }

  @Override
  public void close() {
    engines.forEach(Engine::close);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
