package keywright.testkit;

import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The seed of a test run: system property {@code keywright.seed}, or a random one.
 *
 * <p>A test that draws values by itself starts from {@link #base()} and ends the message of a
 * failure with {@link #reproduction}; {@link Property} does both.
 */
public final class Seeds {

  private static final long BASE =
      Long.getLong("keywright.seed", ThreadLocalRandom.current().nextLong(1, 1_000_000_000L));

  private Seeds() {}

  /** The seed of this run, the same for all tests in it. */
  public static long base() {
    return BASE;
  }

  /**
   * The seed of trial {@code index} of a run that starts from {@code base}; that of trial 0 is the
   * base.
   */
  static long ofTrial(long base, int index) {
    return base + index * 0x9e3779b97f4a7c15L;
  }

  /**
   * The line that repeats the calling test with {@code seed}, such as {@code reproduce with: ./mvnw
   * -pl key -am test -Dtest=KeyTest -Dkeywright.seed=123}. For a test in an abstract class the line
   * repeats the whole module, because the class that was run is not known.
   */
  public static String reproduction(long seed) {
    StringBuilder line = new StringBuilder("reproduce with: ./mvnw");
    String room = room(Path.of("").toAbsolutePath());
    if (!room.isEmpty()) {
      line.append(" -pl ").append(room).append(" -am");
    }
    line.append(" test");
    Class<?> test = callingTest();
    if (!Modifier.isAbstract(test.getModifiers())) {
      line.append(" -Dtest=").append(test.getSimpleName());
    }
    return line.append(" -Dkeywright.seed=").append(seed).toString();
  }

  /**
   * The outermost class around the first caller that is a test by its name; where none is, around
   * the first caller outside of this kit's machinery.
   */
  private static Class<?> callingTest() {
    List<Class<?>> callers =
        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
            .walk(
                frames ->
                    frames
                        .<Class<?>>map(StackFrame::getDeclaringClass)
                        .filter(type -> type != Seeds.class && type != Property.class)
                        .<Class<?>>map(Class::getNestHost)
                        .toList());
    return callers.stream()
        .filter(type -> type.getSimpleName().endsWith("Test"))
        .findFirst()
        .orElse(callers.isEmpty() ? Seeds.class : callers.get(0));
  }

  /**
   * The path of {@code directory} below the root of the sources; empty when it is not below one.
   */
  static String room(Path directory) {
    Path root = root(directory);
    return root == null ? "" : root.relativize(directory).toString().replace('\\', '/');
  }

  /** The root of the sources that a directory is in; null for none. */
  static @Nullable Path root(Path directory) {
    for (Path root = directory; root != null; root = root.getParent()) {
      if (Files.isDirectory(root.resolve(".mvn"))) {
        return root;
      }
    }
    return null;
  }
}
