import { PublicReadingFailed } from '#server/bff/read-public.ts';

/** Parts that a page can do without: no answer leaves them out instead of failing the page (C-397). */
export async function optional<T>(reading: Promise<{ readonly data?: T | undefined }>): Promise<T | null> {
  try {
    return (await reading).data ?? null;
  } catch (error) {
    if (error instanceof PublicReadingFailed) return null;
    throw error;
  }
}
