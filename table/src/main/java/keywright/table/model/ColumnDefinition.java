package keywright.table.model;

import java.util.Map;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of a column of a table. Immutable.
 *
 * @param name the name of the column
 * @param type the type of its values
 * @param nullable whether NULL was declared. It has an effect only on columns of the primary key,
 *     which are NOT NULL by default. Every other column may be null, except if {@code notNull} is
 *     true
 * @param notNull whether NOT NULL was declared for a column outside the primary key; every row must
 *     then have a value of this column
 * @param family the name of the column family; {@code d} if the column is declared outside a FAMILY
 * @param storedName the name under which values are stored: the name in {@code AT 'family:name'} if
 *     it is declared, otherwise the name of the column
 * @param from for a derived column, the document column and the path from which its value is
 *     computed; null for any other column. A derived column is in the family of its document
 *     column, and statements cannot set it
 */
public record ColumnDefinition(
    String name,
    Type type,
    boolean nullable,
    boolean notNull,
    String family,
    String storedName,
    @Nullable DocumentPath from) {

  /**
   * Makes the declaration of a column without NOT NULL that is not derived from a document.
   *
   * @param name the name of the column
   * @param type the type of its values
   * @param nullable whether NULL was declared, which has an effect only on columns of the primary
   *     key
   * @param family the name of the column family
   * @param storedName the name under which values are stored
   */
  public ColumnDefinition(
      String name, Type type, boolean nullable, String family, String storedName) {
    this(name, type, nullable, false, family, storedName, null);
  }

  /** The declaration of a column in the family {@code d}, stored under its own name. */
  public static ColumnDefinition of(String name, Type type) {
    return new ColumnDefinition(name, type, false, FamilyDefinition.DEFAULT_NAME, name);
  }

  /**
   * The same column, whose values are computed from the documents of another column.
   *
   * @param document the name of the column with the documents: of type {@code text} with JSON, or
   *     of type {@code blob} with documents that the installed {@link DocumentReader} can read
   * @param path the path of the value in each document, in the syntax of {@link DocumentPath}
   * @throws TableException if {@code path} is not a valid path
   */
  public ColumnDefinition derivedFrom(String document, String path) {
    return with(new DocumentPath(document, path));
  }

  private ColumnDefinition with(@Nullable DocumentPath newFrom) {
    return new ColumnDefinition(name, type, nullable, notNull, family, name, newFrom);
  }

  /** Whether the values of this column are computed from the documents of another column. */
  public boolean isDerived() {
    return from != null;
  }

  /**
   * The same column after a renaming of columns: if it is derived from a document column that was
   * renamed, it uses the new name of the document column.
   *
   * @param newNames the new names by the old names
   */
  public ColumnDefinition withDocumentIn(Map<String, String> newNames) {
    DocumentPath path = from;
    return path == null
        ? this
        : with(path.inColumn(newNames.getOrDefault(path.column(), path.column())));
  }

  /** The same column in another family. */
  public ColumnDefinition inFamily(String newFamily) {
    return new ColumnDefinition(name, type, nullable, notNull, newFamily, storedName, from);
  }

  /** The same column with another name. Its stored name does not change. */
  public ColumnDefinition named(String newName) {
    return new ColumnDefinition(
        newName, type, nullable, notNull, family, from == null ? storedName : newName, from);
  }

  /** The same column of another type. */
  public ColumnDefinition ofType(Type newType) {
    return new ColumnDefinition(name, newType, nullable, notNull, family, storedName, from);
  }

  /** The same column declared {@code NULL}. */
  public ColumnDefinition asNullable() {
    return new ColumnDefinition(name, type, true, false, family, storedName, from);
  }

  /**
   * The same column without {@code NULL} in its declaration. If it is a column of the primary key,
   * every row must then have a value for it.
   */
  public ColumnDefinition asRequired() {
    return new ColumnDefinition(name, type, false, false, family, storedName, from);
  }

  /** The same column declared {@code NOT NULL}, for a column outside the primary key. */
  public ColumnDefinition asNotNull() {
    return new ColumnDefinition(name, type, false, true, family, storedName, from);
  }
}
