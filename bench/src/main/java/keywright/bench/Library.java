package keywright.bench;

/** The libraries that encode and decode row keys in the benchmarks. */
public enum Library {
  /** A codec generated for schema and record. */
  KEYWRIGHT,
  /** A schema and values as objects. */
  KEYWRIGHT_BOXED,
  /** The format kw1 by hand. */
  HAND_WRITTEN,
  HBASE_STRUCT,
  HBASE_ORDERED_BYTES,
  FDB_TUPLE,
  ACCUMULO,
  PHOENIX;

  /** This library's way with {@code key}, whose values are the records of {@link SampleKeys}. */
  @SuppressWarnings("unchecked") // the records that the keys are made of
  KeyLibrary<Object> rowKeys(SampleKeys key) {
    return (KeyLibrary<Object>)
        (KeyLibrary<?>)
            switch (this) {
              case KEYWRIGHT ->
                  switch (key) {
                    case BIGINT -> KeywrightRecord.ofId();
                    case FIXED -> KeywrightRecord.ofEvent();
                    case TEXT -> KeywrightRecord.ofVisit();
                  };
              case KEYWRIGHT_BOXED ->
                  switch (key) {
                    case BIGINT -> KeywrightBoxed.ofId();
                    case FIXED -> KeywrightBoxed.ofEvent();
                    case TEXT -> KeywrightBoxed.ofVisit();
                  };
              case HAND_WRITTEN ->
                  switch (key) {
                    case BIGINT -> new HandWritten.OfId();
                    case FIXED -> new HandWritten.OfEvent();
                    case TEXT -> new HandWritten.OfVisit();
                  };
              case HBASE_STRUCT ->
                  switch (key) {
                    case BIGINT -> HBaseStruct.ofId();
                    case FIXED -> HBaseStruct.ofEvent();
                    case TEXT -> HBaseStruct.ofVisit();
                  };
              case HBASE_ORDERED_BYTES ->
                  switch (key) {
                    case BIGINT -> new HBaseOrderedBytes.OfId();
                    case FIXED -> new HBaseOrderedBytes.OfEvent();
                    case TEXT -> new HBaseOrderedBytes.OfVisit();
                  };
              case FDB_TUPLE ->
                  switch (key) {
                    case BIGINT -> FdbTuple.ofId();
                    case FIXED -> FdbTuple.ofEvent();
                    case TEXT -> FdbTuple.ofVisit();
                  };
              case ACCUMULO ->
                  switch (key) {
                    case BIGINT -> AccumuloLexicoders.ofId();
                    case FIXED -> AccumuloLexicoders.ofEvent();
                    case TEXT -> AccumuloLexicoders.ofVisit();
                  };
              case PHOENIX ->
                  switch (key) {
                    case BIGINT -> new PhoenixTypes.OfId();
                    case FIXED -> new PhoenixTypes.OfEvent();
                    case TEXT -> new PhoenixTypes.OfVisit();
                  };
            };
  }
}
