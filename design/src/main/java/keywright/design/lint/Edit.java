package keywright.design.lint;

import keywright.cql.Place;

/**
 * A change of a script: {@code text} replaces the text at {@code place}. The edits of one fix do
 * not overlap.
 */
public record Edit(Place place, String text) {}
