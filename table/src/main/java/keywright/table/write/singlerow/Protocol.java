package keywright.table.write.singlerow;

/**
 * The steps with which rows and index entries are written, moved and repaired on engines with
 * single-row atomicity. Tests can replace single steps. Immutable.
 *
 * @param rows reads and writes of single rows
 * @param moves the steps that move rows to another key
 * @param reservations the reservations of unique keys
 * @param commits the steps that change rows
 */
public record Protocol(
    RowAccess rows, RowMoves moves, Reservations reservations, CommitSteps commits) {

  /** The steps that read and write all rows and index entries through {@code rows}. */
  public static Protocol of(RowAccess rows) {
    return of(rows, new EngineRowMoves(rows));
  }

  /** The steps through {@code rows}, but with {@code moves} for the moves of rows. */
  public static Protocol of(RowAccess rows, RowMoves moves) {
    return of(rows, moves, new EngineReservations(rows, moves));
  }

  /**
   * The steps through {@code rows}, but with {@code moves} for the moves of rows and {@code
   * reservations} for the reservations of unique keys.
   */
  public static Protocol of(RowAccess rows, RowMoves moves, Reservations reservations) {
    return new Protocol(
        rows, moves, reservations, new EngineCommitSteps(rows, moves, reservations));
  }

  /** The same steps with other steps for changes of rows. */
  public Protocol withCommits(CommitSteps other) {
    return new Protocol(rows, moves, reservations, other);
  }
}
