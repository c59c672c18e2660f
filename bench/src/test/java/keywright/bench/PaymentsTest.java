package keywright.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** What is compared does the same work: the same bytes under the same settings. */
@Tag("large")
class PaymentsTest {
  private static final List<Payment> PAYMENTS =
      IntStream.range(0, 200).mapToObj(id -> Payment.of(id, 10)).toList();

  /** The head of a value, whose version differs. */
  private static final Pattern VERSION = Pattern.compile("^01(?:[89a-f].){7}[0-7].");

  /** After the name of storage, in RocksDB's file of options with a backslash before it. */
  private static final Pattern GENERATION = Pattern.compile("\\\\?#[0-9]+");

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(PlainPayments.Kind.class)
  void bothStoreTheSameBytes(PlainPayments.Kind kind) throws Exception {
    boolean indexed = kind != PlainPayments.Kind.UNINDEXED;
    try (PaymentStore keywright =
            new KeywrightPayments("rocksdb:" + directory.resolve("keywright"), indexed);
        PaymentStore plain = new PlainPayments(directory.resolve("plain"), kind)) {
      for (PaymentStore store : List.of(keywright, plain)) {
        store.putAll(PAYMENTS.subList(0, 100));
        PAYMENTS.subList(100, 200).forEach(store::put);
      }
      assertSameAnswers(keywright, plain, indexed);
    }
    Map<String, Map<String, String>> stored = stored(directory.resolve("plain"));
    assertThat(stored).hasSize(indexed ? 3 : 1);
    assertThat(stored.get("payment/d")).hasSize(PAYMENTS.size());
    assertThat(stored(directory.resolve("keywright"))).isEqualTo(stored);
  }

  /** A value that stays keeps its version beside it in Keywright alone. */
  @ParameterizedTest
  @EnumSource
  void bothKeepTheSameRowsAndEntriesWhenRowsChange(PlainPayments.Kind kind) throws Exception {
    boolean indexed = kind != PlainPayments.Kind.UNINDEXED;
    try (PaymentStore keywright =
            new KeywrightPayments("rocksdb:" + directory.resolve("keywright"), indexed);
        PaymentStore plain = new PlainPayments(directory.resolve("plain"), kind)) {
      for (PaymentStore store : List.of(keywright, plain)) {
        PAYMENTS.forEach(store::put);
        PAYMENTS.subList(50, 150).forEach(payment -> store.put(payment.changed()));
        store.putAll(PAYMENTS.subList(120, 130));
      }
      assertSameAnswers(keywright, plain, indexed);
    }
    Map<String, Map<String, String>> stored = stored(directory.resolve("plain"));
    Map<String, Map<String, String>> keywright = stored(directory.resolve("keywright"));
    assertThat(keywright.keySet()).isEqualTo(stored.keySet());
    stored.forEach(
        (family, rows) -> {
          assertThat(keywright.get(family).keySet()).isEqualTo(rows.keySet());
          assertThat(rows).as(family).hasSize(PAYMENTS.size());
        });
  }

  private static void assertSameAnswers(
      PaymentStore keywright, PaymentStore plain, boolean indexed) {
    for (Payment payment : PAYMENTS) {
      assertThat(keywright.get(payment)).isNotNull().isEqualTo(plain.get(payment));
    }
    assertThat(plain.get(Payment.of(-1, 10))).isEqualTo(keywright.get(Payment.of(-1, 10))).isNull();
    List<Payment> expected = new ArrayList<>();
    List<Payment> found = new ArrayList<>();
    plain.ofCustomer(7, expected::add);
    keywright.ofCustomer(7, found::add);
    if (indexed) {
      plain.inState("paid", 30, expected::add);
      keywright.inState("paid", 30, found::add);
    }
    assertThat(found).isEqualTo(expected).hasSizeGreaterThan(indexed ? 30 : 10);
  }

  /** Keys and values of the families of payments, in hex; versions are left out. */
  private static Map<String, Map<String, String>> stored(Path path) throws RocksDBException {
    Map<String, Map<String, String>> families = new TreeMap<>();
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (Options options = new Options();
        DBOptions database = new DBOptions()) {
      for (byte[] name : RocksDB.listColumnFamilies(options, path.toString())) {
        descriptors.add(new ColumnFamilyDescriptor(name));
      }
      try (RocksDB db = RocksDB.openReadOnly(database, path.toString(), descriptors, handles)) {
        for (ColumnFamilyHandle handle : handles) {
          String name =
              GENERATION
                  .matcher(new String(handle.getName(), StandardCharsets.UTF_8))
                  .replaceFirst("");
          if (name.startsWith("payment")) {
            families.put(name, contents(db, handle));
          }
          handle.close();
        }
      }
    }
    return families;
  }

  private static Map<String, String> contents(RocksDB db, ColumnFamilyHandle handle) {
    Map<String, String> contents = new TreeMap<>();
    try (RocksIterator rows = db.newIterator(handle)) {
      for (rows.seekToFirst(); rows.isValid(); rows.next()) {
        String value = HexFormat.of().formatHex(rows.value());
        contents.put(
            HexFormat.of().formatHex(rows.key()), VERSION.matcher(value).replaceFirst("version "));
      }
    }
    return contents;
  }

  @Test
  void bothHaveTheSameSettings() throws IOException {
    new KeywrightPayments("rocksdb:" + directory.resolve("keywright"), true).close();
    new PlainPayments(directory.resolve("plain"), PlainPayments.Kind.LOCKS).close();
    Map<String, String> plain = settings(directory.resolve("plain"));
    assertThat(plain).containsKeys("DBOptions", "CFOptions \"payment/d\"");
    assertThat(settings(directory.resolve("keywright"))).containsAllEntriesOf(plain);
  }

  /**
   * The sections of RocksDB's file of options; what makes families is no setting of what is in
   * them.
   */
  private static Map<String, String> settings(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      Path newest =
          files
              .filter(file -> file.getFileName().toString().startsWith("OPTIONS-"))
              .max(Path::compareTo)
              .orElseThrow();
      Matcher sections =
          Pattern.compile("(?m)^\\[([^]]+)\\]\\n([^\\[]*)").matcher(Files.readString(newest));
      Map<String, String> settings = new TreeMap<>();
      while (sections.find()) {
        settings.put(
            GENERATION.matcher(sections.group(1)).replaceFirst(""),
            sections.group(2).replaceAll("(?m)^ *create_missing_column_families=.*$", "").strip());
      }
      return settings;
    }
  }
}
