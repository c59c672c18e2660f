package keywright.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Documents by the driver of OJAI on RocksDB, against the same documents as JSON text on RocksDB
 * that Jackson reads and writes: {@code bench/run.sh documents [QUESTION]}, all questions when none
 * is named.
 */
final class DocumentBenchmark {
  private static final int RANGE = 100;

  private final Path directory;
  private final Contest contest =
      new Contest(Integer.getInteger("warmup", 10), Integer.getInteger("rounds", 21));
  private final int scale = Integer.getInteger("scale", 1_000);
  private final int stored = 30 * scale;

  private DocumentBenchmark(Path directory) {
    this.directory = directory;
  }

  /** Runs the questions that are named, in a directory for the time being. */
  static void main(List<String> arguments) throws IOException {
    Path directory = Files.createTempDirectory("keywright-bench");
    try {
      new DocumentBenchmark(directory).run(arguments);
    } finally {
      try (Stream<Path> files = Files.walk(directory)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  private static ContactStore keywright(Path files) {
    return new OjaiContacts("rocksdb:" + files.resolve("keywright"));
  }

  private static ContactStore json(Path files) {
    return new JsonContacts(files.resolve("json"));
  }

  private void run(List<String> wanted) {
    System.out.println("| question | Keywright, ns (bytes) | JSON text | rate | quartiles |");
    System.out.println("|---|---:|---:|---:|---:|");
    try (ContactStore keywright = keywright(directory);
        ContactStore json = json(directory)) {
      for (int first = 0; first < stored; first += scale) {
        keywright.replace(documents(first, scale));
        json.replace(documents(first, scale));
      }
    }
    // Closing flushed what was written, so that reads find it in files.
    try (ContactStore keywright = keywright(directory);
        ContactStore json = json(directory)) {
      requireSame(keywright, json);
      questions(keywright, json)
          .forEach(
              (name, question) -> {
                if (wanted.isEmpty() || wanted.contains(name)) {
                  question.run();
                }
              });
      requireSame(keywright, json);
    }
  }

  private Map<String, Runnable> questions(ContactStore keywright, ContactStore json) {
    Map<String, Runnable> questions = new LinkedHashMap<>();
    questions.put(
        "find",
        () ->
            contest.run(
                "find by id, all fields", this::asked, a -> get(keywright, a), a -> get(json, a)));
    questions.put(
        "field",
        () ->
            contest.run(
                "find by id, one of 50 fields",
                this::asked,
                a -> field(keywright, a),
                a -> field(json, a)));
    questions.put("get", () -> gets("", directory, stored - RANGE));
    questions.put("field10", () -> larger("10 kB", 9, stored / 8));
    questions.put("field50", () -> larger("50 kB", 48, stored / 40));
    questions.put(
        "range",
        () ->
            contest.run(
                "range of %d documents, one field".formatted(RANGE),
                round -> asked(round).subList(0, Math.max(1, scale / 10)),
                a -> range(keywright, a),
                a -> range(json, a)));
    questions.put(
        "insert",
        () ->
            contest.run(
                "insert of a new id",
                round -> documents(stored + round * scale, scale),
                d -> insert(keywright, d),
                d -> insert(json, d)));
    questions.put(
        "replace",
        () ->
            contest.run(
                "insert or replace",
                round -> some(round).stream().map(Contact::of).toList(),
                d -> replace(keywright, d),
                d -> replace(json, d)));
    return questions;
  }

  private void gets(String size, Path files, int count) {
    try (RawGets keywright = new RawGets(files.resolve("keywright"));
        RawGets json = new RawGets(files.resolve("json"))) {
      contest.run(
          "the get of RocksDB alone" + size,
          round -> some(round, count),
          keywright::get,
          json::get);
    }
  }

  /**
   * One of 50 fields of larger documents, in stores of their own. All documents together need about
   * as many bytes as those of the other questions, so they fit in the block cache too.
   */
  private void larger(String size, int items, int count) {
    Path files = directory.resolve(size.replace(' ', '-'));
    try (ContactStore keywright = keywright(files);
        ContactStore json = json(files)) {
      for (int number = 0; number < count; number++) {
        List<Map<String, Object>> one = List.of(Contact.of(number, items));
        keywright.replace(one);
        json.replace(one);
      }
    }
    try (ContactStore keywright = keywright(files);
        ContactStore json = json(files)) {
      contest.run(
          "find by id, one of 50 fields, " + size,
          round -> some(round, count).stream().map(Asked::of).toList(),
          a -> field(keywright, a),
          a -> field(json, a));
    }
    gets(", " + size, files, count);
  }

  private static List<Map<String, Object>> documents(int first, int count) {
    return IntStream.range(first, first + count).mapToObj(Contact::of).toList();
  }

  /** The numbers of some documents that are stored, in any order. */
  private List<Integer> some(int round) {
    return some(round, stored - RANGE);
  }

  /** The numbers of some of the first {@code count} documents. */
  private List<Integer> some(int round, int count) {
    return new SplittableRandom(round).ints(scale, 0, count).boxed().toList();
  }

  /**
   * A question about a document, or about those from its id to {@code end}.
   *
   * @param field a field with a text
   */
  private record Asked(String id, String end, String field) {
    static Asked of(int number) {
      return new Asked(Contact.id(number), Contact.id(number + RANGE), Contact.text(number));
    }
  }

  private List<Asked> asked(int round) {
    return some(round).stream().map(Asked::of).toList();
  }

  private void requireSame(ContactStore keywright, ContactStore json) {
    for (Asked one : asked(-1).subList(0, 20)) {
      List<String> answers = new ArrayList<>();
      for (ContactStore store : List.of(keywright, json)) {
        Map<String, Object> document = store.get(one.id);
        answers.add(
            document.size()
                + " "
                + document.get(one.field)
                + " "
                + store.field(one.id, one.field)
                + " "
                + range(store, List.of(one)));
      }
      if (!answers.get(0).equals(answers.get(1))
          || !answers.get(0).startsWith(Contact.FIELDS + " ")) {
        throw new IllegalStateException("found " + answers + ", expected the same twice");
      }
    }
  }

  private static long get(ContactStore store, List<Asked> asked) {
    for (Asked one : asked) {
      if (store.get(one.id).size() != Contact.FIELDS) {
        throw new IllegalStateException("lost fields of " + one);
      }
    }
    return asked.size();
  }

  private static long field(ContactStore store, List<Asked> asked) {
    for (Asked one : asked) {
      if (store.field(one.id, one.field).isEmpty()) {
        throw new IllegalStateException("lost a field of " + one);
      }
    }
    return asked.size();
  }

  private static long range(ContactStore store, List<Asked> asked) {
    for (Asked one : asked) {
      if (store.range(one.id, one.end, one.field) == 0) {
        throw new IllegalStateException("lost documents after " + one);
      }
    }
    return (long) asked.size() * RANGE;
  }

  private static long insert(ContactStore store, List<Map<String, Object>> documents) {
    store.insert(documents);
    return documents.size();
  }

  private static long replace(ContactStore store, List<Map<String, Object>> documents) {
    store.replace(documents);
    return documents.size();
  }
}
