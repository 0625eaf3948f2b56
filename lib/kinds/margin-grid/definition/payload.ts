import type { z } from 'zod';
import type { MARGIN_GRID_WIRE } from '../../../contract/kinds/margin-grid.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { plain } from '../../../strategies/rules/wire.ts';
import { decode, encode } from '../../spot-grid/definition/payload.ts';

/** What the create call takes (C-154), without the fund password. */
export type MarginGridPayload = Omit<z.infer<typeof MARGIN_GRID_WIRE.create>, 'fundpass'>;

export function encodeMargin(values: FormValues, spec: MarketSpec): MarginGridPayload {
  return {
    ...encode({ ...values, trail_up: '0', trail_down: '0' }, spec),
    strategy_type: 'margin_grid',
    instrument_type: 'margin_grid',
    leverage: plain(values.leverage),
    side: values.side === 'sell' || values.side === 'neutral' ? values.side : 'buy',
    stop_upward_price: '',
    stop_downward_price: '',
    moving_average_momentum: '',
  };
}

export function decodeMargin(payload: MarginGridPayload): FormValues {
  return {
    ...decode({ ...payload, strategy_type: 'spot_grid' }),
    // C-222: an exchange that tells no side means the one that its asset pays for.
    side: payload.side || (payload.is_use_base === '1' ? 'sell' : 'buy'),
    leverage: payload.leverage,
  };
}
