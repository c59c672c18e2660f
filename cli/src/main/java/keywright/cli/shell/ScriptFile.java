package keywright.cli.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.ScriptException;
import keywright.cli.data.InputFile;
import keywright.cql.CqlException;
import keywright.cql.CqlScript;
import keywright.cql.StatementReader;
import org.jspecify.annotations.Nullable;

/**
 * A file of statements, which is open and read one statement at a time: a file of any size takes
 * the memory of its longest statement. Used by one thread; close it.
 */
final class ScriptFile implements AutoCloseable {
  private final InputFile file;
  private final Reader text;
  private final StatementReader statements;
  private CqlScript.@Nullable Statement first;

  private ScriptFile(InputFile file, Reader text) {
    this.file = file;
    this.text = text;
    this.statements = new StatementReader(text);
  }

  /**
   * @throws CliException saying why the file cannot be read
   */
  static ScriptFile open(InputFile file, Console console) {
    return new ScriptFile(file, text(file, console));
  }

  /**
   * The text of a file, without a byte order mark. The caller must close it.
   *
   * @throws CliException saying why the file cannot be read
   */
  static BufferedReader text(InputFile file, Console console) {
    BufferedReader text =
        new BufferedReader(
            new InputStreamReader(file.open(console), StandardCharsets.UTF_8.newDecoder()));
    try {
      text.mark(1);
      if (text.read() != '\uFEFF') {
        text.reset();
      }
      return text;
    } catch (IOException e) {
      throw file.unreadable(e);
    }
  }

  /** The name for messages. */
  String label() {
    return file.label();
  }

  /** The file as an argument of {@code keywright lint}. */
  String lintArgument() {
    return file.isStandardInput() ? "FILE" : file.label();
  }

  /**
   * The next statement; null when there is none left.
   *
   * @throws CliException when the file cannot be read
   * @throws ScriptException for a statement that is too long
   */
  CqlScript.@Nullable Statement next() {
    CqlScript.Statement held = first;
    first = null;
    return held == null ? read() : held;
  }

  /**
   * Whether there is no statement left. The next statement is read, not taken.
   *
   * @throws CliException when the file cannot be read
   * @throws ScriptException for a statement that is too long
   */
  boolean isEmpty() {
    if (first == null) {
      first = read();
    }
    return first == null;
  }

  private CqlScript.@Nullable Statement read() {
    try {
      return statements.next();
    } catch (CqlException e) {
      throw new ScriptException(label(), e);
    } catch (IOException e) {
      throw file.unreadable(e);
    }
  }

  @Override
  public void close() {
    try {
      text.close();
    } catch (IOException e) {
      throw file.unreadable(e);
    }
  }
}
