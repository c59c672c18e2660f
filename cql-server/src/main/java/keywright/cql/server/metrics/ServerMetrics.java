package keywright.cql.server.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import keywright.store.EngineFigure;
import keywright.table.model.BuildProgress;
import keywright.table.model.DatabaseEvents;

/**
 * Counters and histograms of a server, in a registry of Micrometer. The number of time series does
 * not depend on what clients send: labels are the kinds and outcomes of statements, and what the
 * JVM calls its own parts. Safe for many threads.
 */
public final class ServerMetrics implements Measures {
  /** The upper bounds of the buckets, in microseconds: from 0.1 ms to 100 s. */
  private static final long[] BOUNDS = {
    100,
    250,
    500,
    1_000,
    2_500,
    5_000,
    10_000,
    25_000,
    50_000,
    100_000,
    250_000,
    500_000,
    1_000_000,
    2_500_000,
    5_000_000,
    10_000_000,
    25_000_000,
    50_000_000,
    100_000_000
  };

  /** The meters of the statements of one kind. */
  private record Meters(Map<Outcome, Counter> counts, Timer times) {
    void answered(Outcome outcome, long nanos) {
      Objects.requireNonNull(counts.get(outcome)).increment();
      times.record(nanos, TimeUnit.NANOSECONDS);
    }
  }

  private static final int BUILDS_MAX = 1_000;

  private final PrometheusMeterRegistry registry = newRegistry();
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final Map<StatementKind, Meters> statements = new EnumMap<>(StatementKind.class);
  private final Map<Refusal, Counter> refusals = new EnumMap<>(Refusal.class);
  private final Counter rows =
      counter("keywright_sent_rows_total", "The number of rows that SELECT statements returned.");
  private final LongAdder received = total("received", "The bytes that clients have sent.");
  private final LongAdder sent = total("sent", "The bytes that were sent to clients.");

  /** The rows that the builds of indexes have done, by index, as they have reported last. */
  private final Map<String, Long> builds = new ConcurrentHashMap<>();

  private volatile boolean isLeaseLost;

  /** The registry alone would let them go. */
  private volatile List<EngineFigure> figures = List.of();

  /** Makes all meters of a server, so that each counter exists before its first event. */
  public ServerMetrics() {
    for (StatementKind kind : StatementKind.values()) {
      statements.put(kind, meters(kind));
    }
    for (Refusal refusal : Refusal.values()) {
      refusals.put(refusal, counter(refusal));
    }
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    collections.bindTo(registry);
  }

  private static PrometheusMeterRegistry newRegistry() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    // Only some collectors have it.
    registry.config().meterFilter(MeterFilter.denyNameStartsWith("jvm.gc.concurrent"));
    return registry;
  }

  private Meters meters(StatementKind kind) {
    Map<Outcome, Counter> counts = new EnumMap<>(Outcome.class);
    for (Outcome outcome : Outcome.values()) {
      counts.put(
          outcome,
          Counter.builder("keywright_statements_total")
              .description("The number of statements that were answered.")
              .tag("kind", kind.label())
              .tag("outcome", outcome.label())
              .register(registry));
    }
    Timer times =
        Timer.builder("keywright_statement_seconds")
            .description("The time from the arrival of a statement to its answer.")
            .tag("kind", kind.label())
            .serviceLevelObjectives(
                LongStream.of(BOUNDS)
                    .mapToObj(micros -> Duration.ofNanos(1_000 * micros))
                    .toArray(Duration[]::new))
            .register(registry);
    return new Meters(counts, times);
  }

  private Counter counter(Refusal refusal) {
    return switch (refusal) {
      case CONNECTION ->
          counter(
              "keywright_connections_refused_total",
              "The number of connections that were closed because there were too many.");
      case LOGIN ->
          counter(
              "keywright_logins_failed_total",
              "The number of logins with a wrong name or password.");
      case FRAME ->
          counter(
              "keywright_frames_refused_total",
              "The number of frames that could not be read or were not allowed.");
      case REQUEST ->
          counter(
              "keywright_requests_refused_total",
              "The number of requests that did not run because the server had too much to do.");
    };
  }

  private Counter counter(String name, String help) {
    return Counter.builder(name).description(help).register(registry);
  }

  private LongAdder total(String name, String help) {
    LongAdder sum = new LongAdder();
    FunctionCounter.builder("keywright_" + name + "_bytes_total", sum, LongAdder::sum)
        .description(help)
        .register(registry);
    return sum;
  }

  @Override
  public boolean isOn() {
    return true;
  }

  @Override
  public DatabaseEvents events() {
    Counter retries =
        counter(
            "keywright_write_retries_total",
            "How often rows were read and written again after a write conflict, or because the engine did not answer.");
    Counter unknown =
        counter(
            "keywright_unknown_outcomes_total",
            "The number of rows of which it is unknown whether they were written.");
    Counter left =
        counter(
            "keywright_index_entries_left_total",
            "The number of dangling index entries that could not be deleted after writes.");
    Counter built =
        counter(
            "keywright_index_build_rows_total",
            "The number of rows that got their entries in an index that is being built.");
    Counter renewed =
        counter("keywright_lease_renewals_total", "How often the lease of the server was renewed.");
    Counter lost =
        counter("keywright_lease_losses_total", "How often the lease of the server has ended.");
    return new DatabaseEvents() {
      @Override
      public void writeRetried(String table, int attempt) {
        retries.increment();
      }

      @Override
      public void outcomeUnknown(String table) {
        unknown.increment();
      }

      @Override
      public void entriesLeft(String table, int entries) {
        left.increment(entries);
      }

      @Override
      public void leaseRenewed() {
        isLeaseLost = false;
        renewed.increment();
      }

      @Override
      public void leaseLost() {
        isLeaseLost = true;
        lost.increment();
      }

      @Override
      public void buildProgressed(BuildProgress progress) {
        built.increment((double) rowsSinceLast(progress));
      }
    };
  }

  private long rowsSinceLast(BuildProgress progress) {
    if (builds.size() > BUILDS_MAX) {
      builds.clear();
    }
    Long last = builds.put(progress.index(), progress.rowsDone());
    long before = last == null || last > progress.rowsDone() ? progress.rowsResumed() : last;
    return progress.rowsDone() - before;
  }

  @Override
  public boolean isLeaseLost() {
    return isLeaseLost;
  }

  @Override
  public void observe(ServerState state) {
    gauge("connections", "The number of started connections.", state, s -> s.startedConnections());
    gauge(
        "connections_starting",
        "The number of connections that are not started yet.",
        state,
        s -> s.startingConnections());
    gauge(
        "requests_unanswered",
        "The number of requests that are not answered yet.",
        state,
        s -> s.unansweredRequests());
    gauge(
        "requests_unanswered_bytes",
        "The bytes of the requests that are not answered yet.",
        state,
        s -> (double) s.unansweredBytes());
    gauge(
        "statements_waiting",
        "The number of statements that wait for a thread.",
        state,
        s -> s.waitingStatements());
    gauge(
        "prepared_statements",
        "The number of prepared statements that the server keeps.",
        state,
        s -> s.preparedStatements());
    figures = state.figures();
    for (EngineFigure figure : figures) {
      String name = "keywright_" + figure.name();
      ToDoubleFunction<EngineFigure> value = f -> f.value().getAsDouble();
      if (figure.kind() == EngineFigure.Kind.TOTAL) {
        FunctionCounter.builder(name, figure, value).description(figure.help()).register(registry);
      } else {
        Gauge.builder(name, figure, value)
            .strongReference(true)
            .description(figure.help())
            .register(registry);
      }
    }
  }

  private void gauge(
      String name, String help, ServerState state, ToDoubleFunction<ServerState> value) {
    Gauge.builder("keywright_" + name, state, value)
        .strongReference(true)
        .description(help)
        .register(registry);
  }

  @Override
  public void answered(StatementKind kind, Outcome outcome, long nanos, int rowCount) {
    Objects.requireNonNull(statements.get(kind)).answered(outcome, nanos);
    if (rowCount > 0) {
      rows.increment(rowCount);
    }
  }

  @Override
  public void transferred(long receivedBytes, long sentBytes) {
    received.add(receivedBytes);
    sent.add(sentBytes);
  }

  @Override
  public void refused(Refusal refusal) {
    Objects.requireNonNull(refusals.get(refusal)).increment();
  }

  /**
   * All metrics as text.
   *
   * @param contentType of the text, such as {@code text/plain; version=0.0.4; charset=utf-8}
   */
  String text(String contentType) {
    return registry.scrape(contentType);
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
