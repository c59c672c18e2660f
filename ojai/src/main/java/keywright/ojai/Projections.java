package keywright.ojai;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes projections from texts of field paths. It keeps some of them, because most programs select
 * the same paths again and again. Safe for many threads.
 */
final class Projections {
  /** The most projections that are kept. When there are more, all are dropped. */
  private static final int KEPT_MAX = 64;

  private final Map<List<String>, Projection> kept = new ConcurrentHashMap<>();

  /** The projection to some paths; null for no paths, which select the whole document. */
  @Nullable Projection of(String... paths) {
    if (paths.length == 0) {
      return null;
    }
    Projection projection = kept.get(Arrays.asList(paths));
    if (projection == null) {
      projection = new Projection(Arrays.stream(paths).map(Paths::parse).toList());
      if (kept.size() >= KEPT_MAX) {
        kept.clear();
      }
      kept.put(List.of(paths), projection);
    }
    return projection;
  }
}
