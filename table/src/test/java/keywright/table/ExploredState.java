package keywright.table;

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

  ExploredState(int stored, Actor.Place[] places, int late, int[] underWay, long[] done) {
    this.stored = stored;
    this.places = places;
    this.late = late;
    this.underWay = underWay;
    this.done = done;
  }

  Ints key() {
    int[] at = new int[places.length];
    for (int i = 0; i < at.length; i++) {
      at[i] = places[i].futureId();
    }
    int[] all = new int[3 + at.length + underWay.length + done.length];
    all[0] = stored;
    all[1] = late;
    all[2] = underWay.length;
    System.arraycopy(at, 0, all, 3, at.length);
    System.arraycopy(underWay, 0, all, 3 + at.length, underWay.length);
    for (int i = 0; i < done.length; i++) {
      all[3 + at.length + underWay.length + i] = Math.toIntExact(done[i]);
    }
    return new Ints(all);
  }
}
