'use client';

import { useMemo } from 'react';
import { OWN_KINDS, offeredKinds } from '../kinds/catalogue.ts';
import type { RunnableKind } from '../kinds/definitions.ts';
import { useCall } from './use-call.ts';

/** The kinds that the exchange behind this page runs (H61); all of them until it has said, and those of the documents where it is not asked. */
export function useOfferedKinds(isAsked = true): readonly RunnableKind[] {
  const { data } = useCall('capabilities', isAsked ? {} : null);
  return useMemo(() => offeredKinds(isAsked ? data?.data : []), [isAsked, data]);
}

/**
 * Whether the exchange behind this page runs a kind; undefined while it has not said. Documented kinds ask nothing,
 * and an exchange that cannot say what it runs is taken at the catalogue's word.
 */
export function useIsOffered(kind: RunnableKind | null): boolean | undefined {
  const isOurs = kind !== null && OWN_KINDS.includes(kind);
  const { data, error } = useCall('capabilities', isOurs ? {} : null);
  if (!isOurs) return true;
  if (data === undefined && error === undefined) return undefined;
  return offeredKinds(data?.data).includes(kind);
}
