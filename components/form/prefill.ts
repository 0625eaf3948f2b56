import { readStored, writeStored } from '#lib/client/browser-storage.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import { PREFILL_KEY, type Prefill } from './leave-prefill.ts';

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
