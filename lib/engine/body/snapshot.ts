import { type BotMachine, type EngineSink, EQUITY_SCALE, type MarketView, type OrderReason } from '../machine.ts';
import { CoinBot, NO_PAIR } from './coin-bot.ts';
import { COIN_MONEY } from './coin-money.ts';
import type { CoinParams } from './coin-params.ts';
import { type Coins, feeOnLots, setCoins, unitsOfCoins } from './coin-scale.ts';
import { exactOf, setTotal, type Total, wholeUnitsOf } from './exact.ts';
import { findStarved } from './ladder.ts';
import { type BotMoney, STOP_CODES, STOP_REASONS, type StopReason } from './ladder-bot.ts';
import { resetOuter } from './path.ts';
import { Pieces, type StoredPieces } from './pieces.ts';
import { readCoins, readLots, readTotal, readUnits } from './stored-amounts.ts';
import { readClose, type StoredClose, storedClose } from './stored-close.ts';
import { readTime, storedTime } from './stored-times.ts';

/** What version 1 says of every bot of coins: decimal texts, in units; a time of null is "never". */
export interface StoredLife {
  readonly version: 1;
  readonly below: number;
  readonly above: number;
  readonly wakeAtMs: number | null;
  readonly status: BotMachine['status'];
  readonly step: BotMachine['step'];
  readonly isStopArmed: boolean;
  readonly closing: (StoredClose & { readonly side?: 'buy' | 'sell' }) | null;
  readonly amounts: Readonly<Record<string, string>>;
  readonly fills: number;
  readonly matches: number;
  /** Of a bot whose orders a venue executes in pieces. */
  readonly pieces?: StoredPieces;
}

/** The picture of a bot with a grid between two prices. */
interface Snapshot extends StoredLife {
  readonly openingTries: number;
  readonly shift: number;
  readonly empty: number;
  /** What version 1 says; it follows from the slots. */
  readonly hasStarvedBuys: boolean;
  readonly stopDown: number;
  readonly stopUp: number;
  readonly trailDown: number;
  readonly trailUp: number;
  readonly stopDownReason: StopReason;
  readonly stopUpReason: StopReason;
  readonly isTrailArmed: boolean;
  /** [wanted, plan, resting, reason, lotCost, lotCarry] of each slot, lowest first. */
  readonly intervals: readonly (readonly [string, string, string, OrderReason | null, string, string])[];
}

/** Totals kept in units, and those kept exactly (1e-16). */
const IN_UNITS = ['quote', 'matchedProfit'] as const;
const EXACT = ['start', 'gridProfit', 'positionCash', 'fees'] as const;
/** Kept exactly where there was any: bots stored before they could be paid into or out of have none. */
const MOVED = ['deposits', 'withdrawals'] as const;

const unitsText = (total: Total): string => `${wholeUnitsOf(total)}`;

export function takeLife(bot: CoinBot): StoredLife {
  const { closing, slot } = bot;
  return {
    version: 1,
    status: bot.status,
    step: bot.step,
    isStopArmed: bot.isStopArmed === 1,
    fills: bot.fills,
    matches: bot.matches,
    below: slot.below,
    above: slot.above,
    wakeAtMs: storedTime(bot.wakeAtMs),
    closing: closing === null ? null : { side: closing.side, ...storedClose(closing, bot.unitsOf(closing.lots)) },
    amounts: {
      ...Object.fromEntries(IN_UNITS.map((name) => [name, unitsText(bot[name])])),
      ...Object.fromEntries(EXACT.map((name) => [name, `${exactOf(bot[name])}`])),
      ...Object.fromEntries(
        MOVED.map((name) => [name, `${exactOf(bot[name])}`] as const).filter(([, text]) => text !== '0'),
      ),
      base: `${unitsOfCoins(bot.base, bot.scale)}`,
    },
    ...(bot.pieces === null ? {} : { pieces: bot.pieces.stored() }),
  };
}

/** The cost before fees of the coins that wait in slot i, 1e-16; version 1 kept it, it follows from the rest. */
function carryOf(bot: CoinBot, i: number): bigint {
  const fee: Coins = { lots: 0, parts: 0 };
  feeOnLots(bot.scale, bot.plan(i), fee);
  const value = unitsOfCoins(fee, bot.scale) * BigInt(bot.line(i)) * bot.spec.tickUnits;
  return BigInt(bot.cost(i)) * EQUITY_SCALE - value;
}

export function takeSnapshot(bot: CoinBot): Snapshot {
  const life = takeLife(bot);
  const units = (lots: number): string => `${bot.unitsOf(lots)}`;
  const slots = bot.hasLadder ? Array.from({ length: bot.count }, (_, i) => i) : [];
  return {
    ...life,
    openingTries: bot.openingTries,
    shift: bot.shift,
    empty: bot.cursor,
    hasStarvedBuys: slots.some((i) => i < bot.cursor && bot.isStarved(i)),
    stopDown: bot.stopDown,
    stopUp: bot.stopUp,
    trailDown: bot.trailDown,
    trailUp: bot.trailUp,
    stopDownReason: STOP_REASONS[bot.stopDownCode] as StopReason,
    stopUpReason: STOP_REASONS[bot.stopUpCode] as StopReason,
    isTrailArmed: bot.isTrailArmed === 1,
    intervals: slots.map((i) => [
      units(bot.wanted(i)),
      units(bot.plan(i)),
      units(bot.resting(i)),
      bot.reasonOf(i),
      `${bot.cost(i)}`,
      `${bot.cost(i) === NO_PAIR ? 0 : carryOf(bot, i)}`,
    ]),
    amounts: {
      ...life.amounts,
      freeQuote: unitsText(bot.freeQuote),
      freeBase: `${unitsOfCoins(bot.freeBase, bot.scale)}`,
      spareCost: unitsText(bot.spareCost),
    },
  };
}

/** A bot with so many slots that has not started, in its sink's memory. */
export function newCoinBot<P extends CoinParams>(
  params: P,
  count: number,
  view: MarketView,
  sink: EngineSink,
  money: BotMoney = COIN_MONEY,
): CoinBot<P> {
  const bot = new CoinBot(params, count, money, view, sink);
  if (params.investIn === 'quote') {
    setTotal(bot.quote, params.investment * EQUITY_SCALE);
    setTotal(bot.freeQuote, params.investment * EQUITY_SCALE);
  } else {
    setCoins(bot.base, params.investment, bot.scale);
    setCoins(bot.freeBase, params.investment, bot.scale);
  }
  return bot;
}

/** A sale that is open, as version 1 says it. */
export interface StoredSale {
  readonly quantity: string;
  readonly quote: string;
  readonly fee: string;
}

/** What a bot says besides that keeps its coins at a value and buys back what it has sold; oldest sale first. */
export interface StoredKeeper {
  readonly value: string;
  readonly soldLots: readonly StoredSale[];
}

export function takeKeeper({ soldLots, keptValue, scale }: CoinBot): StoredKeeper {
  const sales = soldLots ?? [];
  return {
    value: unitsText(keptValue),
    soldLots: sales.map((sold) => ({
      quantity: `${unitsOfCoins(sold, scale)}`,
      quote: `${sold.quote}`,
      fee: `${sold.fee}`,
    })),
  };
}

export function readKeeper(bot: CoinBot, { value, soldLots }: StoredKeeper): void {
  setTotal(bot.keptValue, BigInt(value) * EQUITY_SCALE);
  bot.soldLots = soldLots.map(({ quantity, quote, fee }) => {
    const sold = { lots: 0, parts: 0, quote: Number(quote), fee: Number(fee) };
    setCoins(sold, BigInt(quantity), bot.scale);
    return sold;
  });
}

/** Makes a new bot live the life that `takeLife` saw. The store is our own: another version is a bug and throws. */
export function readLife(bot: CoinBot, life: StoredLife): void {
  if (life.version !== 1) throw new Error('Not a snapshot of a bot of coins');
  bot.status = life.status;
  bot.step = life.step;
  bot.fills = life.fills;
  bot.matches = life.matches;
  bot.isStopArmed = Number(life.isStopArmed);
  bot.slot.below = life.below;
  bot.slot.above = life.above;
  bot.askAt(readTime(life.wakeAtMs));
  if (life.closing !== null) {
    const { side = 'sell', quantity } = life.closing;
    bot.closing = readClose(life.closing, side, bot.lotsOf(BigInt(quantity)));
  }
  const amount = (name: string): string => storedAmount(life, name);
  for (const name of IN_UNITS) readUnits(bot[name], amount(name));
  for (const name of EXACT) readTotal(bot[name], amount(name));
  for (const name of MOVED) readTotal(bot[name], life.amounts[name] ?? '0');
  readCoins(bot.base, amount('base'), bot.scale);
  if (life.pieces !== undefined) bot.pieces = Pieces.read(life.pieces);
}

/** Throws where it is missing. */
function storedAmount({ amounts }: StoredLife, name: string): string {
  const text = amounts[name];
  if (text === undefined) throw new Error(`a bot of coins without its ${name}`);
  return text;
}

function readSlots(bot: CoinBot, { intervals }: Snapshot): void {
  let i = 0;
  for (const [wanted, plan, resting, reason, cost] of intervals) {
    const planned = readLots(plan, bot.scale);
    // Most slots plan what is wanted and have just that resting.
    bot.setSlot(i, wanted === plan ? planned : readLots(wanted, bot.scale), planned);
    if (reason === null) bot.setResting(i, resting === plan ? planned : readLots(resting, bot.scale));
    else bot.withhold(i, reason);
    bot.setCost(i, Number(cost));
    i += 1;
  }
}

/** The bot that `takeSnapshot` saw, for the same params. As readLife. */
export function readSnapshot<P extends CoinParams>(
  params: P,
  count: number,
  value: unknown,
  lineAt: (shift: number, index: number) => number,
  view: MarketView,
  sink: EngineSink,
): CoinBot<P> {
  const snapshot = value as Snapshot;
  const bot = newCoinBot(params, count, view, sink);
  readLife(bot, snapshot);
  bot.openingTries = snapshot.openingTries;
  bot.shift = snapshot.shift;
  bot.stopDown = snapshot.stopDown;
  bot.stopUp = snapshot.stopUp;
  bot.trailDown = snapshot.trailDown;
  bot.trailUp = snapshot.trailUp;
  bot.cursor = snapshot.empty;
  bot.isTrailArmed = Number(snapshot.isTrailArmed);
  bot.stopDownCode = STOP_CODES[snapshot.stopDownReason];
  bot.stopUpCode = STOP_CODES[snapshot.stopUpReason];
  readUnits(bot.freeQuote, storedAmount(snapshot, 'freeQuote'));
  readUnits(bot.spareCost, storedAmount(snapshot, 'spareCost'));
  readCoins(bot.freeBase, storedAmount(snapshot, 'freeBase'), bot.scale);
  bot.hasLadder = snapshot.intervals.length > 0;
  if (!bot.hasLadder) return bot;
  for (let i = 0; i <= count; i += 1) bot.setLine(i, lineAt(bot.shift, i));
  readSlots(bot, snapshot);
  findStarved(bot);
  resetOuter(bot);
  return bot;
}
