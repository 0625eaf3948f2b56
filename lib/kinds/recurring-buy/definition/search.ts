import { SCHEDULES } from '../../../formulas/schedule.ts';
import type { AiSearch } from '../../../strategies/ai/ai-search.ts';
import { axisValue } from '../../../strategies/ai/axis-value.ts';
import { formatCoins, PORTFOLIO_QUOTE } from '../../../strategies/portfolio/coins.ts';

/** Schedules with several dates in a judged week. */
const DATES = SCHEDULES.filter((every) => every === '1h' || every === '4h' || every === '1d');
/** Profit on the average cost, percent; 0: none is taken. */
const TAKE_PROFITS = [0, 1, 2, 3, 5, 8];

/** Recurring buys of the market's own coin: how often, and the take profit; 18 candidates. Amounts stay the trader's. */
export const RECURRING_BUY_SEARCH: AiSearch = {
  companions: ({ contract, quote }) => (contract === undefined && quote === PORTFOLIO_QUOTE ? [] : null),
  axes: () => [
    { name: 'every', values: DATES.map((_, i) => i), isOrdered: true },
    { name: 'stop_profit', values: TAKE_PROFITS, isOrdered: false },
  ],
  values(shape, _startTicks, { spec }) {
    const percent = axisValue(shape, 'stop_profit');
    return {
      coins: formatCoins([{ asset: spec.base, rate: '100', amount: '' }]),
      every: DATES[axisValue(shape, 'every')] ?? '',
      stop_profit_on: percent === 0 ? '0' : '1',
      stop_profit: percent === 0 ? '' : `${percent}`,
    };
  },
};
