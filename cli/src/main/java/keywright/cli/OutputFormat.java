package keywright.cli;

/** How results are printed. */
enum OutputFormat {
  TABLE,
  JSON,
  CSV;

  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
