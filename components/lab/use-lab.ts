'use client';

import { useEffect, useState } from 'react';
import type { ScenarioResult } from '#lib/backtest/lab/run-scenario.ts';
import type { ScenarioId } from '#lib/backtest/lab/scenarios.ts';
import type { ScenarioBot } from '#lib/backtest/price-scenario.ts';
import type { LabReply, LabRequest } from '#lib/client/lab-protocol.ts';
import { useSaysWhether } from '#lib/client/use-announces.ts';
import { RECORDED_DAYS } from '#lib/contract/endpoints.ts';

export interface Lab {
  readonly state: 'reading' | 'failed' | 'running';
  /** 0…1 of the reading. */
  readonly part: number;
  /** What there is for these bots, in order; empty while it is not known. */
  readonly scenarios: readonly ScenarioId[];
  /** Null: the engine would not run it. Not there: not yet. */
  readonly results: ReadonlyMap<ScenarioId, ScenarioResult | null>;
}

const BEGUN: Lab = { state: 'reading', part: 0, scenarios: [], results: new Map() };

function after(lab: Lab, reply: LabReply): Lab {
  if (reply.type === 'reading') return { ...lab, part: reply.loadedDays / reply.days };
  if (reply.type === 'failed') return { ...lab, state: 'failed' };
  if (reply.type === 'begun') return { ...lab, state: 'running', scenarios: reply.scenarios };
  const [id, result] = reply.type === 'ran' ? [reply.result.id, reply.result] : [reply.scenario, null];
  return { ...lab, results: new Map(lab.results).set(id, result) };
}

/** Takes bots through the lab, in a thread of their own; `again` does it once more, from the minute that it is then. */
export function useLab(bots: readonly ScenarioBot[]): Lab & { readonly again: () => void } {
  const hasRecordedDays = useSaysWhether(RECORDED_DAYS);
  const [tries, setTries] = useState(0);
  const [answered, setAnswered] = useState<{ readonly tries: number; readonly lab: Lab }>({ tries, lab: BEGUN });
  useEffect(() => {
    // What is offered hangs on it.
    if (hasRecordedDays === undefined) return;
    const worker = new Worker(new URL('../../lib/client/lab-worker.ts', import.meta.url), { type: 'module' });
    const note = (reply: LabReply): void =>
      setAnswered((before) => ({ tries, lab: after(before.tries === tries ? before.lab : BEGUN, reply) }));
    worker.onmessage = ({ data }: MessageEvent<LabReply>) => note(data);
    // The worker itself could not be loaded.
    worker.onerror = () => note({ type: 'failed' });
    worker.postMessage({ bots, nowMs: Date.now(), hasRecordedDays } satisfies LabRequest);
    return () => worker.terminate();
  }, [bots, hasRecordedDays, tries]);
  const lab = answered.tries === tries ? answered.lab : BEGUN;
  return { ...lab, again: () => setTries((before) => before + 1) };
}
