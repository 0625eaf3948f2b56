'use client';

import { createContext, useContext } from 'react';

/**
 * Whether what is below is looked at. A part that waits behind another – the view of a phone that is not chosen, a sheet
 * that was closed – keeps what it holds and asks nothing meanwhile (live-lines.ts).
 */
export const ShownContext = createContext(true);

export function useIsShown(): boolean {
  return useContext(ShownContext);
}
