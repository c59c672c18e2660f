package keywright.design.lint;

/** How bad a finding is. */
public enum Severity {
  /** Advice; there may be no problem. */
  INFO,
  /** Likely harmful. */
  WARNING,
  /** Certainly harmful, or refused. */
  ERROR;

  /** In lower case, as the command line has it. */
  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
