import type { CoinTerms } from '../../engine/body/coin-terms.ts';
import { liquidationsOfLeg, positionOfLeg, type RestingOrders } from '../../engine/body/contract-leg.ts';
import type { ContractPositionSnapshot } from '../../engine/body/contract-position.ts';
import { NO_TRADES } from '../../engine/body/contract-statement.ts';
import { CoveredShort } from '../../engine/body/covered-short.ts';
import { type CoveredSnapshot, readCoveredSnapshot, takeCoveredSnapshot } from '../../engine/body/covered-snapshot.ts';
import { newMarketsBot } from '../../engine/body/markets-bot.ts';
import { deleverageMarkets } from '../../engine/body/markets-closing.ts';
import { MarketsMachine } from '../../engine/body/markets-machine.ts';
import type { EngineKind } from '../../engine/engine-kind.ts';
import type { BotMachine, EngineSink, MarketView, PositionStatement } from '../../engine/machine.ts';
import type { PlannedLiquidations } from '../../formulas/futures-grid-liquidation.ts';
import { UNITS_PER_COIN } from '../../money/amount.ts';
import { ARBITRAGE } from './decisions.ts';
import { type Arbitrage, coinsOf, shortOf } from './legs.ts';
import type { ArbitrageParams } from './params.ts';

const NOTHING_RESTS: RestingOrders = { buys: NO_TRADES, sells: NO_TRADES };

function newArbitrage(
  params: ArbitrageParams,
  view: MarketView,
  sink: EngineSink,
  stored?: ContractPositionSnapshot,
): Arbitrage {
  const { spec, contract, feeRate, investment, leverage } = params;
  const coins: CoinTerms = { spec, feeRate, targetE8: UNITS_PER_COIN, brought: 0n };
  const short = new CoveredShort({ spec: contract, investment, leverage }, view, sink, stored, 1);
  return newMarketsBot(params, [coins], view, sink, short);
}

/** An arbitrage that has not started. Prices by feed: coins, contract, the contract's mark. */
export function createArbitrage(params: ArbitrageParams, view: MarketView, sink: EngineSink): BotMachine {
  return new ArbitrageMachine(newArbitrage(params, view, sink), ARBITRAGE);
}

/** An arbitrage as it was when `snapshot()` was taken, for the same params. The store is our own: another version is a bug and throws. */
export function restoreArbitrage(
  params: ArbitrageParams,
  value: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  const snapshot = value as CoveredSnapshot;
  if (snapshot.version !== 1) throw new Error('Not a snapshot of an arbitrage');
  const bot = newArbitrage(params, view, sink, snapshot.position);
  readCoveredSnapshot(bot, coinsOf(bot), shortOf(bot), snapshot);
  return new ArbitrageMachine(bot, ARBITRAGE);
}

/** A machine with a contract. Nothing rests, so what is held and what could fill are liquidated at the same price. */
class ArbitrageMachine extends MarketsMachine<ArbitrageParams> {
  position(ticks: readonly number[]): PositionStatement | null {
    return positionOfLeg(shortOf(this.bot), NOTHING_RESTS, ticks);
  }

  liquidations(added: bigint): PlannedLiquidations {
    return liquidationsOfLeg(shortOf(this.bot), NOTHING_RESTS, added);
  }

  deleverage(ticks: number, prices: readonly number[], timeMs: number): void {
    deleverageMarkets(this.bot, ticks, prices, timeMs);
  }

  override snapshot(): unknown {
    return takeCoveredSnapshot(this.bot, coinsOf(this.bot), shortOf(this.bot));
  }
}

export const ARBITRAGE_ENGINE: EngineKind<ArbitrageParams> = {
  tradesAreWhole: false,
  create: createArbitrage,
  restore: restoreArbitrage,
};
