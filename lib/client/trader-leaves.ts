/** Apart from what knows of sessions: pages of guests have forms as well, and load none of it. */

/** What a page leaves in the session's storage of its forms for the next one (use-typed.ts). */
export const TYPED_KEY = 'typed';

export const NOBODY = 0;
/** Who is there now, as far as this page knows. */
let present = NOBODY;

const told = new Set<() => void>();
const toldOfTrader = new Set<(userId: number) => void>();

/** Told when a trader's page becomes another's or nobody's; one who is a guest until he logs in stays the same. */
export function whenTraderLeaves(listener: () => void): void {
  told.add(listener);
}

export function tellTraderLeft(): void {
  for (const listener of told) listener();
}

export function presentTrader(): number {
  return present;
}

/** Told of who is there, now and whenever somebody is seen; 0: nobody. */
export function whenTraderSeen(listener: (userId: number) => void): void {
  toldOfTrader.add(listener);
  listener(present);
}

/** A trader is there, or nobody any more (0). */
export function tellTraderSeen(userId: number): void {
  present = userId;
  for (const listener of toldOfTrader) listener(userId);
}
