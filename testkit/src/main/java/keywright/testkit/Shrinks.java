package keywright.testkit;

import java.util.ArrayList;
import java.util.List;

/** How numbers and lists get smaller. */
final class Shrinks {

  private Shrinks() {}

  /**
   * The numbers between {@code target} and {@code value} by halves of the distance, target first.
   */
  static List<Long> towards(long target, long value) {
    List<Long> smaller = new ArrayList<>();
    for (long distance = value - target; distance != 0; distance /= 2) {
      smaller.add(value - distance);
    }
    return smaller;
  }

  /**
   * {@code list} with runs of elements left out, long runs first, then with one element smaller.
   */
  static <T> List<List<T>> list(List<T> list, int minimumCount, Gen<T> elements) {
    List<List<T>> smaller = new ArrayList<>();
    for (int run = list.size() - minimumCount; run > 0; run /= 2) {
      for (int start = 0; start + run <= list.size(); start += run) {
        List<T> rest = new ArrayList<>(list.subList(0, start));
        rest.addAll(list.subList(start + run, list.size()));
        smaller.add(List.copyOf(rest));
      }
    }
    for (int index = 0; index < list.size(); index++) {
      for (T element : elements.shrink(list.get(index))) {
        List<T> changed = new ArrayList<>(list);
        changed.set(index, element);
        smaller.add(List.copyOf(changed));
      }
    }
    return smaller;
  }
}
