import { writeStored } from './browser-storage.ts';
import { storedEntries } from './stored-entries.ts';

/** Apart from what knows of sessions: pages of guests have forms as well, and load none of it. */

/** What a page leaves in the session's storage of its forms for the next one (use-typed.ts). */
export const TYPED_KEY = 'typed';

/** What was typed into forms that create, in the session, entry by entry: whoever typed it as a guest and logs in has it, another trader never. */
export const DRAFT_KEYS = { drafts: 'create_drafts', modes: 'create_param_modes', taken: 'create_taken' } as const;
/** Whose each entry is. */
const OWNERS_KEY = 'create_owners';

const NOBODY = 0;
/** Who is there now, as far as this page knows. */
let present = NOBODY;
/** By key and entry, as in the session and where there is none as well; what is not named is nobody's. */
let owners: Readonly<Record<string, number>> = storedEntries(OWNERS_KEY, (id): id is number => typeof id === 'number');

const placeOf = (key: string, entry: string): string => `${key} ${entry}`;

function setOwners(next: Readonly<Record<string, number>>): void {
  owners = next;
  writeStored('session', OWNERS_KEY, JSON.stringify(next));
}

/** Whether an entry is of another trader than the one who has come. */
type IsAnothers = (key: string, entry: string) => boolean;

const told = new Set<() => void>();
const toldOfTrader = new Set<(isAnothers: IsAnothers) => void>();

/** Told when a trader's page becomes another's or nobody's; one who is a guest until he logs in stays the same. */
export function whenTraderLeaves(listener: () => void): void {
  told.add(listener);
}

export function tellTraderLeft(): void {
  for (const listener of told) listener();
}

/** Told when a trader is seen: what is another's is to go. */
export function whenTraderSeen(listener: (isAnothers: IsAnothers) => void): void {
  toldOfTrader.add(listener);
}

/** Whoever is there has typed an entry anew. */
export function noteTyped(key: string, entry: string): void {
  const place = placeOf(key, entry);
  if (owners[place] !== present) setOwners({ ...owners, [place]: present });
}

/** A trader is there, or nobody any more (0). What nobody typed is his; what another one did goes, also where no form of this page would take it away. */
export function tellTraderSeen(userId: number): void {
  present = userId;
  if (userId === NOBODY) return;
  const before = owners;
  const isAnothers = (place: string): boolean => ![NOBODY, userId].includes(before[place] ?? NOBODY);
  const places = new Set(Object.keys(before));
  for (const key of Object.values(DRAFT_KEYS)) {
    const all = Object.entries(storedEntries(key, (value): value is unknown => value !== undefined));
    const left = all.filter(([entry]) => !isAnothers(placeOf(key, entry)));
    for (const [entry] of left) places.add(placeOf(key, entry));
    if (left.length === all.length) continue;
    writeStored('session', key, left.length === 0 ? null : JSON.stringify(Object.fromEntries(left)));
  }
  for (const listener of toldOfTrader) listener((key, entry) => isAnothers(placeOf(key, entry)));
  const own = [...places].filter((place) => !isAnothers(place));
  if (places.size > 0) setOwners(Object.fromEntries(own.map((place) => [place, userId])));
}
