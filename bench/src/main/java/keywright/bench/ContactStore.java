package keywright.bench;

import java.util.List;
import java.util.Map;

/** Documents under their ids. Used by one thread. */
interface ContactStore extends AutoCloseable {

  /** Inserts documents of new ids; of each it is checked that its id is new. */
  void insert(List<Map<String, Object>> documents);

  /** Writes documents over those of their ids. */
  void replace(List<Map<String, Object>> documents);

  /** All fields of a document. */
  Map<String, Object> get(String id);

  /** One field of a document that has texts, as text. */
  String field(String id, String field);

  /** How long the values of a field of texts are in all documents from one id to another. */
  long range(String from, String to, String field);

  @Override
  void close();
}
