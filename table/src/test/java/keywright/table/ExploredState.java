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

  /** The oldest version of the catalog that anybody may go by. */
  final long catalog;

  ExploredState(
      int stored, Actor.Place[] places, int late, int[] underWay, long[] done, long catalog) {
    this.stored = stored;
    this.places = places;
    this.late = late;
    this.underWay = underWay;
    this.done = done;
    this.catalog = catalog;
  }

  ExploredState withStored(int newStored) {
    return new ExploredState(newStored, places, late, underWay, done, catalog);
  }

  ExploredState withLate(int newLate) {
    return new ExploredState(stored, places, newLate, underWay, done, catalog);
  }

  ExploredState withUnderWay(int[] newUnderWay) {
    return new ExploredState(stored, places, late, newUnderWay, done, catalog);
  }

  ExploredState withDone(long[] newDone) {
    return new ExploredState(stored, places, late, underWay, newDone, catalog);
  }

  ExploredState withCatalog(long newCatalog) {
    return new ExploredState(stored, places, late, underWay, done, newCatalog);
  }

  /** With an actor that was answered. */
  ExploredState withAnswer(int actor, Object answer, String text) {
    Actor.Place[] newPlaces = places.clone();
    newPlaces[actor] = places[actor].after(answer, text);
    return new ExploredState(stored, newPlaces, late, underWay, done, catalog);
  }

  Ints key() {
    int[] at = new int[places.length];
    for (int i = 0; i < at.length; i++) {
      at[i] = places[i].futureId();
    }
    int[] all = new int[4 + at.length + underWay.length + done.length];
    all[0] = stored;
    all[1] = late;
    all[2] = underWay.length;
    all[3] = Math.toIntExact(catalog);
    System.arraycopy(at, 0, all, 4, at.length);
    System.arraycopy(underWay, 0, all, 4 + at.length, underWay.length);
    for (int i = 0; i < done.length; i++) {
      all[4 + at.length + underWay.length + i] = Math.toIntExact(done[i]);
    }
    return new Ints(all);
  }
}
