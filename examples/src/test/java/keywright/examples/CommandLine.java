package keywright.examples;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.cli.Main;

/**
 * The command, run in this process as a page shows it: {@code $ ./keywright …}, arguments quoted as
 * for a shell, a here-document as standard input, {@code >/dev/null} for results that are not
 * shown. The working directory is the root: files of {@code examples/} are found there. {@code $
 * export KEYWRIGHT_DB=…} names the database of the commands after it.
 */
final class CommandLine {
  private static final Set<String> WITHOUT_DATABASE =
      Set.of("key", "lint", "simulate", "cql", "--help", "--version");

  /** How a page names the database of its blocks. */
  static final Pattern EXPORT = Pattern.compile("export KEYWRIGHT_DB=(rocksdb:\\./target/[a-z-]+)");

  /** How a page calls the HBase or Cassandra of its blocks, before the namespace or keyspace. */
  private static final String SERVER = "(hbase:zk1|cassandra://cass1)\\.example\\.org[^/]*";

  /** What a reader would type; the terminal does not show it. */
  private static final String PASSWORD = "correct horse\n";

  private final String database;

  /** What stands for {@link #SERVER}; empty for none. */
  private final String server;

  /** How the page calls {@link #database}; others are beside it. */
  private String here = "rocksdb:./keywright-data";

  /** Commands that need a database get the one in {@code folder}. */
  CommandLine(Path folder) {
    this("rocksdb:" + folder, "");
  }

  private CommandLine(String database, String server) {
    this.database = database;
    this.server = server;
  }

  /**
   * Commands that need a database get the one of a server, if they do not name another.
   *
   * @param url of a database in it
   */
  static CommandLine onServer(String url) {
    return new CommandLine(url, url.substring(0, url.lastIndexOf('/')));
  }

  /** What a run printed, and its exit status. */
  record Outcome(int status, String out, String err) {}

  Outcome run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Main.run(new ByteArrayInputStream(new byte[0]), out, err, onDatabase(List.of(arguments)));
    return new Outcome(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private String[] onDatabase(List<String> arguments) {
    List<String> all = new ArrayList<>(arguments);
    if (arguments.get(0).equals("users")) {
      all.replaceAll(word -> word.equals("rocksdb:./served") ? database : word);
    } else if (arguments.get(0).equals("copy")) {
      all.replaceAll(
          word ->
              word.equals(here)
                  ? database
                  : word.startsWith("rocksdb:./")
                      ? database + "-" + word.substring(10).replace('/', '-')
                      : word);
    } else if (all.contains("--db")) {
      all.replaceAll(word -> server.isEmpty() ? word : word.replaceFirst(SERVER, server));
    } else if (!WITHOUT_DATABASE.contains(arguments.get(0))) {
      all.add(1, "--db");
      all.add(2, database);
    }
    return all.toArray(String[]::new);
  }

  /** The commands of a block, each followed by all that it prints. */
  List<String> transcript(List<String> block) {
    List<String> transcript = new ArrayList<>();
    for (int i = 0; i < block.size(); i++) {
      if (!block.get(i).startsWith("$ ")) {
        continue;
      }
      StringBuilder command = new StringBuilder(block.get(i).substring(2));
      transcript.add(block.get(i));
      while (isOpen(command)) {
        command.append('\n').append(block.get(++i));
        transcript.add(block.get(i));
      }
      List<String> words = words(command.toString());
      StringBuilder stdin = new StringBuilder();
      int here = words.size() - 1;
      if (words.get(here).startsWith("<<")) {
        String end = words.remove(here).substring(2);
        do {
          transcript.add(block.get(++i));
          stdin.append(block.get(i).equals(end) ? "" : block.get(i) + "\n");
        } while (!block.get(i).equals(end));
      }
      transcript.addAll(printed(words, stdin.toString()));
    }
    return transcript;
  }

  private List<String> printed(List<String> words, String stdin) {
    Matcher export = EXPORT.matcher(String.join(" ", words));
    if (export.matches()) {
      here = export.group(1);
      return List.of();
    }
    if (!words.get(0).equals("./keywright")) {
      throw new AssertionError("found the command " + words.get(0) + ", expected ./keywright");
    }
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    String input = words.get(1).equals("users") ? PASSWORD : stdin;
    ByteArrayInputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    boolean isSilent = words.remove(">/dev/null");
    words.replaceAll(
        word -> word.startsWith("examples/") ? Repository.ROOT.resolve(word).toString() : word);
    Main.run(
        in,
        isSilent ? OutputStream.nullOutputStream() : both,
        both,
        onDatabase(words.subList(1, words.size())));
    String shown = both.toString(StandardCharsets.UTF_8).replace(Repository.ROOT + "/", "");
    return shown.lines().toList();
  }

  /** Whether the command continues in the next line: after a backslash or inside quotes. */
  private static boolean isOpen(StringBuilder command) {
    char quote = 0;
    for (int i = 0; i < command.length(); i++) {
      char c = command.charAt(i);
      if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      }
    }
    return quote != 0 || command.charAt(command.length() - 1) == '\\';
  }

  /** Splits at blanks outside quotes; knows no other rule of a shell. */
  private static List<String> words(String command) {
    List<String> words = new ArrayList<>();
    StringBuilder word = null;
    char quote = 0;
    for (char c : command.replace("\\\n", " ").toCharArray()) {
      if (quote == 0 && (c == ' ' || c == '\n')) {
        if (word != null) {
          words.add(word.toString());
          word = null;
        }
        continue;
      }
      word = word == null ? new StringBuilder() : word;
      if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      } else {
        word.append(c);
      }
    }
    if (word != null) {
      words.add(word.toString());
    }
    return words;
  }
}
