'use client';

import { type ReactNode, startTransition, useCallback, useRef, useState } from 'react';

/**
 * `made` is what the page came with; it stands until what `draw` draws says that it shows the same by itself (use-tell-shown.ts). It has one place of the
 * tree for as long: handed on from part to part it would be made anew by each.
 */
export function MadeUntilShown({
  made,
  draw,
}: {
  readonly made: ReactNode;
  readonly draw: (onShown: () => void) => ReactNode;
}) {
  const [isMadeThere, setMadeThere] = useState(true);
  const place = useRef<HTMLDivElement>(null);
  const onShown = useCallback(() => {
    // Out of sight by itself: drawn anew at once, what has just been drawn would have its effects in the same piece of work.
    if (place.current !== null) place.current.hidden = true;
    startTransition(() => setMadeThere(false));
  }, []);
  return (
    <>
      {isMadeThere && <div ref={place}>{made}</div>}
      {draw(onShown)}
    </>
  );
}
