package keywright.design.lint;

/** How bad a finding is. */
public enum Severity {
  /** Advice; there may be no problem. */
  INFO,
  /** Likely harmful. */
  WARNING,
  /** Certainly harmful, or refused. */
  ERROR;

  /** The name in lower case, as on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
