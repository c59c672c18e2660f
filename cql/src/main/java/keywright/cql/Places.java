package keywright.cql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import keywright.cql.grammar.CqlParser;
import keywright.key.KeyPart;
import keywright.table.model.Names;
import org.antlr.v4.runtime.misc.Interval;
import org.jspecify.annotations.Nullable;

/**
 * The positions of CREATE TABLE and CREATE INDEX statements, and of their parts, in a script. They
 * are used for error messages and for changes of the script's text. Immutable.
 */
public final class Places {
  private final Map<String, OfTable> tables = new HashMap<>();
  private final Map<String, OfIndex> indexes = new HashMap<>();
  private final Set<String> altered = new HashSet<>();

  Places() {}

  /**
   * The positions of a CREATE TABLE statement and of its parts.
   *
   * @param statement the position of the whole statement, without its semicolon
   * @param key the position of {@code PRIMARY KEY (…)}, or {@code PRIMARY KEY} after a column
   * @param keyIsElement true for {@code PRIMARY KEY (…)}, false for {@code PRIMARY KEY} after a
   *     column
   * @param parts the position of each key part, in order
   * @param columns the position of the declaration of each column, by the column's name
   * @param families the position of each FAMILY declaration, by the family's name
   * @param lastElement the position of the last element before the closing parenthesis
   */
  public record OfTable(
      Place statement,
      Place key,
      boolean keyIsElement,
      List<Place> parts,
      Map<String, Place> columns,
      Map<String, Place> families,
      Place lastElement) {}

  /**
   * The positions of a CREATE INDEX statement and of its parts.
   *
   * @param table the name of the table
   * @param statement the position of the whole statement, without its semicolon
   * @param parts the position of each key part, in order
   */
  public record OfIndex(String table, Place statement, List<Place> parts) {}

  /**
   * The positions of the CREATE TABLE statement of the table with the name {@code name}, which has
   * the keyspace of the table before it.
   *
   * @throws NullPointerException if the script does not create such a table
   */
  public OfTable table(String name) {
    return Objects.requireNonNull(tables.get(name), name);
  }

  /**
   * The positions of the CREATE INDEX statement of the index with the name {@code name}, which has
   * the keyspace of its table before it.
   *
   * @throws NullPointerException if the script does not create such an index
   */
  public OfIndex index(String name) {
    return Objects.requireNonNull(indexes.get(name), name);
  }

  /**
   * Whether the script has changed the table with the name {@code table} by an ALTER TABLE
   * statement.
   */
  public boolean isAltered(String table) {
    return altered.contains(table);
  }

  /**
   * Records the places of the declarations in a statement that was executed.
   *
   * @param fullName the full name of a table that the statement names
   * @param droppedIndex the full name of the index that the statement has dropped, if it has
   */
  void add(
      CqlParser.StatementContext statement,
      Function<CqlParser.TableNameContext, String> fullName,
      @Nullable String droppedIndex) {
    if (statement.createTable() != null) {
      tables.putIfAbsent(
          fullName.apply(statement.createTable().tableName()), of(statement.createTable()));
    } else if (statement.createIndex() != null) {
      CqlParser.CreateIndexContext index = statement.createIndex();
      String table = fullName.apply(index.tableName());
      indexes.putIfAbsent(
          Names.in(Names.keyspace(table), name(index)),
          new OfIndex(
              table,
              Place.of(index),
              DefinitionReader.keyParts(index.keyParts()).stream().map(Place::of).toList()));
    } else if (statement.alterTable() != null) {
      altered.add(fullName.apply(statement.alterTable().tableName()));
    } else if (statement.dropTable() != null) {
      String table = fullName.apply(statement.dropTable().tableName());
      tables.remove(table);
      altered.remove(table);
      indexes.values().removeIf(index -> index.table().equals(table));
    } else if (statement.dropIndex() != null) {
      indexes.remove(droppedIndex);
    }
  }

  /** The name of an index as declared, or the name that an index without one gets. */
  private static String name(CqlParser.CreateIndexContext index) {
    if (index.indexName() != null) {
      return DefinitionReader.name(index.indexName());
    }
    List<KeyPart> parts = new ArrayList<>();
    for (CqlParser.KeyPartContext part : DefinitionReader.keyParts(index.keyParts())) {
      Interval place = Interval.of(part.getStart().getStartIndex(), part.getStop().getStopIndex());
      parts.addAll(KeyPart.parseList(part.getStart().getInputStream().getText(place)));
    }
    return DefinitionReader.indexName(DefinitionReader.name(index.tableName()), parts);
  }

  static OfTable of(CqlParser.CreateTableContext context) {
    Map<String, Place> columns = new LinkedHashMap<>();
    Map<String, Place> families = new LinkedHashMap<>();
    List<Place> parts = new ArrayList<>();
    Place key = Place.of(context);
    boolean keyIsElement = false;
    for (CqlParser.TableElementContext element : context.tableElement()) {
      if (element instanceof CqlParser.ColumnElementContext column) {
        String name = Parsed.name(column.columnName().name());
        columns.put(name, Place.of(column));
        for (CqlParser.ColumnRuleContext rule : column.columnRule()) {
          if (rule.PRIMARY() != null) {
            key = Place.of(rule);
            parts.add(Place.of(column));
          }
        }
      } else if (element instanceof CqlParser.KeyElementContext declared) {
        key = Place.of(declared);
        keyIsElement = true;
        Parsed.all(declared, CqlParser.KeyPartContext.class)
            .forEach(part -> parts.add(Place.of(part)));
      } else if (element instanceof CqlParser.FamilyElementContext family) {
        families.put(Parsed.name(family.familyName().name()), Place.of(family));
      }
    }
    int last = context.tableElement().size() - 1;
    return new OfTable(
        Place.of(context),
        key,
        keyIsElement,
        parts,
        columns,
        families,
        last < 0 ? Place.of(context) : Place.of(context.tableElement(last)));
  }
}
