package keywright.store;

import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import keywright.key.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Opens engines by URL, such as {@code rocksdb:./data} or {@code memory:}. */
public final class Engines {

  private Engines() {}

  /**
   * Opens the engine at a URL.
   *
   * @param url the scheme of the engine, a colon and a location, such as {@code rocksdb:./data}
   * @throws StoreException if no engine on the class path has the scheme (the message lists the
   *     existing schemes), or if the engine cannot be opened
   */
  public static Engine open(String url) {
    return provider(url).open(location(url));
  }

  /**
   * Whether a database exists at {@code url}.
   *
   * @param table the name of a table that every database has
   * @throws StoreException if no engine on the class path has the scheme of {@code url}; the
   *     message lists the schemes
   */
  public static boolean exists(String url, String table) {
    return provider(url).exists(location(url), table);
  }

  /**
   * Creates a database at {@code url} from a copy that {@link Checkpoints} has made.
   *
   * @param checkpoint the folder of the copy
   * @throws StoreException as {@link EngineProvider#restore}, and if no engine on the class path
   *     has the scheme of {@code url}
   */
  public static void restore(Path checkpoint, String url) {
    provider(url).restore(checkpoint, location(url));
  }

  /**
   * Checks an option of an engine in a table declaration, without opening the engine.
   *
   * @return null if the engine accepts the option; otherwise the reason for the refusal, as the
   *     part of an error message after the colon
   * @param name the name of the option, which begins with the scheme of its engine, such as {@code
   *     hbase.split_policy}
   * @param value the value of the option
   */
  public static @Nullable String refusedTableOption(String name, String value) {
    Map<String, EngineProvider> providers = providers();
    int dot = name.indexOf('.');
    EngineProvider provider = dot < 0 ? null : providers.get(name.substring(0, dot));
    return provider == null
        ? "found option "
            + name
            + ", expected the option of an engine, whose name starts with one of "
            + String.join("., ", providers.keySet())
            + "."
        : provider.refusedTableOption(name.substring(dot + 1), value);
  }

  private static String location(String url) {
    return url.substring(url.indexOf(':') + 1);
  }

  private static EngineProvider provider(String url) {
    Map<String, EngineProvider> providers = providers();
    int colon = url.indexOf(':');
    EngineProvider provider = colon < 0 ? null : providers.get(url.substring(0, colon));
    if (provider == null) {
      throw new StoreException(
          ErrorCode.INVALID,
          "cannot open "
              + url
              + ": expected a URL that starts with one of "
              + String.join(":, ", providers.keySet())
              + ":, such as rocksdb:./data");
    }
    return provider;
  }

  private static Map<String, EngineProvider> providers() {
    Map<String, EngineProvider> providers = new TreeMap<>();
    for (EngineProvider provider : ServiceLoader.load(EngineProvider.class)) {
      providers.put(provider.scheme(), provider);
    }
    return providers;
  }
}
