'use client';

import { type ReactNode, useCallback, useState } from 'react';

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
  const [isMadeShown, setMadeShown] = useState(true);
  const onShown = useCallback(() => setMadeShown(false), []);
  return (
    <>
      {isMadeShown && made}
      {draw(onShown)}
    </>
  );
}
