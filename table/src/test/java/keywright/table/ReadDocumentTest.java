package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keywright.key.KeyPart;
import keywright.store.Engine;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.WriteResult;
import org.junit.jupiter.api.Test;

/** A document is read in place wherever it is stored. */
class ReadDocumentTest {
  private static final byte[] DOCUMENT = {1, 16, 0, 7};

  private static TableDefinition table(String name, String columns, String key) {
    return TableDefinition.of(
        name,
        Payments.columns(columns, "d").stream().map(column -> column.inFamily("d")).toList(),
        KeyPart.parseList(key));
  }

  /** The document of a row; empty if there is no row, and null in it for a row without one. */
  private static Optional<List<Byte>> read(Table table, Object... key) {
    return table.readDocument(
        document -> {
          if (document == null) {
            return List.of();
          }
          ByteBuffer bytes = document.slice();
          return bytes.remaining() == DOCUMENT.length
              ? List.of(bytes.get(0), bytes.get(1), bytes.get(2), bytes.get(3))
              : List.of((byte) bytes.remaining());
        },
        key);
  }

  @Test
  void aDocumentIsReadFromAFamilyOfItsOwnAndFromTheOnlyOneAndFromAKey() {
    String columns = "_id text, document blob, note text";
    TableDefinition apart = table("apart", columns, "_id");
    List<TableDefinition> tables =
        List.of(
            table("together", columns, "_id"),
            apart
                .withColumns(
                    apart.columns().stream()
                        .map(c -> c.name().equals("document") ? c.inFamily("f") : c)
                        .toList())
                .withFamilies(List.of(FamilyDefinition.of("f"))));
    List<Byte> expected = List.of((byte) 1, (byte) 16, (byte) 0, (byte) 7);
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = Database.over(engine, Payments.CLOCK, 1);
        for (TableDefinition definition : tables) {
          database.createTable(definition, false);
          Table table = database.table(definition.name());
          WriteResult unused =
              table.insert(Map.of("_id", "a", "document", DOCUMENT, "note", "n".repeat(300)));
          WriteResult unusedToo = table.insert(Map.of("_id", "b", "note", "none"));
          assertThat(read(table, "a")).as(definition.name()).contains(expected);
          assertThat(read(table, "b")).as(definition.name()).contains(List.of());
          assertThat(read(table, "c")).as(definition.name()).isEmpty();
          assertThat(table.readDocument(document -> null, "a")).isEmpty();
          assertThatThrownBy(() -> read(table))
              .isInstanceOf(TableException.class)
              .hasMessage(
                  "cannot get a document of %s: found 0 values, expected one value for each key column: _id"
                      .formatted(definition.name()));
        }
        database.createTable(table("by_document", "document blob, n int", "document"), false);
        Table byDocument = database.table("by_document");
        WriteResult unused = byDocument.insert(Map.of("document", DOCUMENT, "n", 1));
        assertThat(read(byDocument, (Object) DOCUMENT)).contains(expected);
      }
    }
  }

  @Test
  void anotherTypeThanBlobIsRefused() {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = Database.over(engine, Payments.CLOCK, 1);
        database.createTable(table("t", "_id text, document text", "_id"), false);
        database.createTable(table("u", "_id text", "_id"), false);
        WriteResult unused = database.table("t").insert(Map.of("_id", "a", "document", "{}"));
        WriteResult unusedToo = database.table("u").insert(Map.of("_id", "a"));
        assertThatThrownBy(() -> read(database.table("t"), "a"))
            .isInstanceOf(TableException.class)
            .hasMessage(
                "cannot get a document of t: found column document text, expected document blob; use get");
        assertThatThrownBy(() -> read(database.table("u"), "a"))
            .isInstanceOf(TableException.class)
            .hasMessageContaining("document");
      }
    }
  }
}
