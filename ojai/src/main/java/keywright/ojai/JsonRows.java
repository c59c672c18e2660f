package keywright.ojai;

import java.util.HashMap;
import java.util.Map;
import keywright.table.model.DocumentReader.JsonDocuments;
import keywright.table.model.DocumentTable;
import keywright.table.model.Row;
import org.jspecify.annotations.Nullable;
import org.ojai.exceptions.OjaiException;

/** The documents of a document table as JSON, with the tags of the API. */
record JsonRows(StoreIds ids, String store) implements JsonDocuments {
  @Override
  public Map<String, Object> row(String json) {
    try {
      Map<String, @Nullable Object> document = JsonText.document(json);
      Object id = StoreTable.idOf(ids, store, document.get(StoredDocument.ID), document);
      Map<String, Object> row = new HashMap<>(ids.columns(id));
      row.put(DocumentTable.DOCUMENT, StoredDocument.encode(document));
      return row;
    } catch (OjaiException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  @Override
  public byte[] document(String json) {
    try {
      Map<String, @Nullable Object> document = JsonText.document(json);
      if (document.containsKey(StoredDocument.ID)) {
        if (ids.computed(document) == null) {
          throw new IllegalArgumentException(
              "cannot use the document: it has a field _id, expected none, because the _id of store "
                  + store
                  + " is a column; set the column _id");
        }
        Object unused = StoreTable.idOf(ids, store, document.get(StoredDocument.ID), document);
      }
      return StoredDocument.encode(document);
    } catch (OjaiException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  @Override
  public String json(Row row) {
    try {
      StringBuilder json = new StringBuilder();
      JsonText.write(
          json, new StoredDocument(ids.id(row), (byte[]) row.get(DocumentTable.DOCUMENT)));
      return json.toString();
    } catch (OjaiException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
