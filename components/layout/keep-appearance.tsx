'use client';

import { useLayoutEffect } from 'react';
import { applyAppearance } from '#lib/client/appearance.ts';

/** Error pages are rendered anew in the browser, whole: the look that was set before the first paint is set again. */
export function KeepAppearance() {
  useLayoutEffect(applyAppearance, []);
  return null;
}
