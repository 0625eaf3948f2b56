'use client';

import { useAtomValue } from 'jotai';
import type { RunnableKind } from '#lib/engine/registry.ts';
import { type DraftEntry, paramModesAtom, takenAtom } from './form-state.ts';

/** The draft that a kind's form works on: the AI's until it is known that there is none, or somebody chose by hand. */
export function useEntry(kind: RunnableKind): DraftEntry {
  const mode = useAtomValue(paramModesAtom)[kind];
  const isTaken = useAtomValue(takenAtom)[kind] === true;
  if (mode !== 'manual') return 'ai';
  return isTaken ? 'taken' : 'manual';
}
