package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import keywright.testkit.Allocations;
import keywright.testkit.Measurements;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ojai.Document;
import org.ojai.DocumentStream;
import org.ojai.store.Connection;
import org.ojai.store.DocumentStore;
import org.ojai.store.DriverManager;
import org.ojai.store.Query;
import org.ojai.store.QueryCondition;

/**
 * The bytes that calls of a store on RocksDB allocate once the compiler has settled. Times vary
 * between runs; these hardly do, and the limits are a little above them. A document has 50 fields,
 * and about 920 bytes in its stored form.
 */
@Tag("large")
final class AllocationTest {
  private static final int DOCUMENTS = 2_000;
  private static final int SCANNED = 100;
  private static final int FIELDS = 50;

  /** The most bytes that a call may allocate. */
  private static final Map<String, Integer> LIMITS =
      Map.of(
          "find, as a map", 6_030,
          "find one field", 1_040,
          "scanned document, one field", 2_010,
          "insert", 9_980,
          "insert or replace", 9_100);

  @TempDir Path directory;

  private static Map<String, Object> document(String id, int number) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("_id", id);
    for (int index = 1; document.size() < FIELDS; index++) {
      document.put(
          "field_" + index,
          switch (index % 4) {
            case 0 -> (long) number;
            case 1 -> "text " + number;
            case 2 -> index % 8 == 2;
            default -> index * 0.5;
          });
    }
    return document;
  }

  private static String id(int number) {
    return "contact" + (1_000_000 + number);
  }

  private static Map<String, IntConsumer> calls(Connection connection) {
    DocumentStore store = connection.createStore("contacts");
    List<Map<String, Object>> documents = new ArrayList<>();
    for (int number = 0; number < DOCUMENTS; number++) {
      documents.add(document(id(number), number));
      store.insert(connection.newDocument(documents.get(number)));
    }
    Map<String, IntConsumer> calls = new LinkedHashMap<>();
    calls.put(
        "find, as a map",
        call -> {
          String id = (String) documents.get(call % DOCUMENTS).get("_id");
          require(FIELDS, Objects.requireNonNull(store.findById(id)).asMap().size());
        });
    calls.put(
        "find one field",
        call -> {
          String id = (String) documents.get(call % DOCUMENTS).get("_id");
          Document found = Objects.requireNonNull(store.findById(id, "field_24"));
          require(call % DOCUMENTS, found.getLong("field_24"));
        });
    calls.put(
        "scanned document, one field",
        call -> {
          if (call % SCANNED == 0) {
            int first = call % (DOCUMENTS - SCANNED);
            require(SCANNED, scanned(connection, store, id(first), id(first + SCANNED)));
          }
        });
    LongSupplier ids =
        new LongSupplier() {
          private long next;

          @Override
          public long getAsLong() {
            return next++;
          }
        };
    Map<String, Object> inserted = document("", 0);
    calls.put(
        "insert",
        call -> {
          inserted.put("_id", "new" + ids.getAsLong());
          store.insert(connection.newDocument(inserted));
        });
    calls.put(
        "insert or replace",
        call -> store.insertOrReplace(connection.newDocument(documents.get(call % DOCUMENTS))));
    return calls;
  }

  private static int scanned(Connection connection, DocumentStore store, String from, String to) {
    QueryCondition ids =
        connection
            .newCondition()
            .and()
            .is("_id", QueryCondition.Op.GREATER_OR_EQUAL, from)
            .is("_id", QueryCondition.Op.LESS, to)
            .close()
            .build();
    Query query = connection.newQuery().select("field_24").where(ids).build();
    int count = 0;
    try (DocumentStream found = store.find(query)) {
      for (Document one : found) {
        count += one.size();
      }
    }
    return count;
  }

  private static void require(long expected, long found) {
    if (found != expected) {
      throw new IllegalStateException("found " + found + ", expected " + expected);
    }
  }

  /** Prints each call and the bytes that it allocates, on a database in the directory. */
  public static void main(String[] arguments) {
    try (Connection connection =
        DriverManager.getConnection("ojai:keywright:rocksdb:" + arguments[0])) {
      Allocations.print(calls(connection), DOCUMENTS);
    }
  }

  @Test
  void callsAllocateNoMoreThanTheyDid() throws Exception {
    Map<String, Integer> bytes =
        Measurements.of(AllocationTest.class, directory.resolve("data").toString());
    assertThat(bytes).containsOnlyKeys(LIMITS.keySet());
    assertThat(bytes)
        .allSatisfy(
            (call, each) -> assertThat(each).as(call).isLessThanOrEqualTo(LIMITS.get(call)));
  }
}
