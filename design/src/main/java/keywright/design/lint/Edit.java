package keywright.design.lint;

import keywright.cql.Place;

/**
 * A change of a script: {@code text} instead of what stands at {@code place}. The edits of one fix
 * do not overlap.
 */
public record Edit(Place place, String text) {}
