import { isFramed } from '#lib/client/page-around.ts';
import { isRecord } from '#lib/contract/is-record.ts';

/** What the redeem page in its frame tells the page around it (E-056 … E-060): messages of one kind, of one of these actions. */
const KIND = 'auto_investment_redeem';
const ACTIONS = ['close_modal', 'close_loading', 'redeem_success', 'view_detail'] as const;
export type RedeemAction = (typeof ACTIONS)[number];

interface Heard {
  readonly origin: string;
  readonly source: unknown;
  readonly data: unknown;
}

/** The action of a message that this frame of this origin has sent; null of every other: another origin's, another window's, another kind's, or malformed. */
export function redeemActionOf({ origin, source, data }: Heard, frame: unknown, own: string): RedeemAction | null {
  if (origin !== own || source === null || source !== frame) return null;
  if (!isRecord(data) || data.kind !== KIND) return null;
  return ACTIONS.find((action) => action === data.action) ?? null;
}

/** Tells the page around, of the same origin alone. Nobody is told where the page stands by itself. */
export function tellAround(action: RedeemAction): void {
  if (isFramed()) window.parent.postMessage({ kind: KIND, action }, window.location.origin);
}
