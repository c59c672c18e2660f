package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import keywright.key.KeyPart;
import keywright.store.Engine;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import keywright.table.model.WriteResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** As many families as a table may have, on each engine. */
class FamiliesTest {
  /** A key column outside all families, and a column in each. */
  private static TableDefinition table(int families, String more) {
    StringBuilder columns = new StringBuilder("id int" + more);
    List<FamilyDefinition> declared = new ArrayList<>();
    for (int i = 0; i < families; i++) {
      columns.append(", c").append(i).append(" int");
      declared.add(FamilyDefinition.of("f" + i));
    }
    return TableDefinition.of(
            "t",
            Payments.columns(columns.toString(), "d").stream()
                .map(
                    column ->
                        column.name().startsWith("c")
                            ? column.inFamily("f" + column.name().substring(1))
                            : column)
                .toList(),
            KeyPart.parseList("id"))
        .withFamilies(declared);
  }

  @Test
  void aTableHas64FamiliesBesideTheStorageOfItsKey() {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = Database.over(engine, Payments.CLOCK, 1);
        database.createTable(table(64, ""), false);
        Table table = database.table("t");
        Map<String, @Nullable Object> row = new HashMap<>(Map.of("id", 1));
        for (int i = 0; i < 64; i++) {
          row.put("c" + i, 100 + i);
        }
        WriteResult unused = table.insert(row);
        WriteResult unusedToo = table.insert(Map.of("id", 2));
        Row read = table.get(1).orElseThrow();
        for (int i = 0; i < 64; i++) {
          assertThat(read.get("c" + i)).isEqualTo(100 + i);
        }
        assertThat(table.get(2)).isPresent();
        assertThat(database.dropTable("t", false)).isTrue();
        assertThatThrownBy(() -> database.createTable(table(65, ""), false))
            .hasMessageContaining("found 65 families, expected at most 64");
        assertThatThrownBy(() -> database.createTable(table(64, ", other int"), false))
            .hasMessageContaining("found 65 families, expected at most 64");
      }
    }
  }
}
