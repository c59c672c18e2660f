package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.PrivilegedExceptionAction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keywright.server.hbase.HBaseServer;
import keywright.store.StoreException;
import keywright.table.model.Query;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.access.AccessControlClient;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.security.UserGroupInformation;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Users with different rights, on an HBase with its own AccessController. */
@Tag("large")
final class RightsTest {
  private static final String NAMESPACE = "rights";
  private static final String CONTROLLER =
      "org.apache.hadoop.hbase.security.access.AccessController";

  private static HBaseServer server;

  @BeforeAll
  static void start() throws Throwable {
    Map<String, String> settings = new HashMap<>();
    settings.put("hbase.security.authorization", "true");
    settings.put("hbase.coprocessor.master.classes", CONTROLLER);
    settings.put("hbase.coprocessor.region.classes", CONTROLLER);
    settings.put("hbase.coprocessor.regionserver.classes", CONTROLLER);
    server = HBaseServer.start(settings);
    Configuration client = HBaseConfiguration.create();
    client.set("hbase.zookeeper.quorum", server.quorum());
    // The user that runs the server may do everything.
    try (Connection connection = ConnectionFactory.createConnection(client);
        Admin admin = connection.getAdmin()) {
      admin.createNamespace(NamespaceDescriptor.create(NAMESPACE).build());
      AccessControlClient.grant(connection, NAMESPACE, "reader", Action.READ);
      AccessControlClient.grant(connection, NAMESPACE, "writer", Action.READ, Action.WRITE);
      AccessControlClient.grant(
          connection, NAMESPACE, "definer", Action.READ, Action.WRITE, Action.CREATE, Action.ADMIN);
    }
    try (Database database = open("definer", "")) {
      boolean unused = database.createTable(Payments.DEFINITION, false);
      database.table("payment").insert(Payments.payment(1, 7, "2017-01-01", "1.00"));
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static <T> T as(String user, PrivilegedExceptionAction<T> action) throws Exception {
    return UserGroupInformation.createRemoteUser(user).doAs(action);
  }

  private static Database open(String user, String option) throws Exception {
    String url = server.url(NAMESPACE) + "?timeout_seconds=5" + option;
    return as(user, () -> Database.open(url));
  }

  private static void refused(ThrowingCallable call, String... parts) {
    assertThatThrownBy(call)
        .isInstanceOfAny(StoreException.class, TableException.class)
        .hasMessageStartingWith("cannot ")
        .hasMessageContainingAll(parts)
        .hasMessageNotContaining("\n");
  }

  private static void requireReads(Database database) {
    assertThat(database.table("payment").get(1L)).isPresent();
    Query byIndex = Query.all().where(Payments.eq("customer_id", 7));
    assertThat(database.table("payment").plan(byIndex).index()).isNotEqualTo(Optional.empty());
    try (Rows rows = database.table("payment").query(byIndex)) {
      assertThat(rows.next()).isNotNull();
    }
  }

  @Test
  void aReaderReadsAndWritesNothing() throws Exception {
    try (Database database = open("reader", "&read_only=true")) {
      requireReads(database);
      assertThat(database.leftovers().processes()).isEmpty();
      refused(
          () -> database.table("payment").insert(Payments.payment(2, 7, "2017-01-01", "1.00")),
          "read_only=true");
      refused(() -> database.createTable(WriterProcess.STAY, false), "read_only=true");
      refused(() -> database.dropTable("payment", false), "read_only=true");
      refused(() -> database.truncate("payment"), "read_only=true");
      requireReads(database);
    }
    refused(() -> open("reader", ""), "no permission", "read_only=true");
  }

  @Test
  void aReaderSeesWhatOthersDefineAndIsToldWhatChangedMeanwhile() throws Exception {
    try (Database definer = open("definer", "")) {
      boolean unused = definer.createTable(WriterProcess.STAY, false);
    }
    try (Database reader = open("reader", "&read_only=true");
        Database definer = open("definer", "")) {
      for (long id = 0; id < 3; id++) {
        definer.table("stay").insert(Payments.row("id", id, "guest", id));
      }
      assertThat(reader.table("stay").query(Query.all()).toList()).hasSize(3);
      Rows rows = reader.table("stay").query(Query.all());
      assertThat(rows.next()).isNotNull();
      boolean unused = definer.createIndex("stay", WriterProcess.BY_GUEST, false);
      refused(rows::toList, "cannot read table stay to the end", "read again");
      assertThat(reader.table("stay").query(Query.all()).toList()).hasSize(3);
      unused = definer.dropTable("stay", false);
      assertThat(reader.find("stay")).isPresent();
      refused(() -> reader.table("stay").query(Query.all()).toList(), "cannot find table");
    }
  }

  @Test
  void aWriterWritesAndDefinesNothing() throws Exception {
    try (Database database = open("writer", "")) {
      database.table("payment").insert(Payments.payment(3, 7, "2017-01-01", "1.00"));
      requireReads(database);
      assertThat(database.table("payment").delete(List.of(Payments.eq("payment_id", 3))))
          .isEqualTo(1);
      refused(
          () -> database.createTable(WriterProcess.STAY, false),
          "no permission",
          "grant it to the user");
      refused(() -> database.truncate("payment"), "no permission", "grant it to the user");
      assertThat(database.verify("payment")).isEmpty();
      requireReads(database);
    }
  }

  @Test
  void whatAWriterMayNotDropStaysAsItIs() throws Exception {
    TableDefinition kept = Payments.KEPT;
    try (Database definer = open("definer", "&alone=true")) {
      boolean unused = definer.createTable(kept, false);
      definer.table("kept").insert(Payments.row("id", 1L, "note", "x"));
    }
    try (Database writer = open("writer", "&alone=true")) {
      refused(() -> writer.dropTable("kept", false), "cannot drop table", "no permission");
      requireKept(writer);
    }
    try (Database definer = open("definer", "&alone=true")) {
      requireKept(definer);
    }
    try (Database writer = open("writer", "&alone=true")) {
      refused(() -> writer.dropIndex("kept_by_note", false), "no permission");
      requireKept(writer);
    }
    // Of several processes no query reads an index any longer when it is dropped.
    try (Database writer = open("writer", "")) {
      refused(() -> writer.dropIndex("kept_by_note", false), "no permission");
    }
    try (Database definer = open("definer", "&alone=true")) {
      assertThat(definer.unfinishedIndexes())
          .extracting(each -> each.index())
          .containsExactly("kept_by_note");
      boolean unused = definer.createIndex("kept", kept.indexes().get(0), false);
      requireKept(definer);
      assertThat(definer.dropTable("kept", false)).isTrue();
    }
  }

  private static void requireKept(Database database) {
    assertThat(database.find("kept")).contains(Payments.KEPT);
    Query byIndex = Query.all().where(Payments.eq("note", "x"));
    assertThat(database.table("kept").query(byIndex).toList()).hasSize(1);
  }

  @Test
  void aStrangerCannotOpenIt() {
    refused(() -> open("stranger", "&read_only=true"), "no permission", "grant it to the user");
    refused(() -> open("stranger", ""), "no permission", "grant it to the user");
  }
}
