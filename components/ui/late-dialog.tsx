'use client';

import type { ComponentType } from 'react';
import { useAwaited } from '#lib/client/awaited.ts';
import { toldPart } from '#lib/client/told-part.ts';

interface Closing {
  readonly onClose: () => void;
}

/** In the place of a dialog that is still being loaded, or whose texts are: nothing is to be seen, and Escape and Back take the wish back. */
export function AwaitedDialog({ onClose }: Closing) {
  useAwaited(true, onClose);
  return null;
}

/** A dialog that is loaded when it is opened, and there in the moment in which it has come (told-part.ts). */
export function lateDialog<P extends Closing>(name: string, load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const part = toldPart(name, load);
  return function LateDialog(props: P) {
    const Part = part.usePart(true);
    return Part === undefined ? <AwaitedDialog onClose={props.onClose} /> : <Part {...props} />;
  };
}
