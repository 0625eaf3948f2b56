'use client';

import { useAtomValue } from 'jotai';
import { chosenMode, type DraftEntry, paramModesAtom, takenAtom } from '#components/form/form-state.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';

/** The draft that a kind's form works on: the AI's until it is known that there is none, or somebody chose by hand. */
export function useEntry(kind: RunnableKind, page: MarketSpec): DraftEntry {
  const mode = chosenMode(useAtomValue(paramModesAtom), kind, page);
  const isTaken = useAtomValue(takenAtom)[kind] === true;
  if (mode !== 'manual') return 'ai';
  return isTaken ? 'taken' : 'manual';
}
