package keywright.cql;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import keywright.cql.grammar.CqlParser;
import keywright.key.Type;
import keywright.table.model.Query;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * A query with its expected rate, as declared by a statement like {@code QUERY recent RATE 100/s AS
 * SELECT …}. The query may have parameters, {@code ?} or {@code :name}. Immutable.
 */
public final class QueryLoad {
  private final Parsed<CqlParser.OneStatementContext> parsed;
  private final CqlParser.SelectContext select;
  private final TableDefinition table;
  private final String name;
  private final double ratePerSecond;
  private final Parameters parameters;
  private final List<Marker> markers;

  /**
   * Reads a QUERY statement and checks it against its table.
   *
   * @throws CqlException for a column that the table does not have, and for a literal that cannot
   *     be compared with its column
   */
  QueryLoad(Parsed<CqlParser.OneStatementContext> parsed, TableDefinition table, double rate) {
    this(
        parsed,
        parsed.tree().statement().queryLoad().select(),
        table,
        Parsed.name(parsed.tree().statement().queryLoad().queryName().name()),
        rate);
  }

  /** A SELECT outside a QUERY, with a name and without a rate. */
  QueryLoad(Parsed<CqlParser.OneStatementContext> parsed, TableDefinition table, String name) {
    this(parsed, parsed.tree().statement().select(), table, name, 0);
  }

  private QueryLoad(
      Parsed<CqlParser.OneStatementContext> parsed,
      CqlParser.SelectContext select,
      TableDefinition table,
      String name,
      double rate) {
    this.parsed = parsed;
    this.select = select;
    this.table = table;
    this.name = name;
    this.ratePerSecond = rate;
    this.parameters = Parameters.of(parsed);
    TableColumns columns = new TableColumns(parsed.source(), table);
    this.markers =
        new MarkerReader(parsed, parameters, reference -> columns).withoutElements().read();
    var unused = sampleQuery();
  }

  /** The name of the query. No other query of the same design has this name. */
  public String name() {
    return name;
  }

  /**
   * How often the query is executed per second; 0 for a SELECT outside a QUERY, whose rate is
   * unknown.
   */
  public double ratePerSecond() {
    return ratePerSecond;
  }

  /** The table that the query reads, with its indexes. */
  public TableDefinition table() {
    return table;
  }

  /** The parameters of the query, in the order of its text. */
  public List<Marker> markers() {
    return markers;
  }

  /** The position of the QUERY or SELECT statement in the script, without its semicolon. */
  public Place place() {
    return Place.of(parsed.tree().statement());
  }

  /**
   * Makes the query with values for its parameters.
   *
   * @param values one value for each of {@link #markers}, in order
   * @throws CqlException if the number of values is wrong, or if a value cannot be compared with
   *     its column
   */
  public Query query(@Nullable Object... values) {
    Values bound = new Values(parsed, parameters.inOrder(values), null);
    return new QueryReader(parsed, select, bound, new TableColumns(parsed.source(), table))
        .query(bound);
  }

  /**
   * Makes the query with sample values for its parameters, so that the query can be planned.
   * Parameters that are compared with the same column get different values. The values of two
   * bounds enclose a range that is not empty, {@code IN ?} gets one value, and the pattern for
   * {@code LIKE ?} begins with a fixed text.
   */
  public Query sampleQuery() {
    return sampleQuery(SampleValues::high);
  }

  /**
   * Makes the query with sample values as {@link #sampleQuery} does, but with narrow ranges: the
   * values of two bounds of a column enclose one day of timestamps, three dates or three numbers.
   * An engine with partitions can serve a range of partition keys only if the range is narrow.
   */
  public Query narrowSampleQuery() {
    return sampleQuery(SampleValues::nearLow);
  }

  private Query sampleQuery(Function<Type, Object> upper) {
    @Nullable Object[] values = new @Nullable Object[markers.size()];
    for (int i = 0; i < values.length; i++) {
      Marker marker = markers.get(i);
      Type type = marker.type();
      values[i] =
          switch (marker.use()) {
            case EQUAL, ELEMENT, KEY, SET, ADD -> SampleValues.value(type, i);
            case ONE_OF -> List.of(SampleValues.value(type, i));
            case LOWER, MOMENT -> SampleValues.low(type);
            case UPPER -> isBetween(marker) ? upper.apply(type) : SampleValues.high(type);
            case PATTERN -> "a%";
            case COUNT, TTL, WRITE_TIME -> 1;
            case JSON -> "{}";
          };
    }
    return query(values);
  }

  /** Whether a marker bounds the same column from below. */
  private boolean isBetween(Marker upper) {
    return markers.stream()
        .anyMatch(
            lower ->
                lower.use() == Marker.Use.LOWER && Objects.equals(lower.column(), upper.column()));
  }
}
