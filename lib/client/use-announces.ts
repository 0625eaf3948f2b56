'use client';

import type { OwnPart, OwnWord } from '../contract/endpoints.ts';
import { isOutage } from '../contract/vocabulary.ts';
import type { PauseWord } from '../kinds/pausing.ts';
import { Refused } from './failures.ts';
import { useCall } from './use-call.ts';

type Announced = OwnWord | OwnPart | PauseWord;

/**
 * Whether the exchange behind this page takes a word of ours in a documented call, or has the calls of a part (H61); false while it has not said. Null asks for
 * nothing.
 */
export function useAnnounces(word: Announced | null): boolean {
  return useSaysWhether(word) ?? false;
}

/** The same where a place is kept until it is known: undefined while the exchange has not said. */
export function useSaysWhether(word: Announced | null): boolean | undefined {
  const { data, error } = useCall('capabilities', word === null ? null : {});
  // What it refuses it does not have; what did not come is asked for again.
  if (data === undefined) return error instanceof Refused && !isOutage(error.code) ? false : undefined;
  return word !== null && (data.data?.includes(word) ?? false);
}
