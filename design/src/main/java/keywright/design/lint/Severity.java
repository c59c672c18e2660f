package keywright.design.lint;

/** How serious a finding of lint is. */
public enum Severity {
  /** The finding is advice: the design may have no problem. */
  INFO,
  /** The problem is likely to be harmful. */
  WARNING,
  /** The problem is certainly harmful, or a database refuses the declaration. */
  ERROR;

  /** The name of the severity in lower case, as on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
