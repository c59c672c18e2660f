package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import keywright.cql.CqlSession;
import keywright.cql.Result;
import keywright.table.Database;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The example of a table of HBase's own client, on an HBase. */
@Tag("large")
class AttachedTableTest {

  @Test
  void bothClientsReadWhatTheOtherWrote() throws Exception {
    try (DefaultNamespace unused = DefaultNamespace.take()) {
      String quorum = DefaultNamespace.quorum();
      try (Connection connection = DefaultNamespace.connect();
          Admin admin = connection.getAdmin()) {
        admin.createTable(
            TableDescriptorBuilder.newBuilder(TableName.valueOf("reading"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("m"))
                .build());
      }
      assertThat(Program.stdout(AttachedTableTest::run, quorum).lines())
          .containsExactly(
              "[1970-01-01T02:00:00Z, 22.5, as read]",
              "[1970-01-01T03:00:00Z, 23.5, doubtful]",
              "doubtful");
      try (Database database = Database.open(DefaultNamespace.url());
          Result described = CqlSession.over(database).execute("DESCRIBE TABLE reading")) {
        assertThat(described.stream().map(row -> String.valueOf(row.values().get(0))))
            .startsWith("ATTACH TABLE reading (")
            .anyMatch(line -> line.endsWith(" -- stored as m:celsius"))
            .endsWith(") WITH key_format = 'hbase' AND column_names = 'plain';");
      }
    }
  }

  private static void run(String... arguments) {
    try {
      AttachedTable.main(arguments);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
