package keywright.cli.database;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;
import keywright.cli.console.CliException;
import keywright.cli.console.Errors;
import keywright.cli.console.Json;
import keywright.cli.console.Output;
import keywright.store.RawRow;

/**
 * A new file of rows as the engine stored them: one JSON object on each line, bytes in hex. A row
 * that was accepted is on disk. Used by one thread; close it.
 */
final class RawRowFile implements Consumer<RawRow>, AutoCloseable {
  private final String name;
  private final Path path;
  private final FileOutputStream stream;
  private final Output out;
  private long rows;

  /**
   * Makes the file.
   *
   * @throws CliException when it exists, or cannot be made
   */
  RawRowFile(String name) {
    this.name = name;
    try {
      path = Files.createFile(Path.of(name));
      stream = new FileOutputStream(path.toFile());
    } catch (FileAlreadyExistsException e) {
      throw cannotWrite("found an existing file, expected none; name another file", e);
    } catch (NoSuchFileException e) {
      throw cannotWrite("found no directory for this file; create the directory first", e);
    } catch (AccessDeniedException e) {
      throw cannotWrite("permission denied", e);
    } catch (IOException | InvalidPathException e) {
      throw cannotWrite(Errors.reason(e), e);
    }
    out = new Output(stream, name);
  }

  private CliException cannotWrite(String problem, Exception cause) {
    return new CliException("cannot write " + name + ": " + problem, cause);
  }

  String name() {
    return name;
  }

  /** How many rows were accepted. */
  long rows() {
    return rows;
  }

  @Override
  public void accept(RawRow row) {
    out.print("{");
    Json.member(out, "table", row.table());
    out.print(", ");
    Json.member(out, "row_key", row.rowKey());
    out.print(", ");
    Json.name(out, "cells");
    String separator = "[";
    for (RawRow.Cell cell : row.cells()) {
      out.print(separator + "{");
      Json.member(out, "family", cell.family());
      out.print(", ");
      Json.member(out, "qualifier", cell.qualifier());
      out.print(", ");
      Json.name(out, "timestamp");
      out.print(cell.timestampMillis() + ", ");
      Json.member(out, "value", cell.value());
      out.print("}");
      separator = ", ";
    }
    out.line("]}");
    out.flush();
    try {
      stream.getFD().sync();
    } catch (IOException e) {
      throw cannotWrite(Errors.reason(e), e);
    }
    rows++;
  }

  /** Closes the file; an empty one is removed. */
  @Override
  public void close() {
    try {
      stream.close();
      if (rows == 0) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw cannotWrite(Errors.reason(e), e);
    }
  }
}
