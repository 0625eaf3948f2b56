'use client';

import type { OwnPart, OwnWord } from '../contract/endpoints.ts';
import { useCall } from './use-call.ts';

/**
 * Whether the exchange behind this page takes a word of ours in a documented call, or has the calls of a part (H61); false while it has not said. Null asks for
 * nothing.
 */
export function useAnnounces(word: OwnWord | OwnPart | null): boolean {
  const { data } = useCall('capabilities', word === null ? null : {});
  return word !== null && (data?.data?.includes(word) ?? false);
}
