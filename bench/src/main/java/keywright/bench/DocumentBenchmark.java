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

  private ContactStore keywright() {
    return new OjaiContacts("rocksdb:" + directory.resolve("keywright"));
  }

  private ContactStore json() {
    return new JsonContacts(directory.resolve("json"));
  }

  private void run(List<String> wanted) {
    System.out.println("| question | Keywright, ns (bytes) | JSON text | rate | quartiles |");
    System.out.println("|---|---:|---:|---:|---:|");
    try (ContactStore keywright = keywright();
        ContactStore json = json()) {
      for (int first = 0; first < stored; first += scale) {
        keywright.replace(documents(first, scale));
        json.replace(documents(first, scale));
      }
    }
    // Closing flushed what was written, so that reads find it in files.
    try (ContactStore keywright = keywright();
        ContactStore json = json()) {
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
                "find by id, all fields", this::some, i -> get(keywright, i), i -> get(json, i)));
    questions.put(
        "field",
        () ->
            contest.run(
                "find by id, one of 50 fields",
                this::some,
                i -> field(keywright, i),
                i -> field(json, i)));
    questions.put(
        "range",
        () ->
            contest.run(
                "range of %d documents, one field".formatted(RANGE),
                round -> some(round).subList(0, Math.max(1, scale / 10)),
                i -> range(keywright, i),
                i -> range(json, i)));
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

  private static List<Map<String, Object>> documents(int first, int count) {
    return IntStream.range(first, first + count).mapToObj(Contact::of).toList();
  }

  /** The numbers of some documents that are stored, in any order. */
  private List<Integer> some(int round) {
    return new SplittableRandom(round).ints(scale, 0, stored - RANGE).boxed().toList();
  }

  private void requireSame(ContactStore keywright, ContactStore json) {
    for (int number : some(-1).subList(0, 20)) {
      List<String> answers = new ArrayList<>();
      for (ContactStore store : List.of(keywright, json)) {
        Map<String, Object> document = store.get(Contact.id(number));
        answers.add(
            document.size()
                + " "
                + document.get(Contact.FIELD)
                + " "
                + store.field(Contact.id(number), Contact.FIELD)
                + " "
                + range(store, List.of(number)));
      }
      if (!answers.get(0).equals(answers.get(1))
          || !answers.get(0).startsWith(Contact.FIELDS + " ")) {
        throw new IllegalStateException("found " + answers + ", expected the same twice");
      }
    }
  }

  private static long get(ContactStore store, List<Integer> numbers) {
    for (int number : numbers) {
      if (store.get(Contact.id(number)).size() != Contact.FIELDS) {
        throw new IllegalStateException("lost fields of " + number);
      }
    }
    return numbers.size();
  }

  private static long field(ContactStore store, List<Integer> numbers) {
    for (int number : numbers) {
      if (store.field(Contact.id(number), Contact.FIELD).isEmpty()) {
        throw new IllegalStateException("lost a field of " + number);
      }
    }
    return numbers.size();
  }

  private static long range(ContactStore store, List<Integer> numbers) {
    for (int number : numbers) {
      if (store.range(Contact.id(number), Contact.id(number + RANGE), Contact.FIELD) == 0) {
        throw new IllegalStateException("lost documents after " + number);
      }
    }
    return (long) numbers.size() * RANGE;
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
