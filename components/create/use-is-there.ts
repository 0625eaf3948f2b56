import { useCallback, useEffect, useRef } from 'react';

/** Whether the form is still on the page: an answer may come later. */
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
