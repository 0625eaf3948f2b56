import type { GuidedKind } from '#lib/kinds/guides.ts';

/** What is typed into the form of a kind, and what its guide's last page is about. */
export interface GuidedForm {
  readonly path: string;
  /** The coins of a portfolio, which are chosen before anything is typed. */
  readonly coins?: readonly string[];
  /** Of an arbitrage, chosen in its list by its funding. */
  readonly market?: RegExp;
  /** By the last price. */
  readonly values: (last: number) => readonly (readonly [field: string, text: string])[];
  /** The one field that limits what can be lost, and the switch before it. */
  readonly limit: (last: number) => { readonly switch?: string; readonly field: string; readonly text: string };
}

const SPOT = 'trade/BTC_USDT';
const FUTURES = 'futures/USDT/BTC_USDT';
const AROUND = (last: number) =>
  [
    ['low_price', (last * 0.9).toFixed(0)],
    ['high_price', (last * 1.1).toFixed(0)],
    ['grid_num', '20'],
    ['money', '2000'],
  ] as const;
const LADDER = () =>
  [
    ['price_steps', '1.5'],
    ['max_order_amount', '5'],
    ['take_profit_per_cycle', '1'],
    ['money', '2000'],
  ] as const;
const stopAt = (part: number) => (last: number) =>
  ({ switch: 'stop_loss_on', field: 'stop_loss', text: (last * part).toFixed(0) }) as const;
const stopRatio = () => ({ switch: 'stop_loss_on', field: 'stop_loss', text: '15' }) as const;
const stopRound = () => ({ field: 'stop_loss_per_cycle', text: '10' }) as const;

export const GUIDED_FORMS: Readonly<Record<GuidedKind, GuidedForm>> = {
  spot_grid: { path: SPOT, values: AROUND, limit: stopAt(0.85) },
  futures_grid: { path: FUTURES, values: AROUND, limit: stopRatio },
  margin_grid: { path: SPOT, values: AROUND, limit: stopAt(0.85) },
  infinite_grid: {
    path: SPOT,
    values: () => [
      ['low_price', '1'],
      ['high_price', '1'],
      ['money', '2000'],
    ],
    limit: stopAt(0.8),
  },
  martingale: { path: SPOT, values: LADDER, limit: stopRound },
  'contract-martingale': { path: FUTURES, values: LADDER, limit: stopRound },
  'smart-position': {
    path: SPOT,
    coins: ['BTC', 'ETH', 'SOL'],
    values: () => [['money', '2000']],
    limit: stopRatio,
  },
  'spot-future-arbitrage': {
    path: SPOT,
    market: /^SOL/,
    values: () => [['money', '2000']],
    limit: () => ({ field: 'spread_rate', text: '0.1' }),
  },
};

/** Where a bot of a kind shows what it has done, by words of its page: tabs, and parts of the overview. */
export const DEEDS: Readonly<Record<GuidedKind, readonly (readonly ['tab' | 'block', string])[]>> = {
  spot_grid: [
    ['tab', 'trade-history'],
    ['tab', 'open-orders'],
  ],
  futures_grid: [
    ['tab', 'trade-history'],
    ['tab', 'open-orders'],
  ],
  martingale: [
    ['tab', 'completed-rounds'],
    ['tab', 'current-round'],
  ],
  'contract-martingale': [
    ['tab', 'completed-rounds'],
    ['tab', 'current-round'],
  ],
  'smart-position': [
    ['block', 'holdings'],
    ['block', 'trade-history'],
    ['tab', 'why'],
  ],
  'spot-future-arbitrage': [
    ['block', 'holdings'],
    ['block', 'arbitrage-records'],
    ['tab', 'why'],
  ],
  infinite_grid: [
    ['block', 'open-orders'],
    ['block', 'trade-history'],
    ['tab', 'why'],
  ],
  margin_grid: [
    ['block', 'parameters'],
    ['block', 'trade-history'],
  ],
};
