'use client';

import { atom, useAtom } from 'jotai';
import { useCallback } from 'react';
import { keepTyped, typedBefore } from '#lib/client/use-typed.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { FORK_MODES, type ForkMode, type MoneyMode } from './fork-modes.ts';

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

const place = (botId: number): string => `fork ${botId}`;

/** Of the bot that is looked at: a tab that is left takes nothing of it along, and a page in another language begins with it. */
export const forkDraftAtom = atom<{ readonly botId: number; readonly draft: ForkDraft }>({ botId: 0, draft: NOTHING });

/** A draft as a text that {@link draftIn} reads. */
export function draftText({ mode, moment, fields, amounts, leverage }: ForkDraft): string {
  const said = { mode, moment: moment === null ? null : `${moment}`, leverage };
  return new URLSearchParams([
    ...Object.entries(said).flatMap(([name, text]) => (text === null ? [] : [[name, text]])),
    ...Object.entries(fields).map(([field, text]) => [`field ${field}`, text]),
    ...Object.entries(amounts).map(([way, text]) => [`amount ${way}`, text]),
  ]).toString();
}

export function draftIn(text: string): ForkDraft {
  const said = new URLSearchParams(text);
  const under = (part: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [...said].flatMap(([name, value]) => (name.startsWith(part) ? [[name.slice(part.length), value]] : [])),
    );
  const moment = said.get('moment');
  return {
    mode: FORK_MODES.find((one) => one === said.get('mode')) ?? null,
    moment: moment === null ? null : Number(moment),
    fields: under('field '),
    amounts: under('amount '),
    leverage: said.get('leverage'),
  };
}

function draftOf(kept: { readonly botId: number; readonly draft: ForkDraft }, botId: number): ForkDraft {
  return kept.botId === botId ? kept.draft : draftIn(typedBefore(place(botId)));
}

/** The draft of a bot's fork, over its tab's going and coming. */
export function useForkDraft(botId: number) {
  const [kept, setKept] = useAtom(forkDraftAtom);
  const change = useCallback(
    (next: (before: ForkDraft) => Partial<ForkDraft>): void =>
      setKept((before) => {
        const draft = draftOf(before, botId);
        const after = { ...draft, ...next(draft) };
        keepTyped(place(botId), draftText(after));
        return { botId, draft: after };
      }),
    [setKept, botId],
  );
  return { draft: draftOf(kept, botId), change };
}

export type KeptDraft = ReturnType<typeof useForkDraft>;
