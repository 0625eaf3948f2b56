'use client';

import { useState } from 'react';
import type { Held } from './held.ts';
import { KeptOperation } from './kept-operation.ts';

/** A kept operation (kept-operation.ts) of a screen. */
export function useKeptOperation<T>(): Held & Pick<KeptOperation<T>, 'send'> {
  const [operation] = useState(() => new KeptOperation<T>());
  const [isBusy, setIsBusy] = useState(false);
  const [isUnanswered, setIsUnanswered] = useState(false);
  const shown = async <O>(sending: Promise<O>): Promise<O> => {
    setIsBusy(true);
    try {
      return await sending;
    } finally {
      setIsBusy(false);
      setIsUnanswered(operation.unanswered !== null);
    }
  };
  const send: KeptOperation<T>['send'] = (wanted, out) => {
    const sending = operation.send(wanted, out);
    return sending === null ? null : shown(sending);
  };
  const giveUp = (): void => {
    operation.giveUp();
    setIsUnanswered(false);
  };
  return { isBusy, isUnanswered, giveUp, send };
}
