package keywright.table.model;

import keywright.key.Type;

/**
 * A column as declared.
 *
 * @param nullable whether NULL was declared. It matters only for columns of the primary key, which
 *     are NOT NULL by default. Every other column may be null unless it is {@code notNull}
 * @param notNull whether NOT NULL was declared for a column outside the primary key; every row must
 *     then have a value of this column
 * @param family the family of the column; {@code d} if the column is declared outside a FAMILY
 * @param storedName the name under which values are stored: the name in {@code AT 'family:name'} if
 *     it is declared, otherwise the name of the column
 */
public record ColumnDefinition(
    String name, Type type, boolean nullable, boolean notNull, String family, String storedName) {

  /** A column that may be null unless the primary key reads it. */
  public ColumnDefinition(
      String name, Type type, boolean nullable, String family, String storedName) {
    this(name, type, nullable, false, family, storedName);
  }

  /** A column in the family {@code d}, stored under its own name. */
  public static ColumnDefinition of(String name, Type type) {
    return new ColumnDefinition(name, type, false, FamilyDefinition.DEFAULT_NAME, name);
  }

  /** The same column in another family. */
  public ColumnDefinition inFamily(String newFamily) {
    return new ColumnDefinition(name, type, nullable, notNull, newFamily, storedName);
  }

  /** The same column with another name. Its stored name does not change. */
  public ColumnDefinition named(String newName) {
    return new ColumnDefinition(newName, type, nullable, notNull, family, storedName);
  }

  /** The same column of another type. */
  public ColumnDefinition ofType(Type newType) {
    return new ColumnDefinition(name, newType, nullable, notNull, family, storedName);
  }

  /** The same column declared NULL. */
  public ColumnDefinition asNullable() {
    return new ColumnDefinition(name, type, true, false, family, storedName);
  }

  /**
   * The same column without NULL. A column of the primary key must then have a value in every row.
   */
  public ColumnDefinition asRequired() {
    return new ColumnDefinition(name, type, false, false, family, storedName);
  }

  /** The same column declared NOT NULL; only for columns outside the primary key. */
  public ColumnDefinition asNotNull() {
    return new ColumnDefinition(name, type, false, true, family, storedName);
  }
}
