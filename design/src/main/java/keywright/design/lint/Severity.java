package keywright.design.lint;

/** How bad a finding is. */
public enum Severity {
  /** Worth knowing; nothing may be wrong. */
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
