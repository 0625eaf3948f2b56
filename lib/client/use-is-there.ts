'use client';

import { useCallback, useEffect, useRef } from 'react';

/** Whether what asked is still on the page: an answer may come later. */
export function useIsThere(): () => boolean {
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return useCallback(() => isThere.current, []);
}

/** Closes what asked, and nothing that was opened since: who closed a dialog while its answer was on its way is somewhere else when that comes. */
export function useOwnClose(onClose: () => void): () => void {
  const isThere = useIsThere();
  return () => {
    if (isThere()) onClose();
  };
}
