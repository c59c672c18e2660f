package keywright.cli.console;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file named on the command line that never exists in part. It is written in the same folder
 * under a name that ends in {@code .partial}, and {@link #complete} renames it. If its name ends in
 * {@code .gz}, it is compressed by gzip. Used by one thread; close it.
 */
public final class OutputFile implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final String name;
  private final Path target;
  private final boolean overwrite;
  private final Path partial;
  private @Nullable FileOutputStream stream;
  private @Nullable GZIPOutputStream compressed;
  private @Nullable Output out;

  private OutputFile(String name, Path target, boolean overwrite) {
    this.name = name;
    this.target = target;
    this.overwrite = overwrite;
    String suffix = "." + ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime());
    this.partial = target.resolveSibling(target.getFileName() + suffix + ".partial");
  }

  /**
   * The file {@code name}. It is not created before {@link #open}.
   *
   * @param overwrite whether an existing file is replaced
   * @throws CliException if the file exists and is not to be replaced, or if {@code name} cannot be
   *     a file
   */
  public static OutputFile of(String name, boolean overwrite) {
    try {
      Path path = Path.of(name).toAbsolutePath();
      boolean exists = Files.exists(path, LinkOption.NOFOLLOW_LINKS);
      if (Files.isDirectory(path) || path.getFileName() == null) {
        throw cannotWrite(name, "it is a directory, expected the name of a file");
      }
      if (exists && !overwrite) {
        throw there(name);
      }
      if (exists && !Files.isRegularFile(path)) {
        throw cannotWrite(name, "it is no regular file; write to - and redirect standard output");
      }
      Path parent = path.getParent();
      if (parent != null && !Files.isDirectory(parent)) {
        throw cannotWrite(name, "there is no directory " + parent + "; create it first");
      }
      // Through a link it is the file that is replaced, not the link.
      return new OutputFile(name, exists ? path.toRealPath() : path, overwrite);
    } catch (IOException | InvalidPathException e) {
      throw cannotWrite(name, e);
    }
  }

  /** The name that was given on the command line. */
  public String name() {
    return name;
  }

  /** Whether the file is compressed: its name ends in {@code .gz}. */
  private boolean isGzip() {
    return name.toLowerCase(Locale.ROOT).endsWith(".gz");
  }

  /** Creates the file under its temporary name. */
  public Output open() {
    try {
      stream = new FileOutputStream(partial.toFile());
      partial.toFile().deleteOnExit(); // Ctrl-C leaves nothing.
      if (isGzip()) {
        compressed = new GZIPOutputStream(stream, BUFFER_BYTES);
      }
      out = new Output(compressed == null ? stream : compressed, name);
      return out;
    } catch (IOException e) {
      throw cannotWrite(name, e);
    }
  }

  /** Call this when everything is written: it forces the file to the disk and renames it. */
  public void complete() {
    if (out == null || stream == null) {
      throw new IllegalStateException("not open");
    }
    out.flush();
    try {
      if (compressed != null) {
        compressed.finish();
      }
      stream.getFD().sync();
      stream.close();
      if (overwrite) {
        Files.move(
            partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } else {
        Files.move(partial, target);
      }
    } catch (FileAlreadyExistsException e) {
      throw there(name);
    } catch (IOException e) {
      throw cannotWrite(name, e);
    }
  }

  private static CliException there(String name) {
    return cannotWrite(name, "it exists; use --overwrite, or name another file");
  }

  private static CliException cannotWrite(String name, String problem) {
    return new CliException("cannot write " + name + ": " + problem);
  }

  private static CliException cannotWrite(String name, Exception e) {
    String problem = e instanceof AccessDeniedException ? "permission denied" : Errors.reason(e);
    return new CliException("cannot write " + name + ": " + problem, e);
  }

  /** Deletes the file unless {@link #complete} was called. */
  @Override
  public void close() {
    try {
      if (stream != null) {
        stream.close();
      }
      Files.deleteIfExists(partial);
    } catch (IOException e) {
      throw cannotWrite(name, e);
    }
  }
}
