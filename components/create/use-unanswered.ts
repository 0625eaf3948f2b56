'use client';

import { useAtomValue, useStore } from 'jotai';
import {
  type SentCreations,
  type SentRecord,
  sentCreationsAtom,
  underWayAtom,
  withoutOld,
  withSent,
} from '#components/form/form-state.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import type { Creation } from './create-flow-runner.ts';

/** A creation without an answer, as a form says it. */
export interface Unanswered {
  readonly sentMs: number;
  /** Its answer is still waited for; else nobody knows. */
  readonly isUnderWay: boolean;
  /** It is young enough to be asked for again as it was reviewed. */
  readonly isAskable: boolean;
}

/** What was reviewed holds for so long; afterwards prices are others, and asking again could create what nobody would confirm any more. */
const ASKED_AGAIN_MS = 10 * MINUTE_MS;

/** A clock that was put back says nothing of an age. */
function isYoung({ sentMs }: SentRecord): boolean {
  const ageMs = Date.now() - sentMs;
  return ageMs >= 0 && ageMs < ASKED_AGAIN_MS;
}

/** What a form sent and nobody answered, kept beside the drafts (sentCreationsAtom). `userId`: who is logged in, 0 while that is not known. */
export function useUnanswered(place: string, userId: number) {
  const store = useStore();
  const all = useAtomValue(sentCreationsAtom);
  const underWay = useAtomValue(underWayAtom);
  const ownOf = (records: SentCreations): readonly (readonly [key: string, record: SentRecord])[] =>
    Object.entries(withoutOld(records, Date.now()))
      .filter((entry): entry is [string, SentRecord] => entry[1]?.place === place && entry[1].userId === userId)
      .sort((one, other) => one[1].sentMs - other[1].sentMs);
  const told = (now: readonly (readonly [string, SentRecord])[], waiting: ReadonlySet<string>): Unanswered | null => {
    const newest = now.at(-1);
    if (newest === undefined) return null;
    const isUnderWay = now.some(([key]) => waiting.has(key));
    return { sentMs: newest[1].sentMs, isUnderWay, isAskable: isYoung(newest[1]) };
  };
  const waits = (key: string, isWaiting: boolean): void =>
    store.set(underWayAtom, (before) => {
      const others = [...before].filter((one) => one !== key);
      return new Set(isWaiting ? [...others, key] : others);
    });
  return {
    /** As it is rendered. */
    shown: told(ownOf(all), underWay),
    /** As it is now. */
    now: (): Unanswered | null => told(ownOf(store.get(sentCreationsAtom)), store.get(underWayAtom)),
    newest: (): Creation | null => {
      const [key, record] = ownOf(store.get(sentCreationsAtom)).at(-1) ?? [];
      if (key === undefined || record === undefined) return null;
      const { call, payload, draft } = record;
      return { key, userId: record.userId, call, payload, draft };
    },
    keep: ({ key, ...sent }: Creation): void =>
      store.set(sentCreationsAtom, (before) => withSent(before, key, { place, ...sent, sentMs: Date.now() })),
    forget: (key: string): void => store.set(sentCreationsAtom, ({ [key]: _settled, ...others }) => others),
    /** The trader has looked: it is not said any more. Not of what is still on its way. */
    forgetOwn: (): void =>
      store.set(sentCreationsAtom, (sent) => {
        const looked = new Set(ownOf(sent).map(([key]) => key));
        for (const key of store.get(underWayAtom)) looked.delete(key);
        return Object.fromEntries(Object.entries(sent).filter(([key]) => !looked.has(key)));
      }),
    /** Says that its answer is waited for while `answer` is open, and tells that whether what was reviewed still holds. */
    whileUnderWay: async <T>(key: string, answer: (isInTime: () => boolean) => Promise<T>): Promise<T> => {
      waits(key, true);
      const isInTime = (): boolean => {
        const record = store.get(sentCreationsAtom)[key];
        // While a password is wanted in the sheet nothing has gone out: it is as old as the sheet, which is open.
        return record === undefined || isYoung(record);
      };
      try {
        return await answer(isInTime);
      } finally {
        waits(key, false);
      }
    },
  };
}
