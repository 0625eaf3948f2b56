'use client';

import { useEffect, useRef, useState } from 'react';
import type { ExampleReply, ExampleRequest, HelpSubject } from '#lib/client/help-protocol.ts';
import { useDebounced } from '#lib/client/use-debounced.ts';
import { useOwnWorker } from '#lib/client/use-own-worker.ts';
import type { FormValues } from '#lib/strategies/definition.ts';

const TYPING_MS = 300;

/** The example with the reader's values; undefined while nothing has been answered, null where it cannot be run here. */
export interface Answered {
  readonly example: ExampleReply['example'] | undefined;
  /** What stands there is of values before these. */
  readonly isBusy: boolean;
}

/** Asks the page's worker, once typing pauses. The last question alone counts. */
export function useExample(subject: HelpSubject, typed: FormValues): Answered {
  const asked = useRef<{ readonly id: number; readonly of: FormValues }>({ id: 0, of: typed });
  const [got, setGot] = useState<{ readonly of: FormValues; readonly example: ExampleReply['example'] }>();
  const settled = useDebounced(typed, TYPING_MS);
  const post = useOwnWorker<ExampleRequest, ExampleReply>(
    () => new Worker(new URL('../../lib/client/help-worker.ts', import.meta.url), { type: 'module' }),
    {
      onReply: ({ id, example }) => {
        if (id === asked.current.id) setGot({ of: asked.current.of, example });
      },
      onFailed: () => setGot({ of: asked.current.of, example: null }),
    },
  );
  useEffect(() => {
    asked.current = { id: asked.current.id + 1, of: settled };
    post({ id: asked.current.id, subject, typed: settled });
  }, [subject, settled, post]);
  return { example: got?.example, isBusy: got?.of !== typed };
}
