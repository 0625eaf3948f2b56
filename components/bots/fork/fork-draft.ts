'use client';

import { atom, useAtom } from 'jotai';
import { useCallback } from 'react';
import type { FormValues } from '#lib/strategies/definition.ts';
import type { ForkMode, MoneyMode } from './fork-modes.ts';

/** What somebody has typed for a fork of one bot. */
export interface ForkDraft {
  /** Null: none was chosen. */
  readonly mode: ForkMode | null;
  /** Seconds; null: none was chosen. */
  readonly moment: number | null;
  /** By form field, of fields that were typed in. */
  readonly fields: FormValues;
  /** By how money is put in: how much. */
  readonly amounts: Partial<Readonly<Record<MoneyMode, string>>>;
  /** Null: as the bot has it. */
  readonly leverage: string | null;
}

const NOTHING: ForkDraft = { mode: null, moment: null, fields: {}, amounts: {}, leverage: null };

/** Of the bot that was looked at last: a tab that is left takes nothing of it along, another bot begins with nothing. */
export const forkDraftAtom = atom<{ readonly botId: number; readonly draft: ForkDraft }>({ botId: 0, draft: NOTHING });

/** The draft of a bot's fork, over its tab's going and coming. */
export function useForkDraft(botId: number) {
  const [kept, setKept] = useAtom(forkDraftAtom);
  const change = useCallback(
    (next: (before: ForkDraft) => Partial<ForkDraft>): void =>
      setKept((before) => {
        const draft = before.botId === botId ? before.draft : NOTHING;
        return { botId, draft: { ...draft, ...next(draft) } };
      }),
    [setKept, botId],
  );
  return { draft: kept.botId === botId ? kept.draft : NOTHING, change };
}

export type KeptDraft = ReturnType<typeof useForkDraft>;
