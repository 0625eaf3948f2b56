/**
 * Where one trader's events stand: their name, which is of one exchange's memory, and how many there were. Replies say which they contain, the
 * stream from which on it tells.
 */

const PLACE = /^([0-9a-f]{16})-(\d{1,15})$/;

/** Whether who stands at `place` has all that there was at `other`; no where either is not known, or of other events. */
export function hasReached(place: string, other: string): boolean {
  const [, name, sequence] = PLACE.exec(place) ?? [];
  const [, otherName, otherSequence] = PLACE.exec(other) ?? [];
  return name !== undefined && name === otherName && Number(sequence) >= Number(otherSequence);
}

/** The first of some places of the same events; '' where there is none, or they are of several. */
export function firstOf(places: Iterable<string>): string {
  let first = '';
  for (const place of places) {
    if (first === '' || hasReached(first, place)) first = place;
    else if (!hasReached(place, first)) return '';
  }
  return first;
}
