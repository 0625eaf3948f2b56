import { readStored, writeStored } from './browser-storage.ts';

/** Apart from what knows of sessions: pages of guests have forms as well, and load none of it. */

/** What a page leaves in the session's storage of its forms for the next one (use-typed.ts). */
export const TYPED_KEY = 'typed';

/** What was typed into forms that create, in the session: the browser's until another trader than the last one is seen. */
export const DRAFT_KEYS = { drafts: 'create_drafts', modes: 'create_param_modes', taken: 'create_taken' } as const;
/** Who that is. */
const OWNER_KEY = 'create_owner';

const told = new Set<() => void>();
const toldOfAnother = new Set<() => void>();

/** Told when a trader's page becomes another's or nobody's; one who is a guest until he logs in stays the same. */
export function whenTraderLeaves(listener: () => void): void {
  told.add(listener);
}

export function tellTraderLeft(): void {
  for (const listener of told) listener();
}

/** Told when another trader than the last one of this tab is seen: a guest who logs in, and a trader who comes back, are none. */
export function whenAnotherComes(listener: () => void): void {
  toldOfAnother.add(listener);
}

/** A trader is there. What another one typed goes, also where no form of this page would take it away. */
export function tellTraderSeen(userId: number): void {
  const before = readStored('session', OWNER_KEY);
  if (before === String(userId)) return;
  writeStored('session', OWNER_KEY, String(userId));
  if (before === null) return;
  for (const key of Object.values(DRAFT_KEYS)) writeStored('session', key, null);
  for (const listener of toldOfAnother) listener();
}
