package keywright.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs benchmarks with the arguments of JMH and prints, as a table in Markdown, each result's time,
 * its bytes allocated and the ratio to Keywright's in the same run.
 */
public final class Main {
  /** A benchmark of tables; its arguments are the questions to ask, all if there are none. */
  private interface Program {
    void run(List<String> questions) throws IOException;
  }

  private static final Map<String, Program> PROGRAMS =
      Map.of(
          "tables", TableBenchmark::main,
          "sql", SqlBenchmark::main,
          "documents", DocumentBenchmark::main,
          "hbase", HBaseBenchmark::main,
          "cassandra", CassandraBenchmark::main,
          "server", ServerBenchmark::main,
          "phoenix", PhoenixBenchmark::main);

  private Main() {}

  /** The entry point; without arguments all benchmarks of row keys run. */
  public static void main(String[] args)
      throws RunnerException, CommandLineOptionException, IOException {
    Program program = args.length == 0 ? null : PROGRAMS.get(args[0]);
    if (program != null) {
      program.run(Arrays.asList(args).subList(1, args.length));
      return;
    }
    CommandLineOptions options = new CommandLineOptions(args);
    if (options.shouldHelp() || options.shouldList()) {
      new Runner(options).list();
      return;
    }
    print(
        new Runner(
                new OptionsBuilder()
                    .parent(options)
                    .addProfiler(GCProfiler.class)
                    .jvmArgs("--add-opens", "java.base/java.nio=ALL-UNNAMED")
                    .build())
            .run());
  }

  /** A question, and the answers to it: one row for each. */
  private static void print(Collection<RunResult> results) {
    Map<String, List<RunResult>> questions = new LinkedHashMap<>();
    for (RunResult result : results) {
      questions.computeIfAbsent(question(result.getParams()), q -> new ArrayList<>()).add(result);
    }
    System.out.println();
    System.out.println("| question | answer | ns/op | min | B/op | ratio |");
    System.out.println("|---|---|---:|---:|---:|---:|");
    questions.forEach(
        (question, answers) -> {
          double baseline = time(answers.get(0));
          for (RunResult answer : answers) {
            System.out.println(
                String.format(
                    Locale.ROOT,
                    "| %s | %s | %.1f | %.1f | %.0f | %.2f |",
                    question,
                    answer(answer.getParams()),
                    time(answer),
                    answer.getPrimaryResult().getStatistics().getMin(),
                    allocated(answer),
                    time(answer) / baseline));
          }
        });
  }

  /** Median over the iterations of all forks, in nanoseconds. */
  private static double time(RunResult result) {
    return result.getPrimaryResult().getStatistics().getPercentile(50);
  }

  private static double allocated(RunResult result) {
    Result<?> bytes = result.getSecondaryResults().get("gc.alloc.rate.norm");
    return bytes == null ? Double.NaN : bytes.getScore();
  }

  private static String simpleName(BenchmarkParams params) {
    String name = params.getBenchmark();
    int method = name.lastIndexOf('.');
    return name.substring(name.lastIndexOf('.', method - 1) + 1);
  }

  private static String question(BenchmarkParams params) {
    String key = params.getParam("key");
    return key == null
        ? simpleName(params).substring(0, simpleName(params).indexOf('.'))
        : simpleName(params).substring(simpleName(params).indexOf('.') + 1) + " " + key;
  }

  private static String answer(BenchmarkParams params) {
    if (params.getParam("library") != null) {
      return params.getParam("library");
    }
    return params.getParam("errors") != null
        ? "after " + params.getParam("errors") + " errors"
        : simpleName(params).substring(simpleName(params).indexOf('.') + 1);
  }
}
