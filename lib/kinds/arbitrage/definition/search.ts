import type { AiSearch } from '../../../strategies/ai/ai-search.ts';
import { axisValue } from '../../../strategies/ai/axis-value.ts';
import { percentText } from '../../../strategies/ai/percent-text.ts';
import { ARBITRAGE_LEVERAGES, arbitrageLeverage, contractLeg } from './values.ts';

/** What the coins may cost more than the contract brings, percent; the last stands for any spread. */
const SPREADS = [0, 0.02, 0.05, 0.1, 0.2, 100];
const ANY = 100;

/** Spot-futures arbitrages: leverage of the contract, and the spread that is waited for; 18 candidates. */
export const ARBITRAGE_SEARCH: AiSearch = {
  companions(spec, markets) {
    if (spec.contract !== undefined) return null;
    const contracts = markets.filter((one) => one.market === spec.market && one.contract?.settle === spec.quote);
    const leg = contractLeg({ ...spec, companions: Object.fromEntries(contracts.map((one) => [one.market, one])) });
    return leg === undefined ? null : [leg];
  },
  // Its legs cancel each other out: who does not start it keeps his money, not a coin.
  held: { word: 'money', shares: () => [] },
  axes: ({ spec }) => [
    {
      name: 'leverage',
      values: ARBITRAGE_LEVERAGES.map(Number).filter((times) => times <= arbitrageLeverage(spec).max),
      isOrdered: true,
    },
    { name: 'spread', values: SPREADS, isOrdered: true },
  ],
  values(shape) {
    const spread = axisValue(shape, 'spread');
    return {
      leverage: String(axisValue(shape, 'leverage')),
      spread_rate: spread === ANY ? '' : percentText(spread),
    };
  },
};
