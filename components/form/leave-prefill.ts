import { MODE_KEY } from '#components/addresses/panel-mode.ts';
import { writeStored } from '#lib/client/browser-storage.ts';

/** A creation that another screen has put together: the kind and its payload, for the form of that kind to open with. */
export interface Prefill {
  readonly kind: string;
  readonly payload: unknown;
  /** The parameters are those of another trader's bot. */
  readonly isShared?: boolean;
  /** The payload is not whole: what it does not say is as the form begins. */
  readonly isPartial?: boolean;
}

/** Kept for the session, because the form may stand on another page. */
export const PREFILL_KEY = 'create_prefill';

/** Apart from who takes it (prefill.ts), so that public pages, which only leave one, carry no kinds. */
export function leavePrefill(prefill: Prefill): void {
  writeStored('session', PREFILL_KEY, JSON.stringify(prefill));
  // The form's tab, whatever was looked at last (C-175).
  writeStored('session', MODE_KEY, 'create');
}
