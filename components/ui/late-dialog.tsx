'use client';

import { type ComponentType, Suspense } from 'react';
import { useAwaited } from '#lib/client/awaited.ts';
import { lazyPart } from '#lib/client/late-part.ts';

interface Closing {
  readonly onClose: () => void;
}

/** In the place of a dialog that is still being loaded, or whose texts are: nothing is to be seen, and Escape and Back take the wish back. */
export function AwaitedDialog({ onClose }: Closing) {
  useAwaited(true, onClose);
  return null;
}

/** A dialog that is loaded when it is opened (late-part.ts). */
export function lateDialog<P extends Closing>(name: string, load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part: ComponentType<P> = lazyPart(name, load);
  return function LateDialog(props: P) {
    return (
      <Suspense fallback={<AwaitedDialog onClose={props.onClose} />}>
        <Part {...props} />
      </Suspense>
    );
  };
}
