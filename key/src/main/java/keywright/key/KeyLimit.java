package keywright.key;

import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/**
 * A limit on the length of row keys. Immutable.
 *
 * @param name the name of the engine that has this limit, or {@code advised}
 * @param bytes the length of the longest row key, in bytes
 */
public record KeyLimit(String name, int bytes) {
  /**
   * The recommended limit. Longer keys need much space, because each cell of HBase and each index
   * entry repeats its row key.
   */
  public static final KeyLimit ADVISED = new KeyLimit("advised", 2_048);

  /** The limit of Cassandra, which stores the length of a key in 16 bits. */
  public static final KeyLimit CASSANDRA = new KeyLimit("cassandra", 65_535);

  /**
   * The limit of the engine on RocksDB. RocksDB itself allows longer keys, but the engine has the
   * same limit as on Cassandra.
   */
  public static final KeyLimit ROCKSDB = new KeyLimit("rocksdb", 65_535);

  private static final int HBASE_ROW = Short.MAX_VALUE;
  private static final int HBASE_REGION_SUFFIX = 16;

  /**
   * The limit of HBase for row keys of a table. A row key may become the start of a region. The
   * name of a region is itself a row key in HBase's own table, and consists of the table's name,
   * the start and 16 more bytes.
   *
   * @param table the name of the table
   */
  public static KeyLimit hbase(String table) {
    int name = table.getBytes(StandardCharsets.UTF_8).length;
    return new KeyLimit("hbase", HBASE_ROW - HBASE_REGION_SUFFIX - name);
  }

  /** Whether every row key that the declared key {@code schema} can have is within the limit. */
  public boolean holds(KeySchema schema) {
    OptionalInt longest = schema.longestKey();
    return longest.isPresent() && longest.getAsInt() <= bytes;
  }
}
