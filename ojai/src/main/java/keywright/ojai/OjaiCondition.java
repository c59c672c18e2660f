package keywright.ojai;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ojai.Document;
import org.ojai.FieldPath;
import org.ojai.Value;
import org.ojai.store.QueryCondition;
import org.ojai.types.ODate;
import org.ojai.types.OInterval;
import org.ojai.types.OTime;
import org.ojai.types.OTimestamp;

/**
 * The conditions of the API, which build a {@link Condition}. Conditions outside of a block must
 * all be met; none at all are met by every document. After {@link #build} it cannot be changed, and
 * threads may share it.
 */
final class OjaiCondition implements QueryCondition {
  /** A block that is not closed. */
  private record Block(Kind kind, @Nullable FieldPath path, List<Condition> parts) {}

  private enum Kind {
    AND,
    OR,
    ELEMENT_AND
  }

  private final List<Condition> outer = new ArrayList<>();
  private final Deque<Block> blocks = new ArrayDeque<>();
  private boolean isBuilt;

  OjaiCondition() {}

  /** A condition from the JSON syntax of the API, built. */
  static OjaiCondition parse(String json) {
    OjaiCondition parsed = new OjaiCondition();
    parsed.outer.add(ConditionJson.read(json));
    return parsed.build();
  }

  /** What any condition of the API tests, its open blocks as if they were closed. */
  static Condition of(QueryCondition condition) {
    return condition instanceof OjaiCondition ojaiCondition
        ? ojaiCondition.closed()
        : ConditionJson.read(condition.asJsonString());
  }

  /** What this tests, its open blocks as if they were closed. */
  Condition closed() {
    Condition inner = null;
    for (Block block : blocks) {
      List<Condition> parts = new ArrayList<>(block.parts);
      if (inner != null) {
        parts.add(inner);
      }
      inner = condition(new Block(block.kind, block.path, parts));
    }
    List<Condition> parts = new ArrayList<>(outer);
    if (inner != null) {
      parts.add(inner);
    }
    return parts.size() == 1 ? parts.get(0) : new Condition.And(parts);
  }

  /** Whether a document meets this. */
  boolean test(Document document) {
    return closed().test(Plain.of(document));
  }

  /** Whether a stored document meets this. It reads only the fields that are tested. */
  boolean test(byte[] stored) {
    return closed().test(DocumentBytes.mapView(stored));
  }

  private static Condition condition(Block block) {
    if (block.parts.isEmpty()) {
      throw new IllegalStateException(
          "cannot close the block " + block.kind + ": it has no conditions, expected at least one");
    }
    return switch (block.kind) {
      case AND -> new Condition.And(block.parts);
      case OR -> new Condition.Or(block.parts);
      case ELEMENT_AND -> new Condition.ElementAnd(requireNonNull(block.path), block.parts);
    };
  }

  private OjaiCondition add(Condition condition) {
    checkNotBuilt();
    Block block = blocks.peek();
    (block == null ? outer : block.parts).add(condition);
    return this;
  }

  private void checkNotBuilt() {
    if (isBuilt) {
      throw new IllegalStateException(
          "cannot change the condition: found a condition that is built already; make a new condition");
    }
  }

  private OjaiCondition open(Kind kind, @Nullable FieldPath path) {
    checkNotBuilt();
    blocks.push(new Block(kind, path, new ArrayList<>()));
    return this;
  }

  private OjaiCondition compare(FieldPath path, Op op, @Nullable Object value) {
    return add(new Condition.Compare(path, op, Plain.of(value)));
  }

  private OjaiCondition addIn(FieldPath path, List<?> values, boolean isNegated) {
    List<@Nullable Object> copy = new ArrayList<>();
    values.forEach(value -> copy.add(Plain.of(value)));
    return add(new Condition.In(path, Collections.unmodifiableList(copy), isNegated));
  }

  @Override
  public OjaiCondition and() {
    return open(Kind.AND, null);
  }

  @Override
  public OjaiCondition or() {
    return open(Kind.OR, null);
  }

  @Override
  public OjaiCondition elementAnd(String fieldPath) {
    return elementAnd(Paths.parse(fieldPath));
  }

  @Override
  public OjaiCondition elementAnd(FieldPath fieldPath) {
    // Refuses a path that does not lead to elements.
    new Condition.ElementAnd(fieldPath, List.of());
    return open(Kind.ELEMENT_AND, fieldPath);
  }

  @Override
  public OjaiCondition close() {
    checkNotBuilt();
    if (blocks.isEmpty()) {
      throw new IllegalStateException(
          "cannot close a block of the condition: found no open block, expected one; leave out close(),"
              + " or open a block with and(), or() or elementAnd() first");
    }
    Condition closed = condition(blocks.peek());
    blocks.pop();
    return add(closed);
  }

  @Override
  public OjaiCondition build() {
    while (!blocks.isEmpty()) {
      close();
    }
    isBuilt = true;
    return this;
  }

  @Override
  public boolean isBuilt() {
    return isBuilt;
  }

  @Override
  public OjaiCondition condition(QueryCondition conditionToAdd) {
    return add(of(conditionToAdd));
  }

  /** The number of conditions outside of blocks, a block being one. */
  @Override
  public int size() {
    return outer.size() + (blocks.isEmpty() ? 0 : 1);
  }

  @Override
  public boolean isEmpty() {
    return size() == 0;
  }

  @Override
  public boolean isReadOnly() {
    return isBuilt;
  }

  @Override
  public OjaiCondition empty() {
    checkNotBuilt();
    outer.clear();
    blocks.clear();
    return this;
  }

  @Override
  public String asJsonString() {
    if (isEmpty()) {
      return "{}";
    }
    StringBuilder json = new StringBuilder();
    closed().write(json);
    return json.toString();
  }

  @Override
  public String toString() {
    return asJsonString();
  }

  @Override
  public OjaiCondition exists(String path) {
    return exists(Paths.parse(path));
  }

  @Override
  public OjaiCondition exists(FieldPath path) {
    return add(new Condition.Exists(path, false));
  }

  @Override
  public OjaiCondition notExists(String path) {
    return notExists(Paths.parse(path));
  }

  @Override
  public OjaiCondition notExists(FieldPath path) {
    return add(new Condition.Exists(path, true));
  }

  @Override
  public OjaiCondition in(String path, List<? extends Object> listOfValue) {
    return in(Paths.parse(path), listOfValue);
  }

  @Override
  public OjaiCondition in(FieldPath path, List<? extends Object> listOfValue) {
    return addIn(path, listOfValue, false);
  }

  @Override
  public OjaiCondition notIn(String path, List<? extends Object> listOfValue) {
    return notIn(Paths.parse(path), listOfValue);
  }

  @Override
  public OjaiCondition notIn(FieldPath path, List<? extends Object> listOfValue) {
    return addIn(path, listOfValue, true);
  }

  @Override
  public OjaiCondition typeOf(String path, Value.Type type) {
    return typeOf(Paths.parse(path), type);
  }

  @Override
  public OjaiCondition typeOf(FieldPath path, Value.Type type) {
    return add(new Condition.TypeOf(path, type, false));
  }

  @Override
  public OjaiCondition notTypeOf(String path, Value.Type type) {
    return notTypeOf(Paths.parse(path), type);
  }

  @Override
  public OjaiCondition notTypeOf(FieldPath path, Value.Type type) {
    return add(new Condition.TypeOf(path, type, true));
  }

  @Override
  public OjaiCondition matches(String path, String regex) {
    return matches(Paths.parse(path), regex);
  }

  @Override
  public OjaiCondition matches(FieldPath path, String regex) {
    return add(new Condition.Matches(path, regex, false));
  }

  @Override
  public OjaiCondition notMatches(String path, String regex) {
    return notMatches(Paths.parse(path), regex);
  }

  @Override
  public OjaiCondition notMatches(FieldPath path, String regex) {
    return add(new Condition.Matches(path, regex, true));
  }

  @Override
  public OjaiCondition like(String path, String likeExpression) {
    return like(Paths.parse(path), likeExpression);
  }

  @Override
  public OjaiCondition like(FieldPath path, String likeExpression) {
    return add(new Condition.Like(path, likeExpression, null, false));
  }

  @Override
  public OjaiCondition like(String path, String likeExpression, Character escapeChar) {
    return like(Paths.parse(path), likeExpression, escapeChar);
  }

  @Override
  public OjaiCondition like(FieldPath path, String likeExpression, Character escapeChar) {
    return add(new Condition.Like(path, likeExpression, escapeChar, false));
  }

  @Override
  public OjaiCondition notLike(String path, String likeExpression) {
    return notLike(Paths.parse(path), likeExpression);
  }

  @Override
  public OjaiCondition notLike(FieldPath path, String likeExpression) {
    return add(new Condition.Like(path, likeExpression, null, true));
  }

  @Override
  public OjaiCondition notLike(String path, String likeExpression, Character escapeChar) {
    return notLike(Paths.parse(path), likeExpression, escapeChar);
  }

  @Override
  public OjaiCondition notLike(FieldPath path, String likeExpression, Character escapeChar) {
    return add(new Condition.Like(path, likeExpression, escapeChar, true));
  }

  @Override
  public OjaiCondition is(String path, Op op, boolean value) {
    return is(Paths.parse(path), op, value);
  }

  @Override
  public OjaiCondition is(FieldPath path, Op op, boolean value) {
    return compare(path, op, value);
  }

  @Override
  public OjaiCondition is(String path, Op op, String value) {
    return is(Paths.parse(path), op, value);
  }

  @Override
  public OjaiCondition is(FieldPath path, Op op, String value) {
    return compare(path, op, value);
  }

  @Override
  public OjaiCondition is(String path, Op op, byte value) {
    return is(Paths.parse(path), op, value);
  }

  @Override
  public OjaiCondition is(FieldPath path, Op op, byte value) {
    return compare(path, op, value);
  }

  @Override
  public OjaiCondition is(String path, Op op, short value) {
    return is(Paths.parse(path), op, value);
  }

  @Override
  public OjaiCondition is(FieldPath path, Op op, short value) {
    return compare(path, op, value);
  }

  @Override
  public OjaiCondition is(String path, Op op, int value) {
    return is(Paths.parse(path), op, value);
  }

  @Override
  public OjaiCondition is(FieldPath path, Op op, int value) {
    return compare(path, op, value);
  }

  @Override
  public OjaiCondition is(String path, Op op, long value) {
    return is(Paths.parse(path), op, value);
  }

  @Override
  public OjaiCondition is(FieldPath path, Op op, long value) {
    return compare(path, op, value);
  }

  @Override
  public OjaiCondition is(String path, Op op, float value) {
    return is(Paths.parse(path), op, value);
  }

  @Override
  public OjaiCondition is(FieldPath path, Op op, float value) {
    return compare(path, op, value);
  }

  @Override
  public OjaiCondition is(String path, Op op, double value) {
    return is(Paths.parse(path), op, value);
  }

  @Override
  public OjaiCondition is(FieldPath path, Op op, double value) {
    return compare(path, op, value);
  }

  @Override
  public OjaiCondition is(String path, Op op, BigDecimal value) {
    return is(Paths.parse(path), op, value);
  }

  @Override
  public OjaiCondition is(FieldPath path, Op op, BigDecimal value) {
    return compare(path, op, value);
  }

  @Override
  public OjaiCondition is(String path, Op op, ODate value) {
    return is(Paths.parse(path), op, value);
  }

  @Override
  public OjaiCondition is(FieldPath path, Op op, ODate value) {
    return compare(path, op, value);
  }

  @Override
  public OjaiCondition is(String path, Op op, OTime value) {
    return is(Paths.parse(path), op, value);
  }

  @Override
  public OjaiCondition is(FieldPath path, Op op, OTime value) {
    return compare(path, op, value);
  }

  @Override
  public OjaiCondition is(String path, Op op, OTimestamp value) {
    return is(Paths.parse(path), op, value);
  }

  @Override
  public OjaiCondition is(FieldPath path, Op op, OTimestamp value) {
    return compare(path, op, value);
  }

  @Override
  public OjaiCondition is(String path, Op op, OInterval value) {
    return is(Paths.parse(path), op, value);
  }

  @Override
  public OjaiCondition is(FieldPath path, Op op, OInterval value) {
    return compare(path, op, value);
  }

  @Override
  public OjaiCondition is(String path, Op op, ByteBuffer value) {
    return is(Paths.parse(path), op, value);
  }

  @Override
  public OjaiCondition is(FieldPath path, Op op, ByteBuffer value) {
    return compare(path, op, value);
  }

  @Override
  public OjaiCondition equals(String path, Map<String, ? extends Object> value) {
    return equals(Paths.parse(path), value);
  }

  @Override
  public OjaiCondition equals(FieldPath path, Map<String, ? extends Object> value) {
    return compare(path, Op.EQUAL, value);
  }

  @Override
  public OjaiCondition equals(String path, List<? extends Object> value) {
    return equals(Paths.parse(path), value);
  }

  @Override
  public OjaiCondition equals(FieldPath path, List<? extends Object> value) {
    return compare(path, Op.EQUAL, value);
  }

  @Override
  public OjaiCondition notEquals(String path, Map<String, ? extends Object> value) {
    return notEquals(Paths.parse(path), value);
  }

  @Override
  public OjaiCondition notEquals(FieldPath path, Map<String, ? extends Object> value) {
    return compare(path, Op.NOT_EQUAL, value);
  }

  @Override
  public OjaiCondition notEquals(String path, List<? extends Object> value) {
    return notEquals(Paths.parse(path), value);
  }

  @Override
  public OjaiCondition notEquals(FieldPath path, List<? extends Object> value) {
    return compare(path, Op.NOT_EQUAL, value);
  }

  @Override
  public OjaiCondition sizeOf(String path, Op op, long size) {
    return sizeOf(Paths.parse(path), op, size);
  }

  @Override
  public OjaiCondition sizeOf(FieldPath path, Op op, long size) {
    return add(new Condition.SizeOf(path, op, size));
  }
}
