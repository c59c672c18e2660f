/** Row keys declared as expressions over columns. Needs the JDK alone. */
module keywright.key {
  requires static org.jspecify;

  exports keywright.key;
}
