import { INDICATOR_KINDS, type IndicatorKind } from '../contract/vocabulary.ts';
import type { EngineKind } from '../engine/engine-kind.ts';
import type { ExchangeKind } from '../strategies/exchange-kind.ts';
import type { KindHelp } from '../strategies/kind-help.ts';
import { ARBITRAGE_ENGINE } from './arbitrage/engine.ts';
import { ARBITRAGE_HELP } from './arbitrage/help.ts';
import type { EngineParamsByKind, PayloadByKind, RunnableKind } from './definitions.ts';
import { FUTURES_GRID_ENGINE } from './futures-grid/engine.ts';
import { FUTURES_GRID_HELP } from './futures-grid/help.ts';
import { INDICATOR_ENGINE } from './indicator/engine.ts';
import { INDICATOR_HELP } from './indicator/help.ts';
import { INFINITE_GRID_ENGINE } from './infinite-grid/engine.ts';
import { INFINITE_GRID_HELP } from './infinite-grid/help.ts';
import { MARGIN_GRID_ENGINE } from './margin-grid/engine.ts';
import { MARGIN_GRID_HELP } from './margin-grid/help.ts';
import { CONTRACT_MARTINGALE_ENGINE, MARTINGALE_ENGINE } from './martingale/engine.ts';
import { CONTRACT_MARTINGALE_HELP, MARTINGALE_HELP } from './martingale/help.ts';
import { RECURRING_BUY_ENGINE } from './recurring-buy/engine.ts';
import { RECURRING_BUY_HELP } from './recurring-buy/help.ts';
import { SMART_POSITION_ENGINE } from './smart-position/engine.ts';
import { SMART_POSITION_HELP } from './smart-position/help.ts';
import { SPOT_GRID_ENGINE } from './spot-grid/engine.ts';
import { SPOT_GRID_HELP } from './spot-grid/help.ts';

/** A kind wherever bots are run: in the workers of the browser, behind its help page's example, and on the exchange. */
interface KindAtWork<Payload, Params> {
  readonly engine: EngineKind<Params>;
  readonly help: KindHelp;
  /**
   * What only the exchange has to know of it, as it loads it when it starts (exchange.ts). Builds for browsers are to leave the import where it
   * is (`turbopackIgnore`): there nobody calls this, and the file is not among what they are sent.
   */
  exchange(): Promise<ExchangeKind<Payload, Params>>;
}

type KindsAtWork = { readonly [K in RunnableKind]: KindAtWork<PayloadByKind[K], EngineParamsByKind[K]> };

/** All kinds that trade by conditions are one engine. */
const INDICATORS = Object.fromEntries(
  INDICATOR_KINDS.map((kind) => [
    kind,
    {
      engine: INDICATOR_ENGINE,
      help: INDICATOR_HELP[kind],
      exchange: async () => (await import(/* turbopackIgnore: true */ './indicator/exchange.ts')).INDICATORS[kind],
    },
  ]),
) as Pick<KindsAtWork, IndicatorKind>;

/** Every kind as it is run. One that is missing does not compile. */
export const MACHINES: KindsAtWork = {
  spot_grid: {
    engine: SPOT_GRID_ENGINE,
    help: SPOT_GRID_HELP,
    exchange: async () => (await import(/* turbopackIgnore: true */ './spot-grid/exchange.ts')).SPOT_GRID,
  },
  futures_grid: {
    engine: FUTURES_GRID_ENGINE,
    help: FUTURES_GRID_HELP,
    exchange: async () => (await import(/* turbopackIgnore: true */ './futures-grid/exchange.ts')).FUTURES_GRID,
  },
  margin_grid: {
    engine: MARGIN_GRID_ENGINE,
    help: MARGIN_GRID_HELP,
    exchange: async () => (await import(/* turbopackIgnore: true */ './margin-grid/exchange.ts')).MARGIN_GRID,
  },
  infinite_grid: {
    engine: INFINITE_GRID_ENGINE,
    help: INFINITE_GRID_HELP,
    exchange: async () => (await import(/* turbopackIgnore: true */ './infinite-grid/exchange.ts')).INFINITE_GRID,
  },
  martingale: {
    engine: MARTINGALE_ENGINE,
    help: MARTINGALE_HELP,
    exchange: async () => (await import(/* turbopackIgnore: true */ './martingale/exchange.ts')).MARTINGALE,
  },
  'contract-martingale': {
    engine: CONTRACT_MARTINGALE_ENGINE,
    help: CONTRACT_MARTINGALE_HELP,
    exchange: async () => (await import(/* turbopackIgnore: true */ './martingale/exchange.ts')).CONTRACT_MARTINGALE,
  },
  'smart-position': {
    engine: SMART_POSITION_ENGINE,
    help: SMART_POSITION_HELP,
    exchange: async () => (await import(/* turbopackIgnore: true */ './smart-position/exchange.ts')).SMART_POSITION,
  },
  'recurring-buy': {
    engine: RECURRING_BUY_ENGINE,
    help: RECURRING_BUY_HELP,
    exchange: async () => (await import(/* turbopackIgnore: true */ './recurring-buy/exchange.ts')).RECURRING_BUY,
  },
  'spot-future-arbitrage': {
    engine: ARBITRAGE_ENGINE,
    help: ARBITRAGE_HELP,
    exchange: async () => (await import(/* turbopackIgnore: true */ './arbitrage/exchange.ts')).SPOT_FUTURE_ARBITRAGE,
  },
  ...INDICATORS,
};
