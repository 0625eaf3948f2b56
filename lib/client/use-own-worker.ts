'use client';

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type HeardOfWorker, type OwnWorker, ownWorker } from './own-worker.ts';

/** An `ownWorker` that lives and ends with its component; returns what asks it, always the same. What it says goes to the handlers of the last drawing. */
export function useOwnWorker<Question, Reply>(
  make: () => Worker,
  heard: HeardOfWorker<Reply>,
): (question: Question) => void {
  const worker = useRef<OwnWorker<Question> | null>(null);
  const first = useRef(make);
  const last = useRef(heard);
  useLayoutEffect(() => {
    last.current = heard;
  });
  useEffect(() => {
    const own = ownWorker<Question, Reply>(first.current, {
      onReply: (reply) => last.current.onReply(reply),
      onFailed: () => last.current.onFailed(),
    });
    worker.current = own;
    return () => {
      own.end();
      worker.current = null;
    };
  }, []);
  const [post] = useState(() => (question: Question) => worker.current?.post(question));
  return post;
}
