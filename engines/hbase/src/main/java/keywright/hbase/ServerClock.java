package keywright.hbase;

import keywright.store.TableLayout;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Result;

/**
 * Reads the clock of a region server. HBase has no call for it, but a server gives a cell that is
 * appended without a timestamp the time of its clock, and answers with the cell.
 */
final class ServerClock {
  /** A column that no read of ours asks for. */
  private static final byte[] TIME = {'t'};

  private ServerClock() {}

  /** The time of the server that has a row key, in milliseconds since 1970. */
  static long millis(HBaseClient client, TableLayout layout, byte[] rowKey) {
    HBaseTable table = client.table(layout);
    byte[] family = table.family(0);
    Append append = new Append(rowKey).addColumn(family, TIME, new byte[0]);
    Result appended = client.read(layout.name(), "write", () -> table.calls().append(append));
    Delete delete = new Delete(rowKey).addColumns(family, TIME);
    Void unused = client.read(layout.name(), "write", () -> table.calls().delete(delete));
    return appended.rawCells()[0].getTimestamp();
  }
}
