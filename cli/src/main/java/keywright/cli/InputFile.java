package keywright.cli;

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

/** A file named on the command line; {@code -} is standard input. */
record InputFile(String name) {

  boolean isStandardInput() {
    return name.equals("-");
  }

  /** The name for messages. */
  String label() {
    return isStandardInput() ? "standard input" : name;
  }

  /** The length in bytes; -1 when unknown. */
  long length() {
    try {
      return isStandardInput() ? -1 : Files.size(Path.of(name));
    } catch (IOException e) {
      return -1;
    }
  }

  /**
   * @throws CliException saying why the file cannot be read
   */
  InputStream open(Console console) {
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
      throw new CliException("cannot read " + name + ": " + e.getMessage(), e);
    }
  }

  /** All of it as text. */
  String text(Console console) {
    try (InputStream in = open(console)) {
      // Read to the end: the streams of files ask first how much is left, which a pipe refuses.
      byte[] bytes = new BufferedInputStream(in).readAllBytes();
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new CliException(
          "cannot read "
              + label()
              + ": it is not UTF-8; convert it, for example: iconv -f ISO-8859-1 -t UTF-8",
          e);
    } catch (IOException e) {
      throw new CliException("cannot read " + label() + ": " + e.getMessage(), e);
    }
  }
}
