package keywright.key;

import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/**
 * The longest row key that an engine takes. {@link KeySchema#longestKey} tells what a declaration
 * can come to.
 *
 * @param name the engine, or {@code advised}
 * @param bytes the longest row key
 */
public record KeyLimit(String name, int bytes) {
  /** What is advised everywhere: each cell of HBase and each index entry repeats its key. */
  public static final KeyLimit ADVISED = new KeyLimit("advised", 2_048);

  /** Cassandra: the length of a key is 16 bits. */
  public static final KeyLimit CASSANDRA = new KeyLimit("cassandra", 65_535);

  /** RocksDB has no limit of its own to speak of; the engine here holds to that of Cassandra. */
  public static final KeyLimit ROCKSDB = new KeyLimit("rocksdb", 65_535);

  private static final int HBASE_ROW = Short.MAX_VALUE;
  private static final int HBASE_REGION_SUFFIX = 16;

  /**
   * HBase: a row key may start a region, whose name is itself a row key: of the table, the start
   * and 16 more bytes.
   */
  public static KeyLimit hbase(String table) {
    int name = table.getBytes(StandardCharsets.UTF_8).length;
    return new KeyLimit("hbase", HBASE_ROW - HBASE_REGION_SUFFIX - name);
  }

  /** Whether every row key of {@code schema} is within the limit. */
  public boolean holds(KeySchema schema) {
    OptionalInt longest = schema.longestKey();
    return longest.isPresent() && longest.getAsInt() <= bytes;
  }
}
