package keywright.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import keywright.server.cassandra.CassandraServer;
import keywright.server.hbase.HBaseServer;
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
  private TestEngines(Engine other) {
    haveEmptyPartitions = true;
    folder = folder();
    engines = List.of(new MemoryEngine(), Engines.open("rocksdb:" + folder.resolve("db")), other);
  }

  private TestEngines(List<Engine> engines, boolean haveEmptyPartitions) {
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

  /** The reference, RocksDB, and HBase in a namespace of its own. */
  static TestEngines withHBase(String namespace) {
    return new TestEngines(Engines.open(HBaseServer.shared().url(namespace) + "?alone=true"));
  }

  /** The references with partitions, and Cassandra in a keyspace of its own. */
  static TestEngines withCassandra(String keyspace) {
    List<Engine> engines = new ArrayList<>(withPartitions().engines);
    engines.add(Engines.open(CassandraServer.shared().newKeyspace(keyspace) + "?alone=true"));
    return new TestEngines(engines, false);
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
