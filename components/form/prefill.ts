import { MODE_KEY } from '#components/addresses/panel-mode.ts';
import { readStored, writeStored } from '#lib/client/browser-storage.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';

/** A creation that another screen has put together: the kind and its payload, for the form of that kind to open with. */
export interface Prefill {
  readonly kind: string;
  readonly payload: unknown;
  /** The parameters are those of another trader's bot. */
  readonly isShared?: boolean;
}

/** Kept for the session, because the form may stand on another page. */
const PREFILL_KEY = 'create_prefill';

export function leavePrefill(prefill: Prefill): void {
  writeStored('session', PREFILL_KEY, JSON.stringify(prefill));
  // The form's tab, whatever was looked at last (C-175).
  writeStored('session', MODE_KEY, 'create');
}

/** What was left for this kind, once; null when there is nothing, or nothing readable. */
export function takePrefill(kind: string): Prefill | null {
  const text = readStored('session', PREFILL_KEY);
  if (text === null) return null;
  try {
    const found = JSON.parse(text) as Prefill;
    if (found.kind !== kind || !isCreatable(found.kind)) return null;
    writeStored('session', PREFILL_KEY, null);
    return found;
  } catch {
    writeStored('session', PREFILL_KEY, null);
    return null;
  }
}
