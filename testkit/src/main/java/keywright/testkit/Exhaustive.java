package keywright.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** Tests of small domains without gaps: every list and every pair of a few values. */
public final class Exhaustive {

  private Exhaustive() {}

  /**
   * Every list of up to {@code maximumCount} values of {@code domain}, short lists first. There are
   * 1 + d + d² + … of them.
   */
  public static <T> Stream<List<T>> lists(List<T> domain, int maximumCount) {
    return Stream.iterate(0, count -> count <= maximumCount, count -> count + 1)
        .flatMap(count -> listsOf(domain, count));
  }

  /** Every list of exactly {@code count} values of {@code domain}. */
  public static <T> Stream<List<T>> listsOf(List<T> domain, int count) {
    if (count == 0) {
      return Stream.of(List.of());
    }
    return listsOf(domain, count - 1)
        .flatMap(
            start ->
                domain.stream()
                    .map(
                        value -> {
                          List<T> list = new ArrayList<>(start);
                          list.add(value);
                          return List.copyOf(list);
                        }));
  }

  /**
   * Calls {@code check} with every ordered pair of {@code domain}, a value with itself included.
   */
  public static <T> void pairs(List<T> domain, BiConsumer<? super T, ? super T> check) {
    for (T left : domain) {
      for (T right : domain) {
        check.accept(left, right);
      }
    }
  }
}
