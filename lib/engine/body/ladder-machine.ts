import type { OwnersEnd } from '../../contract/bot-words.ts';
import { formatTicks } from '../../money/market-spec.ts';
import type {
  BotMachine,
  CloseInstruction,
  EquityLine,
  EquityStatement,
  Holdings,
  LifeRefusal,
  OpenOrder,
  OrderAddress,
  Piece,
  PriceFeedId,
  WakeSlot,
  WithheldOrder,
} from '../machine.ts';
import type { BotStatistics } from '../statistics.ts';
import { close } from './closing.ts';
import { answerPieces, fillPiece, passLevel } from './facts.ts';
import type { LadderBot } from './ladder-bot.ts';
import { endMinute, leap, resetOuter, resetSlot, travel, watchPaused } from './path.ts';
import { awaitClose, lookAtClose, touchClose } from './resting-close.ts';
import type { LadderDecisions, TickRange } from './rules.ts';
import { tellOrder } from './tell.ts';

/** Nobody. */
const RELEASED = undefined as unknown;

/** The body as the drivers know it (machine.ts), whatever a bot's money is. Its first feed is the price that its orders rest at. */
export abstract class LadderMachine<B extends LadderBot, K extends LadderDecisions<B>> implements BotMachine {
  abstract readonly feeds: readonly PriceFeedId[];
  abstract readonly slots: readonly WakeSlot[];
  declare protected bot: B;
  declare protected readonly kind: K;

  constructor(bot: B, kind: K) {
    this.bot = bot;
    this.kind = kind;
  }

  get wakeAtMs(): number {
    return this.bot.wakeAtMs;
  }

  get status(): BotMachine['status'] {
    return this.bot.status;
  }

  get step(): BotMachine['step'] {
    return this.bot.step;
  }

  get retriesOpening(): boolean {
    return this.bot.openingTries > 0 && this.step === 'init-order-process';
  }

  /** The price that the bot waits for to open, ticks; null: it opens at once. */
  protected abstract get triggerTicks(): number | null;
  /** The side of the order that it opens with. */
  protected abstract get openingSide(): 'buy' | 'sell';
  /** Net profit of completed pairs, units. */
  protected abstract get matchedProfit(): bigint;
  abstract start(ticks: readonly number[], timeMs: number): void;
  abstract wakeByTime(timeMs: number, prices: readonly number[]): void;
  abstract holdings(): Holdings;
  abstract equity(ticks: readonly number[]): EquityStatement;
  abstract equityLine(): EquityLine;
  abstract snapshot(): unknown;

  /** A round's first order is one of its orders; a grid's opening is not one of its lines'. */
  private get openingLevel(): number {
    return this.bot.rounds === null ? -1 : 0;
  }

  /** Opens where the price stands at its trigger, or where it has none; otherwise it waits for that. */
  protected abstract begin(ticks: readonly number[], timeMs: number): void;

  /** One that waits for its trigger begins anew, by the trigger that its params have now. */
  waitAnew(ticks: readonly number[], timeMs: number): LifeRefusal | null {
    if (this.bot.step !== 'wait-touch') return 'not-running';
    this.begin(ticks, timeMs);
    return null;
  }

  /** Waits for its trigger on one of its feeds, seen at another price now. */
  protected awaitTrigger(slot: WakeSlot, trigger: number, seen: number, timeMs: number): void {
    const { bot } = this;
    bot.sleep();
    if (trigger < seen) slot.below = trigger;
    else slot.above = trigger;
    const order = { side: this.openingSide, level: this.openingLevel, ticks: trigger, lots: 0 };
    tellOrder(bot, timeMs, 'withheld', 'waiting-trigger', order);
  }

  /** The price that it waited for was seen at `ticks`: it opens at the present price. */
  protected openTriggered(ticks: number, openTicks: number, timeMs: number): void {
    const { bot } = this;
    bot.sink.operation('trigger', timeMs, null, { price: formatTicks(bot.spec, ticks) }, '');
    this.kind.open(bot, openTicks, timeMs);
  }

  move(_feed: number, ticks: number, timeMs: number): void {
    const { bot } = this;
    if (!bot.isRunning) this.touchWaiting(ticks, this.triggerTicks ?? ticks, timeMs, false);
    if (bot.isRunning) travel(bot, this.kind, ticks, timeMs);
  }

  jump(_feed: number, ticks: number, timeMs: number): void {
    const { bot } = this;
    if (!bot.isRunning) this.touchWaiting(ticks, ticks, timeMs, true);
    if (bot.isRunning) leap(bot, this.kind, ticks, timeMs);
  }

  fillPiece(order: OrderAddress, piece: Piece, timeMs: number): void {
    fillPiece(this.bot, order, piece, timeMs);
  }

  answerPieces(ticks: number, timeMs: number): void {
    answerPieces(this.bot, this.kind, ticks, timeMs);
  }

  passLevel(side: 'below' | 'above', timeMs: number): void {
    const { bot } = this;
    const level = bot.slot[side];
    if (bot.isRunning) passLevel(bot, this.kind, side, timeMs);
    else if (level === bot.closing?.ticks) throw new Error('The closing order rests at the level');
    else this.touchWaiting(level, this.triggerTicks ?? level, timeMs, false);
  }

  /** A bot that waits for its trigger opens at `openTicks` when the price has reached it; one that waits for its end ends. */
  private touchWaiting(ticks: number, openTicks: number, timeMs: number, isJump: boolean): void {
    const { bot } = this;
    if (bot.isPaused) {
      watchPaused(bot, this.kind, ticks, timeMs, isJump);
      return;
    }
    if (bot.step !== 'wait-touch') {
      touchClose(bot, this.kind, ticks, timeMs, isJump);
      return;
    }
    const { below, above } = bot.slot;
    if (ticks > below && ticks < above) return;
    this.openTriggered(openTicks, openTicks, timeMs);
  }

  /** A minute's end, the end of the closing order, or neither: then the timer alone has moved on, and levels with it. */
  protected wakeOpened(ticks: number, timeMs: number): void {
    const { bot, kind } = this;
    const isAsked = timeMs >= bot.askedAtMs;
    if (bot.status === 'stopping') {
      if (isAsked) lookAtClose(bot, kind, ticks, timeMs);
      else awaitClose(bot);
    } else if (isAsked) endMinute(bot, kind, ticks, timeMs);
    else if (bot.isRunning || bot.isPaused) {
      resetOuter(bot);
      resetSlot(bot);
      bot.askAt(bot.askedAtMs);
    }
  }

  terminate(instruction: CloseInstruction, ticks: readonly number[], timeMs: number, cause?: OwnersEnd): void {
    close(this.bot, this.kind, cause ?? 'cancelled', instruction, ticks[0] as number, timeMs);
  }

  openOrders(): readonly OpenOrder[] {
    const { bot } = this;
    const { closing } = bot;
    if (bot.isPaused) return [];
    if (closing !== null) {
      const { side, ticks, lots } = closing;
      return [{ side, level: -1, ticks, quantity: bot.unitsOf(lots) }];
    }
    const orders: OpenOrder[] = [];
    for (let i = 0; bot.hasLadder && i < bot.count; i += 1) {
      const lots = bot.resting(i);
      if (lots === 0) continue;
      const quantity = bot.unitsOf(lots);
      orders.push(
        i < bot.cursor
          ? { side: 'buy', level: i, ticks: bot.line(i), quantity }
          : { side: 'sell', level: bot.sellLevel(i), ticks: bot.sellLine(i), quantity },
      );
    }
    return orders;
  }

  /** Lines without an order: those that lack minimum or funds, and the one that the price is at. */
  withheldOrders(): readonly WithheldOrder[] {
    const { bot } = this;
    if (bot.status === 'open') return [this.waiting()];
    if (bot.isPaused) return this.pausedOrders();
    if (!bot.isRunning) return [];
    const withheld: WithheldOrder[] = [];
    for (let level = 0; level <= bot.count; level += 1) {
      const ticks = bot.line(level);
      if (level === bot.cursor) {
        withheld.push({ side: level === bot.count ? 'sell' : 'buy', level, ticks, reason: 'at-price' });
        continue;
      }
      const reason = bot.reasonOf(level < bot.cursor ? level : bot.slotSellingOn(level));
      if (reason !== null) withheld.push({ side: level < bot.cursor ? 'buy' : 'sell', level, ticks, reason });
    }
    return withheld;
  }

  /** The lines of a paused bot. */
  private pausedOrders(): WithheldOrder[] {
    const { bot } = this;
    return Array.from({ length: bot.lineCount }, (_, level) => ({
      side: level < bot.cursor || (level === bot.cursor && level < bot.count) ? ('buy' as const) : ('sell' as const),
      level,
      ticks: bot.line(level),
      reason: 'paused' as const,
    }));
  }

  release(): void {
    const { bot } = this;
    // A call that comes later must not reach what another bot lives in by then.
    this.bot = RELEASED as B;
    bot.release();
  }

  statistics(): BotStatistics {
    const { bot } = this;
    return { fills: bot.fills, matches: bot.matches, matchedProfit: this.matchedProfit, range: this.range() };
  }

  private range(): TickRange | null {
    const { bot, kind } = this;
    if (kind.range === null) return null;
    return bot.hasLadder ? { lowTicks: bot.line(0), highTicks: bot.line(bot.count) } : kind.range(bot.params);
  }

  /** A bot that has not opened withholds one order: its opening. */
  private waiting(): WithheldOrder {
    const reason = this.step === 'wait-touch' ? 'waiting-trigger' : 'slippage-exceeded';
    const ticks = this.triggerTicks ?? this.range()?.lowTicks ?? 0;
    return { side: this.openingSide, level: this.openingLevel, ticks, reason };
  }
}
