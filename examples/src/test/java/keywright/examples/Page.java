package keywright.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A page of the documentation and its fenced blocks. */
record Page(Path path, List<String> lines) {

  /**
   * A fenced block.
   *
   * @param info what follows the fence, such as {@code sql refused} or, of a block that is part of
   *     a file, {@code sql examples/logs.cql}
   * @param start the index of the line with the opening fence
   * @param stop the index of the line with the closing fence
   */
  record Block(String info, int start, int stop, List<String> content) {
    String text() {
      return String.join("\n", content);
    }

    /** Whether it holds statements that must be carried out. */
    boolean isSql() {
      return info.equals("sql") || source().isPresent();
    }

    /** Whether it names the database of the page. */
    boolean hasExport() {
      return info.equals("console")
          && content.size() == 1
          && CommandLine.EXPORT.matcher(content.get(0).substring(2)).matches();
    }

    /** Whether it holds the statements of a design, which are read and not run. */
    boolean isDesign() {
      return info.equals("sql design");
    }

    /** The script that the block is part of, where it names one. */
    Optional<Path> source() {
      return info.startsWith("sql ") && info.endsWith(".cql")
          ? Optional.of(Repository.ROOT.resolve(info.substring("sql ".length())))
          : Optional.empty();
    }
  }

  static Page read(Path path) throws IOException {
    return new Page(path, Files.readAllLines(path));
  }

  /** Every page that readers get: those of the root and of {@code docs}. */
  static List<Path> all() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (Path folder : List.of(Repository.ROOT, Repository.ROOT.resolve("docs"))) {
      int depth = folder.equals(Repository.ROOT) ? 1 : Integer.MAX_VALUE;
      try (var files = Files.walk(folder, depth)) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
      }
    }
    return pages;
  }

  List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    int start = -1;
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).startsWith("```")) {
        continue;
      }
      if (start < 0) {
        start = i;
      } else {
        String info = lines.get(start).substring(3).strip();
        blocks.add(new Block(info, start, i, List.copyOf(lines.subList(start + 1, i))));
        start = -1;
      }
    }
    if (start >= 0) {
      throw new AssertionError(path + ":" + (start + 1) + " opens a block that nothing closes");
    }
    return blocks;
  }

  /** The cells of the rows of the table whose header begins with {@code firstHeader}. */
  List<List<String>> table(String firstHeader) {
    List<List<String>> rows = new ArrayList<>();
    boolean inside = false;
    for (String line : lines) {
      if (line.startsWith("| " + firstHeader + " |")) {
        inside = true;
      } else if (inside && !line.startsWith("|")) {
        break;
      } else if (inside && !line.startsWith("|-")) {
        String bare = line.substring(1, line.length() - 1);
        rows.add(
            List.of(bare.split("(?<!\\\\)\\|", -1)).stream()
                .map(cell -> cell.replace("\\|", "|").strip())
                .toList());
      }
    }
    return rows;
  }
}
