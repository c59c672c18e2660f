package keywright.table;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * What an {@link Exploration} has come to: what is stored, where the actors are, what is under way.
 */
final class ExploredState {
  final int stored;
  final Actor.Place[] places;

  /** How many writes may still be late, come twice or not be answered. */
  final int late;

  /** The writes under way, sorted. */
  final int[] underWay;

  /** The nonces of the writes that have happened, sorted. */
  final long[] done;

  /** The numbers of the registrations under which nobody works any longer, sorted. */
  final int[] over;

  ExploredState(
      int stored, Actor.Place[] places, int late, int[] underWay, long[] done, int[] over) {
    this.stored = stored;
    this.places = places;
    this.late = late;
    this.underWay = underWay;
    this.done = done;
    this.over = over;
  }

  ExploredState withStored(int newStored) {
    return new ExploredState(newStored, places, late, underWay, done, over);
  }

  ExploredState withLate(int newLate) {
    return new ExploredState(stored, places, newLate, underWay, done, over);
  }

  /** With one more write under way. */
  ExploredState withUnderWay(int write) {
    int[] more = Arrays.copyOf(underWay, underWay.length + 1);
    more[underWay.length] = write;
    Arrays.sort(more);
    return new ExploredState(stored, places, late, more, done, over);
  }

  /** Without the write at this index of those under way. */
  ExploredState withoutUnderWay(int index) {
    int[] less = new int[underWay.length - 1];
    System.arraycopy(underWay, 0, less, 0, index);
    System.arraycopy(underWay, index + 1, less, index, less.length - index);
    return new ExploredState(stored, places, late, less, done, over);
  }

  /** With those of the writes under way that are let through. */
  ExploredState withUnderWayIf(IntPredicate through) {
    if (underWay.length == 0) {
      return this;
    }
    int[] left = Arrays.stream(underWay).filter(through).toArray();
    return left.length == underWay.length
        ? this
        : new ExploredState(stored, places, late, left, done, over);
  }

  /** With one more nonce of a write that has happened; 0 is of none. */
  ExploredState withDone(long nonce) {
    if (nonce == 0) {
      return this;
    }
    long[] more = Arrays.copyOf(done, done.length + 1);
    more[done.length] = nonce;
    Arrays.sort(more);
    return new ExploredState(stored, places, late, underWay, more, over);
  }

  /** With registrations under which nobody works any longer. */
  ExploredState withOver(IntStream registrations) {
    int[] all = IntStream.concat(IntStream.of(over), registrations).sorted().distinct().toArray();
    return new ExploredState(stored, places, late, underWay, done, all);
  }

  boolean isOver(int registration) {
    return Arrays.binarySearch(over, registration) >= 0;
  }

  /** With an actor that was answered. */
  ExploredState withAnswer(int actor, Object answer, String text) {
    Actor.Place[] newPlaces = places.clone();
    newPlaces[actor] = places[actor].after(answer, text);
    return new ExploredState(stored, newPlaces, late, underWay, done, over);
  }

  Ints key() {
    int[] all = new int[4 + places.length + underWay.length + over.length + done.length];
    int next = 0;
    all[next++] = stored;
    all[next++] = late;
    all[next++] = underWay.length;
    all[next++] = over.length;
    for (Actor.Place place : places) {
      all[next++] = place.futureId();
    }
    for (int write : underWay) {
      all[next++] = write;
    }
    for (int registration : over) {
      all[next++] = registration;
    }
    for (long nonce : done) {
      all[next++] = Math.toIntExact(nonce);
    }
    return new Ints(all);
  }
}
