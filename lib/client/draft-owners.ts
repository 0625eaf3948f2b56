import { storedEntries, writeStored } from './browser-storage.ts';
import { NOBODY, presentTrader, whenTraderSeen } from './trader-leaves.ts';

/** Whose the drafts of forms that create are. It loads with those forms: first loads have no room for it. */

/** What was typed into forms that create, in the session, entry by entry: whoever typed it as a guest and logs in has it, another trader never. */
export const DRAFT_KEYS = { drafts: 'create_drafts', modes: 'create_param_modes', taken: 'create_taken' } as const;
/** Whose each entry is. */
const OWNERS_KEY = 'create_owners';

/** By key and entry, as in the session and where there is none as well; what is not named is nobody's. */
let owners: Readonly<Record<string, number>> = storedEntries(OWNERS_KEY, (id): id is number => typeof id === 'number');

const placeOf = (key: string, entry: string): string => `${key} ${entry}`;

function setOwners(next: Readonly<Record<string, number>>): void {
  owners = next;
  writeStored('session', OWNERS_KEY, JSON.stringify(next));
}

/** Whether an entry is of another trader than the one who has come. */
type IsAnothers = (key: string, entry: string) => boolean;

const told = new Set<(isAnothers: IsAnothers) => void>();

/** Told when a trader is seen: what is another's is to go. */
export function whenAnothersGo(listener: (isAnothers: IsAnothers) => void): void {
  told.add(listener);
}

/** Whoever is there has typed an entry anew. */
export function noteTyped(key: string, entry: string): void {
  const place = placeOf(key, entry);
  if (owners[place] !== presentTrader()) setOwners({ ...owners, [place]: presentTrader() });
}

/** What nobody typed is the trader's who is there; what another one did goes. */
function sortByOwner(userId: number): void {
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
  for (const listener of told) listener((key, entry) => isAnothers(placeOf(key, entry)));
  const own = [...places].filter((place) => !isAnothers(place));
  if (places.size > 0) setOwners(Object.fromEntries(own.map((place) => [place, userId])));
}

if (typeof window !== 'undefined') whenTraderSeen(sortByOwner);
