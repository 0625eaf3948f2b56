import type { FinishReason } from '#lib/contract/vocabulary.ts';
import type { CloseInstruction } from '#lib/engine/machine.ts';
import { type ClosingRules, closeCoins, sellAllNeed } from './coin-closing.ts';
import { cancelAllOrders } from './spot-grid-orders.ts';
import type { SpotGridState } from './spot-grid-state.ts';

/** A spot grid sells its coins at the end, or keeps them. It owes nobody. */
export const SPOT_CLOSING: ClosingRules<SpotGridState> = {
  cancelOrders: cancelAllOrders,
  need: (state, close, ticks) =>
    close.type === 'no_close'
      ? { side: 'sell', quantity: 0n, tooSmall: 0n }
      : sellAllNeed(state.params.spec, state.base, ticks),
  settle: () => {},
};

export function closeBy(
  state: SpotGridState,
  reason: FinishReason,
  close: CloseInstruction,
  ticks: number,
  timeMs: number,
): void {
  closeCoins(state, SPOT_CLOSING, reason, close, ticks, timeMs);
}
