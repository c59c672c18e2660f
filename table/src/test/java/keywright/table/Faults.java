package keywright.table;

/**
 * What the engine of an {@link Exploration} and its client do besides what they are told.
 *
 * @param late how many writes are late, come twice or are not answered
 * @param compacts whether timed deletes may be forgotten
 * @param refusesItsOwn whether a write is repeated by the client, which then says that it was
 *     refused
 * @param stampsReturn whether a row may come to a stamp that it had, as it does where rows are
 *     removed; else a write that was refused once is refused for ever
 * @param masks whether a row that is removed leaves a marker, under which later ones of no higher
 *     version are written and not seen
 */
record Faults(
    int late, boolean compacts, boolean refusesItsOwn, boolean stampsReturn, boolean masks) {
  static Faults of(int late) {
    return new Faults(late, false, false, false, false);
  }

  Faults compacting() {
    return new Faults(late, true, refusesItsOwn, stampsReturn, masks);
  }

  Faults refusingItsOwn() {
    return new Faults(late, compacts, true, stampsReturn, masks);
  }

  Faults withReturningStamps() {
    return new Faults(late, compacts, refusesItsOwn, true, masks);
  }

  Faults masking() {
    return new Faults(late, compacts, refusesItsOwn, stampsReturn, true);
  }
}
