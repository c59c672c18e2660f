package keywright.cql;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the functions {@code now()} and {@code uuid()} are in one run of a statement. All pages of a
 * query are one run: the text form goes with the token of a page. Used by one thread.
 *
 * <p>The text form is the moment, and the uuids each after the index of its token in the statement:
 * {@code 2017-01-01T10:30:00Z~12=f47ac10b-58cc-4372-a567-0e02b2c3d479}.
 */
final class FunctionValues {
  private final InstantSource clock;
  private final Map<Integer, UUID> uuids = new TreeMap<>();

  /** The moment of the run; null until it is needed. */
  private @Nullable Instant now;

  FunctionValues(InstantSource clock) {
    this.clock = clock;
  }

  /** The moment of the run. */
  Instant now() {
    Instant known = now;
    if (known == null) {
      known = clock.instant();
      now = known;
    }
    return known;
  }

  /**
   * A random uuid.
   *
   * @param place the index of the token that stands for it
   */
  UUID random(int place) {
    return uuids.computeIfAbsent(place, unused -> UUID.randomUUID());
  }

  /** A timeuuid of the moment of the run. */
  UUID ofTime(int place) {
    return uuids.computeIfAbsent(place, unused -> TimeUuids.at(now()));
  }

  /** The text form; empty if no function was called. */
  String text() {
    if (now == null && uuids.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder().append(now());
    uuids.forEach((place, uuid) -> text.append('~').append(place).append('=').append(uuid));
    return text.toString();
  }

  /**
   * Takes the values of an earlier page.
   *
   * @throws IllegalArgumentException if the text is no text form
   */
  void resume(String text) {
    try {
      String[] values = text.split("~", -1);
      now = Instant.parse(values[0]);
      for (int i = 1; i < values.length; i++) {
        int end = values[i].indexOf('=');
        UUID uuid = UUID.fromString(values[i].substring(end + 1));
        uuids.put(Integer.valueOf(values[i].substring(0, Math.max(0, end))), uuid);
      }
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
