import { sellEverything } from '../../engine/body/leg-trades.ts';
import type { MarketsBot } from '../../engine/body/markets-bot.ts';
import type { MarketsDecisions, Watch } from '../../engine/body/markets-rules.ts';
import { setStage } from '../../engine/body/stage.ts';
import { isOff, stopsAround } from '../../engine/body/worth.ts';
import { minuteFrom } from '../../engine/minute-boundary.ts';
import { HOUR_MS } from '../../time/durations.ts';
import { smartLines } from './lines.ts';
import type { SmartPositionParams } from './params.ts';
import { staysWithheld, tradeToTargets } from './rebalancing.ts';

/** One that could not be brought to its targets is tried again when a share moves on, and at least this often. */
const RETRY_MS = HOUR_MS;

/**
 * The smart position: 2–10 coins whose shares of the whole are brought back to their targets, every interval or when one is
 * off by more than the threshold. It trades at the market, only the differences. A loss or a profit of the whole ends it.
 *
 * Where what is decided:
 * - opening: `open` below, at the prices of the start; it has no trigger;
 * - looks: `isDue` and `watchShares` below – when shares are looked at, once a minute at most (`lib/engine/body/boundary.ts`); nothing rests between;
 * - trades: `rebalancing.ts` – which differences are traded, sells first, and which are withheld;
 * - stops: `lib/engine/body/worth.ts` – at parts of all that it was given, on what the whole is worth at the minute's prices; they come before a rebalance;
 * - pause: `watchShares` below – stops alone are looked at; going on, shares that are off are brought back at the next minute boundary;
 * - end: `close` below with `lib/engine/body/markets-closing.ts` – coins are sold at the market, or kept where the owner wants that;
 * - what its owner changes: `engine.ts` – stops and rebalancing; `deposit.ts` – money, which buys each coin by its share;
 * - liquidation: none, as it owes nothing.
 */
export const SMART_POSITION: MarketsDecisions<SmartPositionParams> = {
  /** Buys the targets, or brings what the trader brought to them. */
  open(bot, prices, timeMs) {
    setStage(bot, 'running');
    tradeToTargets(bot, prices, { role: 'open', reason: 'opening' }, timeMs);
  },
  look(bot, prices, timeMs) {
    if (bot.isPaused || !isDue(bot, prices, timeMs) || staysWithheld(bot, prices)) return;
    tradeToTargets(bot, prices, { role: 'rebalance', reason: 'rebalance' }, timeMs);
  },
  stops: (bot) => stopsAround(bot, bot.params.stopLossE8, bot.params.stopProfitE8),
  afterStop: ({ sellsAtEnd }) => ({ type: sellsAtEnd ? 'market' : 'no_close' }),
  watch: watchShares,
  lines: smartLines,
  keepsCoins: (_bot, { type }) => type === 'no_close',
  close(bot, { reason, keepsCoins }, prices, timeMs) {
    for (const leg of bot.legs) leg.withholdNothing();
    if (keepsCoins) return;
    const ofStop = reason === 'stop_loss' ? 'stop-loss' : reason === 'stop_profit' ? 'take-profit' : null;
    sellEverything(bot, prices, ofStop ?? 'closing', timeMs);
  },
};

type SmartPosition = MarketsBot<SmartPositionParams>;

function isDue(bot: SmartPosition, prices: readonly number[], timeMs: number): boolean {
  const { rebalance } = bot.params;
  if (rebalance.type === 'ratio') return isOff(bot, prices, rebalance.thresholdE8);
  return nextByTime(bot, rebalance.intervalMs, bot.lookedAtMs) <= timeMs;
}

/** The end of the interval, counted from the start, that `timeMs` lies in. */
function nextByTime({ startedAtMs }: SmartPosition, intervalMs: number, timeMs: number): number {
  const gone = Math.max(0, Math.floor((timeMs - startedAtMs) / intervalMs));
  return startedAtMs + (gone + 1) * intervalMs;
}

function watchShares(bot: SmartPosition, prices: readonly number[], timeMs: number): Watch {
  // A paused one waits for its stops alone.
  if (bot.isPaused) return { shares: null, markLevel: null, nextLookMs: Number.POSITIVE_INFINITY };
  const { rebalance } = bot.params;
  if (rebalance.type === 'time') {
    return { shares: null, markLevel: null, nextLookMs: nextByTime(bot, rebalance.intervalMs, timeMs) };
  }
  const isStuck = isOff(bot, prices, rebalance.thresholdE8);
  const nextLookMs = isStuck ? minuteFrom(timeMs + RETRY_MS) : Number.POSITIVE_INFINITY;
  return { shares: { thresholdE8: rebalance.thresholdE8, isStuck }, markLevel: null, nextLookMs };
}
