package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.ge;
import static keywright.table.Payments.lt;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import keywright.key.KeyPart;
import keywright.store.Engine;
import keywright.table.model.Change;
import keywright.table.model.ChangeResult;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Eight writers and four readers on a few rows of a table with index tables.
 *
 * <p>Rows 0 to 7 are accounts: {@code hits} goes up by one under IF or computed, {@code cents} go
 * from one to another in batches under IF, {@code owner} is set blindly. Rows 8 to 31 are places
 * for four tokens, which REKEY moves about. So at every moment the cents come to 0 and each token
 * is at exactly one place, and in the end no hit is lost.
 */
class ContentionTest {
  private static final int WRITERS = 8;
  private static final int READERS = 4;
  private static final int ACCOUNTS = 8;
  private static final int PLACES = 24;
  private static final int TOKENS = 4;
  private static final int OWNERS = 5;

  private static final TableDefinition ACCOUNT =
      TableDefinition.of(
              "account",
              Payments.columns(
                  "id int, owner int, cents int, hits int, token text, note text", "d"),
              KeyPart.parseList("id"))
          .withFamilies(List.of(FamilyDefinition.of("d"), FamilyDefinition.of("n")))
          .withIndexes(
              List.of(
                  IndexDefinition.of("account_by_owner", "owner, cents DESC"),
                  IndexDefinition.of("account_by_token", "bucket(4), token, hits")));

  @Test
  @Tag("large")
  void nothingIsLostWhenManyWriteTheSameRows() throws Exception {
    run(Duration.ofMillis(Trials.of(8_000)));
  }

  @Test
  @Tag("nightly")
  void nothingIsLostInAMinute() throws Exception {
    run(Duration.ofSeconds(60));
  }

  /** For so long on each engine. */
  private static void run(Duration duration) throws Exception {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.exact()) {
        Database database = Database.over(engine, InstantSource.system(), 1);
        database.createTable(ACCOUNT, false);
        fill(database);
        // Writers of two databases on one engine do not take turns with each other.
        Database other = Database.over(engine, InstantSource.system(), 2);
        new ContentionTest().run(database, other, duration);
      }
    }
  }

  private static void fill(Database database) {
    Table table = database.table("account");
    for (int id = 0; id < ACCOUNTS; id++) {
      table.insert(row("id", id, "owner", id % OWNERS, "cents", 0, "hits", 0));
    }
    for (int token = 0; token < TOKENS; token++) {
      table.insert(row("id", ACCOUNTS + token, "token", "token" + token));
    }
  }

  private final AtomicLongArray hits = new AtomicLongArray(ACCOUNTS);
  private final AtomicLong transfers = new AtomicLong();
  private final AtomicLong moves = new AtomicLong();
  private final AtomicLong reads = new AtomicLong();

  private void run(Database database, Database other, Duration duration) throws Exception {
    long end = System.nanoTime() + duration.toNanos();
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS + READERS);
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < WRITERS + READERS; i++) {
      Random random = new Random(Seeds.base() + i);
      boolean writes = i < WRITERS;
      Database own = i % 4 == 0 ? other : database;
      running.add(
          threads.submit(
              () -> {
                while (System.nanoTime() < end) {
                  if (writes) {
                    write(own, random);
                  } else {
                    read(own.table("account"), random);
                  }
                }
              }));
    }
    threads.shutdown();
    for (Future<?> future : running) {
      future.get();
    }
    for (int id = 0; id < ACCOUNTS; id++) {
      Row row = database.table("account").get(id).orElseThrow();
      assertThat(row.getLong("hits")).as("hits of account " + id).isEqualTo(hits.get(id));
    }
    assertThat(database.verify("account")).isEmpty();
    assertThat(hits.get(0)).isPositive();
    assertThat(transfers.get()).isPositive();
    assertThat(moves.get()).isPositive();
    assertThat(reads.get()).isPositive();
  }

  private void write(Database database, Random random) {
    int id = random.nextInt(ACCOUNTS);
    switch (random.nextInt(7)) {
      case 0, 1 -> hit(database, id);
      case 5 -> computeHit(database, id);
      case 2 -> transfer(database, id, (id + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS);
      case 3 -> move(database, random);
      case 4 ->
          database
              .table("account")
              .update(List.of(eq("id", id)), row("owner", random.nextInt(OWNERS)));
      default -> {
        try (BatchWriter writer = database.table("account").batchWriter()) {
          for (int i = 0; i < 4; i++) {
            writer.add(row("id", random.nextInt(ACCOUNTS), "note", "n" + random.nextInt(3)));
          }
        }
      }
    }
  }

  private static Change update(int id, Object... set) {
    return Change.update("account", List.of(eq("id", id)), row(set));
  }

  private void hit(Database database, int id) {
    long before = database.table("account").get(id).orElseThrow().getLong("hits");
    if (database.apply(update(id, "hits", before + 1).onlyIf(eq("hits", before))).applied()) {
      hits.incrementAndGet(id);
    }
  }

  private void computeHit(Database database, int id) {
    ChangeResult result =
        database
            .table("account")
            .compute(
                List.of(eq("id", id)),
                row -> new Change.Computed.Set(row("hits", row.getLong("hits") + 1)));
    assertThat(result.rowsChanged()).isEqualTo(1);
    hits.incrementAndGet(id);
  }

  private void transfer(Database database, int from, int to) {
    List<Row> rows =
        database.table("account").getAll(List.of(List.of(from), List.of(to))).stream()
            .map(row -> row.orElseThrow())
            .toList();
    long a = rows.get(0).getLong("cents");
    long b = rows.get(1).getLong("cents");
    ChangeResult result =
        database.apply(
            update(from, "cents", a - 1).onlyIf(eq("cents", a)),
            update(to, "cents", b + 1).onlyIf(eq("cents", b)));
    transfers.addAndGet(result.applied() ? 1 : 0);
  }

  private void move(Database database, Random random) {
    int from = ACCOUNTS + random.nextInt(PLACES);
    int to = ACCOUNTS + random.nextInt(PLACES);
    try {
      moves.addAndGet(
          database
              .apply(Change.rekey("account", List.of(eq("id", from)), row("id", to)))
              .rowsChanged());
    } catch (TableException e) {
      assertThat(e).hasMessageContaining("found a row with the new key");
    }
  }

  private void read(Table table, Random random) {
    int owner = random.nextInt(OWNERS);
    Query byOwner = Query.all().where(eq("owner", owner), ge("cents", -2), lt("cents", 3));
    for (Row row : table.query(byOwner).toList()) {
      assertThat(row.getInt("owner")).isEqualTo(owner);
      assertThat(row.getInt("cents")).isBetween(-2, 2);
    }
    String token = "token" + random.nextInt(TOKENS);
    assertThat(table.query(Query.all().where(eq("token", token))).toList())
        .as("rows of " + token)
        .hasSize(1)
        .allSatisfy(row -> assertThat(row.get("token")).isEqualTo(token));
    long cents = 0;
    int tokens = 0;
    for (Row row : table.query(Query.all()).toList()) {
      cents += row.isNull("cents") ? 0 : row.getLong("cents");
      tokens += row.isNull("token") ? 0 : 1;
    }
    assertThat(cents).as("cents of all accounts").isZero();
    assertThat(tokens).as("tokens").isEqualTo(TOKENS);
    reads.incrementAndGet();
  }
}
