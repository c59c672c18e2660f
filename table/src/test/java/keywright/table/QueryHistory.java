package keywright.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Predicate;

/**
 * A table and what was done with it, as seeds. As a file it is one step a line: {@code table SEED},
 * then {@code write SEED}, {@code create_index SEED}, {@code drop_index SEED}, {@code query SEED}.
 */
record QueryHistory(long tableSeed, List<Step> steps) {

  enum Kind {
    WRITE,
    CREATE_INDEX,
    DROP_INDEX,
    QUERY
  }

  record Step(Kind kind, long seed) {}

  static QueryHistory random(long seed, int queries) {
    Random random = new Random(seed);
    List<Step> steps = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      add(steps, Kind.WRITE, 20 + random.nextInt(60), random);
      add(steps, Kind.CREATE_INDEX, random.nextInt(2), random);
      add(steps, Kind.DROP_INDEX, random.nextInt(6) == 0 ? 1 : 0, random);
      for (int query = 0; query < queries / 3 + 1; query++) {
        add(steps, Kind.QUERY, 1, random);
        add(steps, Kind.WRITE, random.nextInt(8) == 0 ? 1 : 0, random);
      }
    }
    return new QueryHistory(seed, steps);
  }

  private static void add(List<Step> steps, Kind kind, int count, Random random) {
    for (int i = 0; i < count; i++) {
      steps.add(new Step(kind, random.nextLong()));
    }
  }

  /**
   * The history without steps that it fails without: runs of steps are left out, long ones first,
   * as long as {@code fails} says so and the time lasts.
   */
  QueryHistory shrink(Predicate<QueryHistory> fails, long seconds) {
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    QueryHistory smallest = this;
    for (int run = Math.max(1, steps.size() / 2); run > 0; run /= 2) {
      int start = 0;
      while (start < smallest.steps.size() && System.nanoTime() < end) {
        List<Step> fewer = new ArrayList<>(smallest.steps.subList(0, start));
        int rest = Math.min(smallest.steps.size(), start + run);
        fewer.addAll(smallest.steps.subList(rest, smallest.steps.size()));
        QueryHistory smaller = new QueryHistory(tableSeed, fewer);
        if (fails.test(smaller)) {
          smallest = smaller;
        } else {
          start += run;
        }
      }
    }
    return smallest;
  }

  void write(Path file) {
    List<String> lines = new ArrayList<>();
    lines.add("table " + tableSeed);
    steps.forEach(step -> lines.add(step.kind.name().toLowerCase(Locale.ROOT) + " " + step.seed));
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static QueryHistory read(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      List<Step> steps = new ArrayList<>();
      for (String line : lines.subList(1, lines.size())) {
        String[] words = line.split(" ");
        steps.add(
            new Step(Kind.valueOf(words[0].toUpperCase(Locale.ROOT)), Long.parseLong(words[1])));
      }
      return new QueryHistory(Long.parseLong(lines.get(0).split(" ")[1]), steps);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
