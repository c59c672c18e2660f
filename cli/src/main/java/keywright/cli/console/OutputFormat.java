package keywright.cli.console;

/** How results are printed. */
public enum OutputFormat {
  TABLE,
  JSON,
  CSV;

  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
