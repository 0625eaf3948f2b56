'use client';

import { useEffect, useRef, useState } from 'react';
import type { WorkedExample } from '#lib/backtest/worked-example.ts';
import type { ExampleReply, ExampleRequest } from '#lib/client/help-protocol.ts';
import { useDebounced } from '#lib/client/use-debounced.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import type { FormValues } from '#lib/strategies/definition.ts';

const TYPING_MS = 300;

/** The example with the reader's values; undefined while nothing has been answered, null where it cannot be run here. */
export interface Answered {
  readonly example: WorkedExample | null | undefined;
  /** What stands there is of values before these. */
  readonly isBusy: boolean;
}

/** Asks the page's worker, once typing pauses. The last question alone counts. */
export function useExample(kind: RunnableKind, typed: FormValues): Answered {
  const worker = useRef<Worker | null>(null);
  const asked = useRef(0);
  const [got, setGot] = useState<{ readonly of: FormValues; readonly example: WorkedExample | null }>();
  const settled = useDebounced(typed, TYPING_MS);
  useEffect(() => {
    worker.current ??= new Worker(new URL('../../lib/client/help-worker.ts', import.meta.url), { type: 'module' });
    const { current } = worker;
    asked.current += 1;
    const id = asked.current;
    current.onmessage = ({ data }: MessageEvent<ExampleReply>) => {
      if (data.id === asked.current) setGot({ of: settled, example: data.example });
    };
    // The worker itself could not be loaded.
    current.onerror = () => setGot({ of: settled, example: null });
    current.postMessage({ id, kind, typed: settled } satisfies ExampleRequest);
  }, [kind, settled]);
  useEffect(
    () => () => {
      worker.current?.terminate();
      worker.current = null;
    },
    [],
  );
  return { example: got?.example, isBusy: got?.of !== typed };
}
