import { type CoinPosition, readCoinSnapshot, takeCoinSnapshot } from '#lib/engine/coin-position.ts';
import {
  type BotMachine,
  type BotStatistics,
  type CloseInstruction,
  type EngineSink,
  EQUITY_SCALE,
  type EquityStatement,
  type Holdings,
  type MarketView,
  type OpenOrder,
  type PortfolioCoinStatement,
  type WithheldOrder,
} from '#lib/engine/machine.ts';
import type { SmartPositionParams } from '#lib/kinds/smart-position/params.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { BoundaryBot, type BoundarySnapshot, readBoundarySnapshot, takeBoundarySnapshot } from './boundary-bot.ts';
import { closePortfolio, listen, lookAt, openPortfolio } from './portfolio-look.ts';
import {
  coinStatements,
  coinValue,
  equityAt,
  holdingsOf,
  newPortfolioState,
  type PortfolioState,
} from './portfolio-state.ts';

/**
 * The smart position: 2–10 coins whose shares of the whole are brought back to their targets, every interval or when
 * one is off by more than the threshold. It trades at the market, at minute boundaries, only the differences.
 */
class Portfolio extends BoundaryBot<PortfolioState> implements BotMachine {
  start(ticks: readonly number[], timeMs: number): void {
    const { state } = this;
    const { params } = state;
    for (const [i, { brought }] of params.coins.entries()) {
      bring(state.coins[i] as CoinPosition, brought, ticks[i] as number);
    }
    const brought = params.coins
      .filter((coin) => coin.brought > 0n)
      .map(({ spec, brought: amount }) => [spec.base, formatAmount(amount)]);
    // What was brought is the coins; there is no money beside them.
    const told =
      brought.length > 0
        ? Object.fromEntries(brought)
        : { investment: formatAmount(params.investment), asset: params.spec.quote };
    state.sink.operation('create', timeMs, null, told, '');
    openPortfolio(state, ticks, timeMs);
  }

  protected look(ticks: readonly number[], timeMs: number): void {
    lookAt(this.state, ticks, timeMs);
  }

  terminate(close: CloseInstruction, ticks: readonly number[], timeMs: number): void {
    closePortfolio(this.state, 'cancelled', close, ticks, timeMs);
  }

  openOrders(): readonly OpenOrder[] {
    return [];
  }

  withheldOrders(): readonly WithheldOrder[] {
    return this.state.withheld.flatMap((order) => (order === null ? [] : [{ ...order }]));
  }

  /** Matches are sales: each sells what was bought at the coin's average cost. */
  statistics(): BotStatistics {
    const { fills, sales, soldProfit } = this.state;
    return { fills, matches: sales, matchedProfit: soldProfit, range: null };
  }

  holdings(): Holdings {
    return holdingsOf(this.state);
  }

  equity(ticks: readonly number[]): EquityStatement {
    return equityAt(this.state, ticks);
  }

  portfolio(ticks: readonly number[]): readonly PortfolioCoinStatement[] {
    return coinStatements(this.state, ticks);
  }

  snapshot(): unknown {
    return takeSnapshot(this.state);
  }
}

/** Coins that the trader brings come in at the price of the start. */
function bring(coin: CoinPosition, quantity: bigint, ticks: number): void {
  coin.base = quantity;
  coin.carry = coinValue(coin, ticks);
  coin.paid = (coin.carry + EQUITY_SCALE - 1n) / EQUITY_SCALE;
}

/** Units and scaled values as decimal text. */
interface PortfolioSnapshot extends BoundarySnapshot {
  readonly version: 1;
  readonly coins: readonly Readonly<Record<string, string>>[];
  readonly withheld: readonly (WithheldOrder | null)[];
  readonly startValue: string;
  readonly startedAtMs: number;
  readonly fills: number;
  readonly sales: number;
  readonly soldProfit: string;
  /** What the slots were laid out by, so that a change by the owner is noticed. */
  readonly rules: string;
}

/** What the owner may change while the bot runs. */
function rulesOf({ params: { stopLossE8, stopProfitE8, rebalance } }: PortfolioState): string {
  const rule = rebalance.type === 'time' ? rebalance.intervalMs : rebalance.thresholdE8;
  return `${stopLossE8} ${stopProfitE8} ${rebalance.type} ${rule}`;
}

function takeSnapshot(state: PortfolioState): PortfolioSnapshot {
  const { startedAtMs, fills, sales } = state;
  return {
    version: 1,
    ...takeBoundarySnapshot(state),
    coins: state.coins.map(takeCoinSnapshot),
    withheld: state.withheld.map((order) => (order === null ? null : { ...order })),
    startValue: `${state.startValue}`,
    startedAtMs,
    fills,
    sales,
    soldProfit: `${state.soldProfit}`,
    rules: rulesOf(state),
  };
}

/** The store is our own: another version is a bug and throws. */
function readSnapshot(state: PortfolioState, value: unknown): void {
  const snapshot = value as PortfolioSnapshot;
  if (snapshot.version !== 1) throw new Error('Not a snapshot of a smart position');
  readBoundarySnapshot(state, snapshot);
  for (const [i, coin] of state.coins.entries()) {
    readCoinSnapshot(coin, snapshot.coins[i] as Readonly<Record<string, string>>);
    const order = snapshot.withheld[i] ?? null;
    state.withheld[i] = order === null ? null : { ...order };
  }
  const { startedAtMs, fills, sales } = snapshot;
  Object.assign(state, { startedAtMs, fills, sales });
  state.startValue = BigInt(snapshot.startValue);
  state.soldProfit = BigInt(snapshot.soldProfit);
  if (state.status === 'running' && snapshot.rules !== rulesOf(state)) listen(state, state.prices, state.lookedAtMs);
}

/** A smart position that has not started. Prices by coin, in the order of `params.coins`. */
export function createPortfolio(params: SmartPositionParams, view: MarketView, sink: EngineSink): BotMachine {
  return new Portfolio(newPortfolioState(params, view, sink));
}

/**
 * A smart position as it was when `snapshot()` was taken. Its stops and its rebalancing may have been changed by the
 * owner since; the other params must be the same.
 */
export function restorePortfolio(
  params: SmartPositionParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  const state = newPortfolioState(params, view, sink);
  readSnapshot(state, snapshot);
  return new Portfolio(state);
}
