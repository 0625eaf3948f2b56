import { PublicReadingFailed } from '#server/bff/read-public.ts';

/** Parts that a page can do without: no answer leaves them out instead of failing the page (C-397). */
export async function optional<T>(reading: Promise<{ readonly data?: T | undefined }>): Promise<T | null> {
  return (await reading.catch(notKnown))?.data ?? null;
}

/** For a reading's `catch`: null when the exchange did not give it and nothing older is known. */
export function notKnown(error: unknown): null {
  if (error instanceof PublicReadingFailed) return null;
  throw error;
}
