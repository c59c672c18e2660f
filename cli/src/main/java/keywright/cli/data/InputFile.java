package keywright.cli.data;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.Errors;

/** A file named on the command line; {@code -} is standard input. */
public record InputFile(String name) {
  /**
   * The most bytes of a file that is read as text: as bytes, as text and during the conversion it
   * takes half of the heap.
   */
  private static final int TEXT_BYTES =
      (int) Math.min(Integer.MAX_VALUE / 4, Runtime.getRuntime().maxMemory() / 8);

  public boolean isStandardInput() {
    return name.equals("-");
  }

  /** The name for messages. */
  public String label() {
    return isStandardInput() ? "standard input" : name;
  }

  /** The length in bytes; -1 when unknown. */
  public long length() {
    try {
      return isStandardInput() ? -1 : Files.size(Path.of(name));
    } catch (IOException e) {
      return -1;
    }
  }

  /**
   * The bytes of the file, or of standard input.
   *
   * @throws CliException if the file cannot be read; the message gives the reason
   */
  public InputStream open(Console console) {
    if (isStandardInput()) {
      return console.in();
    }
    try {
      Path path = Path.of(name);
      if (Files.isDirectory(path)) {
        throw new CliException("cannot read " + name + ": it is a directory, expected a file");
      }
      if (!Files.exists(path)) {
        throw new CliException(
            "cannot read %s: no such file in %s".formatted(name, Path.of("").toAbsolutePath()));
      }
      if (!Files.isReadable(path)) {
        throw new CliException("cannot read " + name + ": permission denied");
      }
      return new FileInputStream(path.toFile());
    } catch (IOException | InvalidPathException e) {
      throw new CliException("cannot read " + name + ": " + Errors.reason(e), e);
    }
  }

  /**
   * The whole file as text.
   *
   * @throws CliException if the file cannot be read, or does not fit into memory
   */
  String text(Console console) {
    try (InputStream in = open(console)) {
      // Read to the end: the streams of files ask first how much is left, which a pipe refuses.
      byte[] bytes = new BufferedInputStream(in).readNBytes(TEXT_BYTES + 1);
      if (bytes.length > TEXT_BYTES) {
        throw new CliException(
            "cannot read %s: found more than %,d bytes, the limit with %,d MB of memory; divide the file, or give Java more memory, such as JAVA_OPTS=-Xmx4g"
                .formatted(label(), TEXT_BYTES, Runtime.getRuntime().maxMemory() >> 20));
      }
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** The error for {@code e}, which was thrown while the file was read as UTF-8. */
  public CliException unreadable(IOException e) {
    String problem =
        e instanceof CharacterCodingException
            ? "it is not UTF-8; convert it, for example: iconv -f ISO-8859-1 -t UTF-8"
            : Errors.reason(e);
    return new CliException("cannot read " + label() + ": " + problem, e);
  }
}
