package keywright.cql.server.system;

import com.datastax.oss.protocol.internal.response.result.RawType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A table that the server makes up when it is read. Immutable.
 *
 * @param partitionColumns how many of the first columns are the partition key
 * @param clusteringColumns how many of the next ones are clustering columns
 * @param rows makes the rows, each a value for some of the columns
 */
record SystemTable(
    String keyspace,
    String name,
    int partitionColumns,
    int clusteringColumns,
    List<SystemColumn> columns,
    Function<Schema, List<Map<String, Object>>> rows) {

  /** One of the columns. */
  record SystemColumn(String name, RawType type) {}

  /**
   * A table with columns such as {@code "keyspace_name text, durable_writes boolean"}.
   *
   * @param rows null for a table without rows
   */
  static SystemTable of(
      String keyspace,
      String name,
      int partitionColumns,
      int clusteringColumns,
      String columns,
      @Nullable Function<Schema, List<Map<String, Object>>> rows) {
    List<SystemColumn> read = new ArrayList<>();
    for (String column : columns.split(", ", -1)) {
      int space = column.indexOf(' ');
      read.add(
          new SystemColumn(
              column.substring(0, space), SystemTypes.parse(column.substring(space + 1))));
    }
    return new SystemTable(
        keyspace,
        name,
        partitionColumns,
        clusteringColumns,
        List.copyOf(read),
        rows == null ? schema -> List.of() : rows);
  }

  /** The index of a column; -1 if there is none of that name. */
  int index(String column) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(column)) {
        return i;
      }
    }
    return -1;
  }
}
