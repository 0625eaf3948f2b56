'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { showConditionMarks } from '#components/form/chart-marks.ts';
import type { ConditionMark, WatchedSides } from '#lib/client/condition-marks.ts';
import type { PreviewReply, PreviewRequest } from '#lib/client/preview-protocol.ts';
import { useOwnWorker } from '#lib/client/use-own-worker.ts';
import { CONDITION_SIDES, type ConditionSideName } from '#lib/indicators/condition.ts';
import { type MarketSpec, marketKindOf } from '#lib/money/market-spec.ts';
import { type ConditionDraft, issuesOfSide } from './condition-draft.ts';

export type MarkState = 'loading' | 'ready' | 'failed';

export interface ConditionMarks {
  readonly state: MarkState;
  /** K-line closes at which the side held; null for a side that is absent or has a mistake in it. */
  readonly countOf: (side: ConditionSideName) => number | null;
}

/** The sides that can be looked at: those without a mistake. */
export function watchedSides(draft: ConditionDraft): WatchedSides {
  return Object.fromEntries(
    CONDITION_SIDES.flatMap((name) => {
      const side = draft[name];
      return side === undefined || issuesOfSide(draft, name).length > 0 ? [] : [[name, side]];
    }),
  );
}

interface Answer {
  readonly id: number;
  readonly marks: readonly ConditionMark[] | null;
}

/** Asks a worker of its own for the marks of the draft, hands them to the chart, and takes them back at the end. */
export function useConditionMarks(draft: ConditionDraft, spec: MarketSpec): ConditionMarks {
  const lastId = useRef(0);
  const [answer, setAnswer] = useState<Answer>({ id: 0, marks: [] });
  const [asked, setAsked] = useState(0);
  const sides = useMemo(() => watchedSides(draft), [draft]);
  const post = useOwnWorker<PreviewRequest, PreviewReply>(
    () => new Worker(new URL('../../lib/client/preview-worker.ts', import.meta.url), { type: 'module' }),
    {
      onReply: (reply) => {
        if (reply.type === 'marks') setAnswer({ id: reply.id, marks: reply.marks });
        else if (reply.type === 'marks-failed') setAnswer({ id: reply.id, marks: null });
      },
      onFailed: () => setAnswer({ id: lastId.current, marks: null }),
    },
  );
  useEffect(() => {
    lastId.current += 1;
    setAsked(lastId.current);
    post({
      type: 'marks',
      id: lastId.current,
      market: spec.market,
      instrument: marketKindOf(spec),
      nowMs: Date.now(),
      sides,
    });
  }, [sides, spec, post]);
  useEffect(() => showConditionMarks(answer.marks ?? []), [answer]);
  useEffect(() => () => showConditionMarks([]), []);
  const counts = useMemo(() => {
    const found = new Map<ConditionSideName, number>();
    for (const { side } of answer.marks ?? []) found.set(side, (found.get(side) ?? 0) + 1);
    return found;
  }, [answer]);
  return {
    state: answer.id !== asked ? 'loading' : answer.marks === null ? 'failed' : 'ready',
    countOf: (side) => (sides[side] === undefined ? null : (counts.get(side) ?? 0)),
  };
}
