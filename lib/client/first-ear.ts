/**
 * Hears of the history's steps before the router does: Chromium tells a window's listeners in the order in which they came, whatever they capture. So this comes
 * with what every page begins with (late-frame.tsx), and what is done with it (dialog-steps.ts) with the first dialog.
 */
type Ear = (event: PopStateEvent) => void;

let ear: Ear | null = null;

export function hearFirst(listener: Ear): void {
  ear = listener;
}

if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => ear?.(event), true);
