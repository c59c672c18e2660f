package keywright.design.lint;

import keywright.cql.Place;

/**
 * A change of the text of a script: {@code text} replaces the text at {@code place}. The edits of
 * one fix do not overlap. Immutable.
 *
 * @param place the position of the replaced text; it may be empty, to insert text
 * @param text the new text
 */
public record Edit(Place place, String text) {}
