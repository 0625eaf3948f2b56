/** Apart from what knows of sessions: pages of guests have forms as well, and load none of it. */

/** What a page leaves in the session's storage of its forms for the next one (use-typed.ts). */
export const TYPED_KEY = 'typed';

const told = new Set<() => void>();

/** Told when a trader's page becomes another's or nobody's; one who is a guest until he logs in stays the same. */
export function whenTraderLeaves(listener: () => void): void {
  told.add(listener);
}

export function tellTraderLeft(): void {
  for (const listener of told) listener();
}
