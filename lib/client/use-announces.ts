'use client';

import type { OwnWord } from '../contract/endpoints.ts';
import { useCall } from './use-call.ts';

/**
 * Whether the exchange behind this page takes a word of ours in a documented call, or has a call of ours (H61); false while it has not said. Null asks for
 * nothing.
 */
export function useAnnounces(word: OwnWord | 'notifications' | null): boolean {
  const { data } = useCall('capabilities', word === null ? null : {});
  return word !== null && (data?.data?.includes(word) ?? false);
}
