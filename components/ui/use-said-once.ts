'use client';

import { useEffect } from 'react';
import { type Toast, toast } from '#lib/client/toasts.ts';

/** Says in a toast why something cannot be had: once, however often it is asked for meanwhile; null: there is nothing to say. */
export function useSaidOnce(tone: Toast['tone'], text: string | null): void {
  useEffect(() => {
    if (text !== null) toast(tone, text);
  }, [tone, text]);
}
