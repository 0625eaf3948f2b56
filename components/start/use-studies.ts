'use client';

import { useEffect, useState } from 'react';
import type { StudyReply, StudyRequest } from '#lib/client/start-protocol.ts';
import type { Study } from '#lib/client/start-study.ts';
import type { Candidate } from './candidate.ts';
import type { Studied } from './choose-proposals.ts';

export interface Studies {
  /** 0…1 of the work. */
  readonly part: number;
  readonly isDone: boolean;
  readonly studied: readonly Studied[];
  /** Candidates that could not be replayed: no prices, or the engine would not run them. */
  readonly failed: number;
}

interface Answers {
  readonly of: readonly Candidate[] | null;
  readonly byId: ReadonlyMap<string, Study | null>;
  /** 0…1 of the reading for the one that is worked at. */
  readonly reading: number;
}

const NONE: Answers = { of: null, byId: new Map(), reading: 0 };

/** Studies all candidates in a worker of their own, which ends with the last of them or when others are asked for. */
export function useStudies(candidates: readonly Candidate[] | null): Studies {
  const [answers, setAnswers] = useState(NONE);
  useEffect(() => {
    if (candidates === null || candidates.length === 0) return;
    const worker = new Worker(new URL('../../lib/client/start-worker.ts', import.meta.url), { type: 'module' });
    const add = (next: (before: Answers) => Answers): void =>
      setAnswers((before) => next(before.of === candidates ? before : { ...NONE, of: candidates }));
    let left = candidates.length;
    worker.onmessage = ({ data }: MessageEvent<StudyReply>) => {
      if (data.type === 'reading') return add((before) => ({ ...before, reading: data.loadedDays / data.days }));
      left -= 1;
      if (left === 0) worker.terminate();
      const study = data.type === 'studied' ? data.study : null;
      add((before) => ({ ...before, byId: new Map(before.byId).set(data.id, study), reading: 0 }));
    };
    // The worker itself could not be loaded: nothing can be replayed here.
    worker.onerror = () =>
      add((before) => ({ ...before, byId: new Map(candidates.map(({ id }) => [id, before.byId.get(id) ?? null])) }));
    const nowMs = Date.now();
    for (const { id, kind, params } of candidates)
      worker.postMessage({ id, kind, params, nowMs } satisfies StudyRequest);
    return () => worker.terminate();
  }, [candidates]);
  const known = answers.of === candidates ? answers : NONE;
  const all = candidates ?? [];
  const studied = all.flatMap((one) => {
    const study = known.byId.get(one.id) ?? null;
    return study === null ? [] : [{ ...one, study }];
  });
  return {
    part: all.length === 0 ? 0 : Math.min(1, (known.byId.size + known.reading) / all.length),
    isDone: candidates !== null && known.byId.size === all.length,
    studied,
    failed: known.byId.size - studied.length,
  };
}
