package keywright.key;

import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/**
 * The longest row key of an engine. {@link KeySchema#longestKey} is the longest row key of a
 * declaration.
 *
 * @param name the engine, or {@code advised}
 * @param bytes the longest row key
 */
public record KeyLimit(String name, int bytes) {
  /** The advised limit: each cell of HBase and each index entry repeats its row key. */
  public static final KeyLimit ADVISED = new KeyLimit("advised", 2_048);

  /** Cassandra: the length of a key is 16 bits. */
  public static final KeyLimit CASSANDRA = new KeyLimit("cassandra", 65_535);

  /** RocksDB allows longer keys; the engine has the limit of Cassandra. */
  public static final KeyLimit ROCKSDB = new KeyLimit("rocksdb", 65_535);

  private static final int HBASE_ROW = Short.MAX_VALUE;
  private static final int HBASE_REGION_SUFFIX = 16;

  /**
   * HBase: a row key may be the start of a region. The name of a region is itself a row key in
   * HBase's own table, and consists of the table's name, the start and 16 more bytes.
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
