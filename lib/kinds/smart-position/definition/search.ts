import { equalShares } from '../../../formulas/portfolio-shares.ts';
import { instrumentOf } from '../../../money/market-spec.ts';
import type { AiFacts, AiSearch } from '../../../strategies/ai/ai-search.ts';
import { axisValue } from '../../../strategies/ai/axis-value.ts';
import { formatCoins, PORTFOLIO_QUOTE } from '../../../strategies/portfolio/coins.ts';

/** Coins of the portfolio that is searched: the market's own and the first others of the exchange, in equal shares. */
const COINS = 3;
/** Drift from a target, percent of the whole. */
const THRESHOLDS = ['0.5', '1', '1.5', '2', '3', '4', '5', '7', '10', '15'];
/** As many intervals, of which the longest still acts within a judged week. */
const INTERVALS = [
  ['30', 'm'],
  ['1', 'h'],
  ['2', 'h'],
  ['4', 'h'],
  ['8', 'h'],
  ['12', 'h'],
  ['1', 'd'],
  ['2', 'd'],
  ['3', 'd'],
  ['4', 'd'],
] as const;
const BY_RATIO = 1;

function coinsOf({ spec }: AiFacts): readonly (readonly [instrument: string | null, asset: string, percent: number])[] {
  const others = Object.values(spec.companions ?? {});
  const shares = equalShares(1 + others.length);
  return [spec, ...others].map((one, i) => [i === 0 ? null : instrumentOf(one), one.base, shares[i] as number]);
}

/** Smart positions: when shares are brought back, by time or by drift; 20 candidates. */
export const SMART_POSITION_SEARCH: AiSearch = {
  companions(spec, markets) {
    const isCoin = (one: typeof spec): boolean => one.contract === undefined && one.quote === PORTFOLIO_QUOTE;
    const others = markets.filter((one) => isCoin(one) && one.market !== spec.market).slice(0, COINS - 1);
    return isCoin(spec) && others.length > 0 ? others : null;
  },
  held: {
    word: 'coins',
    shares: (facts) => coinsOf(facts).map(([instrument, , percent]) => ({ instrument, share: percent / 100 })),
  },
  axes: () => [
    { name: 'by', values: [0, BY_RATIO], isOrdered: false },
    { name: 'step', values: THRESHOLDS.map((_, i) => i), isOrdered: true },
  ],
  values(shape, _startTicks, facts) {
    const step = axisValue(shape, 'step');
    const coins = formatCoins(coinsOf(facts).map(([, asset, percent]) => ({ asset, rate: `${percent}`, amount: '' })));
    const bought = { coin_type: 'all', coins };
    if (axisValue(shape, 'by') === BY_RATIO) return { ...bought, balance_type: '1', threshold: THRESHOLDS[step] ?? '' };
    const [period, period_unit] = INTERVALS[step] ?? ['', ''];
    return { ...bought, balance_type: '0', period, period_unit };
  },
};
