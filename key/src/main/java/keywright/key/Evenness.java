package keywright.key;

/** Which digits of a part's values come equally often, whatever the rows are. */
enum Evenness {
  NOWHERE,

  /** The first ones: of a sequence that is read backwards. */
  IN_FRONT,

  /** The last ones: of a sequence. */
  BEHIND,

  /** All of them, each independent of the others. */
  EVERYWHERE;

  boolean inFront() {
    return this == IN_FRONT || this == EVERYWHERE;
  }

  boolean behind() {
    return this == BEHIND || this == EVERYWHERE;
  }

  /** The same of values that are read backwards. */
  Evenness reversed() {
    return switch (this) {
      case IN_FRONT -> BEHIND;
      case BEHIND -> IN_FRONT;
      case NOWHERE, EVERYWHERE -> this;
    };
  }
}
