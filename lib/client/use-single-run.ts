'use client';

import { useRef, useState } from 'react';

/** What is done by a press, one at a time: two presses within one frame are one, before anything of the first is shown. */
export interface SingleRun {
  readonly isBusy: boolean;
  /** Undefined, and nothing done, while another runs. */
  readonly run: <T>(act: () => Promise<T>) => Promise<T | undefined>;
}

export function useSingleRun(): SingleRun {
  const [isBusy, setIsBusy] = useState(false);
  const isRunning = useRef(false);
  const run: SingleRun['run'] = async (act) => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setIsBusy(true);
    try {
      return await act();
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  };
  return { isBusy, run };
}
