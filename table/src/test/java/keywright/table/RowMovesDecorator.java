package keywright.table;

import keywright.key.Key;
import keywright.store.RowMark;
import keywright.store.StoredRow;
import keywright.table.layout.StoredTable;
import keywright.table.write.singlerow.Move;
import keywright.table.write.singlerow.RowMoves;

/** The steps of moves as they should be; a test overrides one. */
class RowMovesDecorator implements RowMoves {
  private final RowMoves moves;

  RowMovesDecorator(RowMoves moves) {
    this.moves = moves;
  }

  @Override
  public StoredRow settled(StoredTable table, Key key, StoredRow row) {
    return moves.settled(table, key, row);
  }

  @Override
  public RowMark intent(Move move) {
    return moves.intent(move);
  }

  @Override
  public boolean isMoved(Move move, StoredRow row) {
    return moves.isMoved(move, row);
  }

  @Override
  public boolean arrive(StoredTable table, Key key, StoredRow intent) {
    return moves.arrive(table, key, intent);
  }

  @Override
  public void bury(StoredTable table, Key key, StoredRow mark) {
    moves.bury(table, key, mark);
  }

  @Override
  public void giveUp(StoredTable table, Key key, StoredRow intent) {
    moves.giveUp(table, key, intent);
  }
}
