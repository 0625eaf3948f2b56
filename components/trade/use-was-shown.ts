'use client';

import { useState } from 'react';

/** Whether a part is shown or was: once there it stays, so that hiding it – turning a phone, say – takes nothing away that is open in it. */
export function useWasShown(isShown: boolean): boolean {
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return wasShown;
}
