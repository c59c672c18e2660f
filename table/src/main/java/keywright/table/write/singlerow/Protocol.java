package keywright.table.write.singlerow;

/**
 * The steps of the protocol that writes, moves and repairs rows and entries on engines with
 * single-row atomicity: everything that makes a decision or calls the engine. Immutable.
 *
 * @param rows reads and writes of single rows
 * @param moves the steps of moves
 * @param reservations the reservations of unique keys
 * @param commits the steps of changes of rows
 */
public record Protocol(
    RowAccess rows, RowMoves moves, Reservations reservations, CommitSteps commits) {

  /** The steps with calls of an engine. */
  public static Protocol of(RowAccess rows) {
    return of(rows, new EngineRowMoves(rows));
  }

  /** The steps with calls of an engine, but with the given steps of moves. */
  public static Protocol of(RowAccess rows, RowMoves moves) {
    return of(rows, moves, new EngineReservations(rows, moves));
  }

  /**
   * The steps with calls of an engine, but with the given steps of moves and the given
   * reservations.
   */
  public static Protocol of(RowAccess rows, RowMoves moves, Reservations reservations) {
    return new Protocol(
        rows, moves, reservations, new EngineCommitSteps(rows, moves, reservations));
  }

  /** These steps with other steps of changes. */
  public Protocol withCommits(CommitSteps other) {
    return new Protocol(rows, moves, reservations, other);
  }
}
