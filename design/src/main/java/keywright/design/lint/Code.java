package keywright.design.lint;

/**
 * The code of a problem that lint can find. Codes do not change between releases. The first digit
 * is the subject of the problem: KW1 hot spots, KW2 order, KW3 identity, KW4 size, KW5 types, KW6
 * families, KW7 queries and indexes.
 */
public enum Code {
  REFUSED("KW001", "the statement is refused"),
  RISING_KEY("KW101", "the first key part rises as rows arrive"),
  INTEGER_KEY("KW102", "the first key part may be a sequence"),
  FEW_FIRST_VALUES("KW103", "the first key part has few values"),
  SAME_PREFIX("KW104", "the values of the first key part have the same beginning"),
  COARSE_SALT("KW105", "a salt is computed from a value that many rows share"),
  HOT_INDEX("KW106", "an index is hot"),
  UNUSED_BUCKETS("KW107", "mod(x, n) uses fewer than n values"),
  TOGETHER("KW108", "rows that arrive together share the first key part"),
  HOT_ROWS("KW109", "few row keys take most writes"),
  UNJUDGED("KW110", "the sample rows do not show whether a key is hot"),
  UNSORTED_DATE_TEXT("KW201", "a date as text does not sort by time"),
  REVERSED_DATE_TEXT("KW202", "a date as text is reversed"),
  UNPADDED_NUMBER("KW203", "a number in a text key is not padded"),
  COLLIDING_ROWS("KW301", "different rows have the same key"),
  ONLY_TIMES("KW302", "only a time distinguishes rows"),
  MUTABLE_KEY("KW303", "a column that changes is in the primary key"),
  DELIMITER_IN_VALUE("KW304", "a value may hold the delimiter of a text key"),
  RANDOM_KEY("KW305", "a random part is in the primary key"),
  ROWS_REFUSED("KW306", "rows have values that the key cannot hold"),
  UNSEEN_KEY("KW307", "sample rows lack values of the key"),
  NULL_IN_TEXT_KEY("KW308", "a column of a text key may be null"),
  MANY_KEY_COLUMNS("KW401", "the primary key has more than three columns"),
  LONG_KEY("KW402", "row keys can be longer than 2 KB"),
  KEY_OVER_LIMIT("KW403", "row keys can be longer than the engine allows"),
  WIDE_ROWS("KW404", "rows are so wide that a region holds few of them"),
  WIDE_PADDING("KW405", "padding is wider than the values need"),
  LARGE_PARTITION("KW406", "partitions become larger than Cassandra recommends"),
  NUMBER_AS_TEXT("KW501", "a text in a key contains numbers or dates"),
  NAME_FOR_CODE("KW502", "a text in a key has few different values"),
  HIDDEN_KEY_PART("KW503", "a part of a key cannot be a column of Cassandra"),
  MANY_FAMILIES("KW601", "a table has more than 64 families"),
  UNEVEN_FAMILIES("KW602", "families of one table differ much in their rows"),
  LONG_STORED_NAMES("KW603", "long names are stored with every value"),
  UNREAD_COLUMNS("KW604", "wide columns share a family with columns that queries read"),
  UNSERVED_QUERY("KW701", "no key serves a query"),
  FULL_SCAN("KW702", "a query reads every row"),
  FAN_OUT("KW703", "queries cannot compute the salt, so they read all its values"),
  COLUMN_ORDER("KW704", "most queries do not begin with the first key column"),
  REDUNDANT_INDEX("KW705", "another key serves every query that an index serves"),
  UNUSED_INDEX("KW706", "no query reads an index");

  private final String id;
  private final String title;

  Code(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /** The code as text, such as {@code KW101}. */
  public String id() {
    return id;
  }

  /** A short title of the problem. */
  public String title() {
    return title;
  }
}
