'use client';

import { useMemo } from 'react';
import type { RunnableKind } from '../engine/registry.ts';
import { offeredKinds } from '../strategies/catalogue.ts';
import { useCall } from './use-call.ts';

/** The kinds that the exchange behind this page runs (H61); all of them until it has said. */
export function useOfferedKinds(): readonly RunnableKind[] {
  const { data } = useCall('capabilities', {});
  return useMemo(() => offeredKinds(data?.data), [data]);
}
