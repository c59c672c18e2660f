package keywright.table;

import static keywright.table.Payments.eq;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import keywright.table.model.Change;
import keywright.table.model.ChangeResult;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.Row;
import keywright.table.model.TableChange;
import keywright.table.model.WriteResult;
import org.junit.jupiter.api.Test;

/** The same on engines that have column families. */
abstract class GenerationsWithFamiliesContract extends GenerationsContract {
  /** The process that moves the row has not heard of the columns. */
  @Test
  void aRowIsMovedWithTheColumnsThatAnotherHasAdded() {
    TableChange add =
        new TableChange.Add(
            List.of(
                Payments.columns("down int", "d").get(0), Payments.columns("up int", "g").get(0)),
            List.of(FamilyDefinition.of("g")),
            false);
    assertThat(first.alterTable("t", add)).isTrue();
    assertThat(first.table("t").insert(Map.of("id", 1, "state", 1, "down", 3, "up", 4)))
        .isEqualTo(WriteResult.OVERWRITTEN);
    ChangeResult moved = second.apply(Change.rekey("t", List.of(eq("id", 1)), Map.of("id", 2)));
    assertThat(moved.applied()).isTrue();
    Row row = first.table("t").get(2).orElseThrow();
    assertThat(row.get("down")).isEqualTo(3);
    assertThat(row.get("up")).isEqualTo(4);
    assertThat(first.verify("t")).isEmpty();
  }
}
