package keywright.bench;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** Events whose key is spread over 16 buckets, and sorted by time, newest first, in each. */
interface EventStore extends AutoCloseable {

  /** Writes many events. */
  void putAll(List<Event> events);

  /** The events of {@code [from, to)}, newest first; so many at most. */
  void between(Instant from, Instant to, int limit, Consumer<Event> found);

  @Override
  void close();
}
