package keywright.ojai;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ojai.Document;
import org.ojai.FieldPath;
import org.ojai.FieldSegment;

/**
 * The part of a document at some field paths, as a map of its own. It has the fields in the order
 * of the document. A container on a path is in it even if nothing in it is selected. A selected
 * element keeps its index: the elements before it that are not selected are null. A path that leads
 * to nothing adds nothing. Immutable.
 */
final class Projection {
  /** What is selected at and below a place. */
  private static final class Node {
    final Map<String, Node> fields = new HashMap<>();
    final Map<Integer, Node> elements = new HashMap<>();
    @Nullable Node allElements;

    /** What [] selects of a value that is no array. */
    @Nullable Node single;

    boolean all;

    void add(@Nullable FieldSegment segment) {
      if (segment == null) {
        all = true;
      } else if (segment.isNamed()) {
        fields
            .computeIfAbsent(segment.getNameSegment().getName(), name -> new Node())
            .add(segment.getChild());
      } else if (Paths.isElements(segment)) {
        if (allElements == null) {
          allElements = new Node();
        }
        allElements.add(segment.getChild());
        if (segment.isLeaf() || !Paths.isElements(segment.getChild())) {
          if (single == null) {
            single = new Node();
          }
          single.add(segment.getChild());
        }
      } else {
        elements
            .computeIfAbsent(segment.getIndexSegment().getIndex(), index -> new Node())
            .add(segment.getChild());
      }
    }
  }

  /** Stands for a value that is not selected. */
  private static final Object NOTHING = new Object();

  /** A field that is selected whole. */
  static final class Field {
    private final FieldPath path;
    private final byte[] utf8;

    private Field(String name) {
      this.path = Plain.path(name);
      this.utf8 = DocumentWriter.utf8(name);
    }

    /** The path of its name. */
    FieldPath path() {
      return path;
    }

    /** Its name in UTF-8; not a copy. */
    byte[] utf8() {
      return utf8;
    }
  }

  private final Node root = new Node();

  /** The fields of the document that are selected, without {@code _id}; null for other paths. */
  private final @Nullable List<Field> fields;

  private final boolean hasId;

  private final List<FieldPath> paths;

  /** No paths select nothing but the document itself. */
  Projection(Collection<FieldPath> paths) {
    this.paths = List.copyOf(paths);
    paths.forEach(path -> root.add(Paths.root(path)));
    this.hasId = root.fields.containsKey(StoredDocument.ID);
    this.fields = wholeFields(root);
  }

  private static @Nullable List<Field> wholeFields(Node root) {
    if (root.all) {
      return null;
    }
    List<Field> fields = new ArrayList<>(root.fields.size());
    for (Map.Entry<String, Node> field : root.fields.entrySet()) {
      String name = field.getKey();
      if (!field.getValue().all || DocumentWriter.loneSurrogate(name) >= 0) {
        return null;
      } else if (!name.equals(StoredDocument.ID)) {
        fields.add(new Field(name));
      }
    }
    return fields;
  }

  /** The paths that are selected. */
  List<FieldPath> paths() {
    return paths;
  }

  /**
   * The selected part of a stored document, as a new document of the API. If whole fields are
   * selected, no other field is read.
   */
  Document document(StoredDocument document) {
    return fields == null ? Plain.document(of(document)) : document.withFields(hasId, fields);
  }

  /** The selected part of a document, whose containers may be shared with it. */
  Map<String, @Nullable Object> of(Map<String, @Nullable Object> document) {
    return root.all ? document : map(document, List.of(root));
  }

  private static Map<String, @Nullable Object> map(
      Map<String, @Nullable Object> map, List<Node> nodes) {
    Map<String, @Nullable Object> selected = new LinkedHashMap<>();
    if (nodes.size() == 1 && nodes.get(0).fields.size() == 1) {
      // The one field is found without reading the names of the others.
      String name = nodes.get(0).fields.keySet().iterator().next();
      if (map.containsKey(name)) {
        put(selected, name, map.get(name), nodes);
      }
      return selected;
    }
    for (String name : map.keySet()) {
      if (isNamed(nodes, name)) {
        put(selected, name, map.get(name), nodes);
      }
    }
    return selected;
  }

  private static boolean isNamed(List<Node> nodes, String name) {
    for (Node node : nodes) {
      if (node.fields.containsKey(name)) {
        return true;
      }
    }
    return false;
  }

  private static void put(
      Map<String, @Nullable Object> selected,
      String name,
      @Nullable Object value,
      List<Node> nodes) {
    List<Node> below = new ArrayList<>();
    for (Node node : nodes) {
      Node next = node.fields.get(name);
      if (next != null) {
        addWithElements(below, next, value);
      }
    }
    Object part = part(value, below);
    if (part != NOTHING) {
      selected.put(name, part);
    }
  }

  /** Adds a node, and what {@code []} below it selects if the value is no array. */
  private static void addWithElements(List<Node> nodes, Node node, @Nullable Object value) {
    nodes.add(node);
    if (!(value instanceof List) && node.single != null) {
      nodes.add(node.single);
    }
  }

  private static @Nullable Object part(@Nullable Object value, List<Node> nodes) {
    for (Node node : nodes) {
      if (node.all) {
        return value;
      }
    }
    if (nodes.isEmpty() || !(value instanceof Map || value instanceof List)) {
      return NOTHING;
    }
    return value instanceof Map ? map(Plain.map(value), nodes) : list(Plain.list(value), nodes);
  }

  private static List<@Nullable Object> list(List<@Nullable Object> list, List<Node> nodes) {
    List<@Nullable Object> selected = new ArrayList<>();
    for (int index = 0; index < list.size(); index++) {
      Object element = list.get(index);
      List<Node> below = new ArrayList<>();
      for (Node node : nodes) {
        if (node.allElements != null) {
          addWithElements(below, node.allElements, element);
        }
        Node next = node.elements.get(index);
        if (next != null) {
          addWithElements(below, next, element);
        }
      }
      Object part = part(element, below);
      if (part != NOTHING) {
        while (selected.size() < index) {
          selected.add(null);
        }
        selected.add(part);
      }
    }
    return selected;
  }
}
