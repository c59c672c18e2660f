package keywright.table.write.singlerow;

/**
 * The steps of the protocol by which rows and their entries are written, moved and repaired where
 * the engine has single-row atomicity: all that decides or calls the engine. Immutable.
 *
 * @param rows reads and writes of single rows
 * @param moves steps of moves
 * @param reservations of keys of unique indexes
 * @param commits steps of changes of rows
 */
public record Protocol(
    RowAccess rows, RowMoves moves, Reservations reservations, CommitSteps commits) {

  /** The steps by calls of an engine. */
  public static Protocol of(RowAccess rows) {
    return of(rows, new EngineRowMoves(rows));
  }

  /** The same with other steps of moves. */
  public static Protocol of(RowAccess rows, RowMoves moves) {
    return of(rows, moves, new EngineReservations(rows, moves));
  }

  /** The same with other steps of moves, and other reservations. */
  public static Protocol of(RowAccess rows, RowMoves moves, Reservations reservations) {
    return new Protocol(
        rows, moves, reservations, new EngineCommitSteps(rows, moves, reservations));
  }

  /** The same with other steps of changes. */
  public Protocol withCommits(CommitSteps other) {
    return new Protocol(rows, moves, reservations, other);
  }
}
