package keywright.testkit;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/**
 * A generator: draws values of one kind, and offers smaller versions of a value that failed.
 *
 * <p>The same random state gives the same value. A generator has no state of its own, so threads
 * may share it.
 */
@FunctionalInterface
public interface Gen<T> {

  /** Draws a value. */
  T generate(SplittableRandom random);

  /**
   * Values simpler than {@code value}, the simplest first. Repeated shrinking must end after
   * finitely many steps. Empty if there is no simpler value.
   */
  default Iterable<T> shrink(T value) {
    return List.of();
  }

  /**
   * Values that {@code to} makes from values of this generator. They do not shrink; those of the
   * {@code map} with two functions do.
   */
  default <U> Gen<U> map(Function<? super T, ? extends U> to) {
    return random -> to.apply(generate(random));
  }

  /**
   * Values that {@code to} makes from values of this generator. To shrink a value, {@code from},
   * the inverse of {@code to}, computes the value of this generator, which is shrunk.
   */
  default <U> Gen<U> map(
      Function<? super T, ? extends U> to, Function<? super U, ? extends T> from) {
    Gen<T> inner = this;
    return new Gen<>() {
      @Override
      public U generate(SplittableRandom random) {
        return to.apply(inner.generate(random));
      }

      @Override
      public Iterable<U> shrink(U value) {
        return () ->
            StreamSupport.stream(inner.shrink(from.apply(value)).spliterator(), false)
                .<U>map(to)
                .iterator();
      }
    };
  }

  /** Values drawn from a generator that depends on a value of this one. They do not shrink. */
  default <U> Gen<U> flatMap(Function<? super T, Gen<U>> next) {
    return random -> next.apply(generate(random)).generate(random);
  }

  /**
   * The values of this generator that satisfy {@code condition}. Shrunk values satisfy it too.
   *
   * @throws IllegalStateException on drawing, when 1,000 values in a row do not satisfy it
   */
  default Gen<T> filter(Predicate<? super T> condition) {
    Gen<T> inner = this;
    return new Gen<>() {
      @Override
      public T generate(SplittableRandom random) {
        for (int draw = 0; draw < 1_000; draw++) {
          T value = inner.generate(random);
          if (condition.test(value)) {
            return value;
          }
        }
        throw new IllegalStateException(
            "cannot draw a value: 1000 in a row do not satisfy the filter, expected most to;"
                + " generate such values directly");
      }

      @Override
      public Iterable<T> shrink(T value) {
        return () ->
            StreamSupport.stream(inner.shrink(value).spliterator(), false)
                .filter(condition)
                .iterator();
      }
    };
  }
}
