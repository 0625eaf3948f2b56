import type { CloseInstruction } from '../machine.ts';
import type { ContractBot } from './contract-bot.ts';
import { bookContracts, cancelOrders } from './contract-ladder.ts';
import { fillSlotPiece, isSlotFilled } from './contract-pieces.ts';
import { chargeLiquidationFee } from './contract-trade.ts';
import { closeAtMarket, endByExchange } from './ending.ts';
import type { Execution } from './executed.ts';
import type { BotMoney, ClosingOrder } from './ladder-bot.ts';
import { type ClosingNeed, type LadderDecisions, NOTHING_TO_CLOSE } from './rules.ts';
import { slotOf } from './slot-address.ts';
import { tellOrder } from './tell.ts';

/** The end of a bot in one contract. Contracts cannot be handed out and cannot stay open: whatever is asked, they are closed. */

/** The money of a bot in one contract. */
export const CONTRACT_MONEY: BotMoney = {
  canBeKept: false,
  endingReason: () => 'closing',
  cancelLadder: cancelOrders,
  bookClose: bookClosing,
  bookPart: bookClosing,
  pieces: {
    fill: (bot: ContractBot, order, piece, timeMs) => fillSlotPiece(bot, slotOf(bot, order), piece, timeMs),
    isFilled: isSlotFilled,
  },
};

function bookClosing(bot: ContractBot, order: ClosingOrder, execution: Execution, timeMs: number): void {
  bookContracts(bot, 'close', order, execution, timeMs);
}

/** What every bot in one contract decides of its end: it closes the whole position. The mark price liquidates it, no price of its ladder's. */
export const CLOSES_ALL: Pick<LadderDecisions<ContractBot>, 'closingNeed' | 'settle' | 'afterPart' | 'forceClose'> = {
  closingNeed: wholePosition,
  settle: () => undefined,
  afterPart: () => undefined,
  forceClose: () => undefined,
};

function wholePosition({ leg }: ContractBot): ClosingNeed {
  return leg.isOpen ? { side: leg.exitSide, lots: Number(leg.contracts), tooSmall: 0n } : NOTHING_TO_CLOSE;
}

/** How a bot in one contract is closed when it is told to: at its limit if there is something to close, else at the market. */
export function contractClose({ leg }: ContractBot, instruction: CloseInstruction): CloseInstruction {
  return instruction.type === 'limit' && leg.isOpen ? instruction : { type: 'market' };
}

/** The mark price reached the liquidation level: everything ends around the present last price: the mark says when, the book what it brings. */
export function liquidate(bot: ContractBot, ticks: number, timeMs: number): void {
  const close = (): number => {
    const { leg } = bot;
    const { size } = leg.position;
    closeAtMarket(bot, { ...wholePosition(bot), reason: 'liquidated' }, ticks, timeMs);
    chargeLiquidationFee(leg, size, ticks, timeMs);
    return ticks;
  };
  endByExchange(bot, 'liquidated', close, timeMs);
}

/**
 * The exchange closes the position at a price of its own, because a counterparty's loss could not be paid. Does nothing without a position.
 * `isTold`: the order that closes it is on record beside its fill.
 */
export function deleverage(bot: ContractBot, ticks: number, timeMs: number, isTold: boolean): void {
  if (bot.status === 'finished' || !bot.leg.isOpen) return;
  const close = (): number => {
    const { side, lots } = wholePosition(bot);
    if (isTold) tellOrder(bot, timeMs, 'placed', 'closing', { side, level: -1, ticks, lots });
    bot.money.bookClose(bot, { side, lots, ticks }, 'market', timeMs, 'auto_deleveraged');
    return ticks;
  };
  endByExchange(bot, 'auto_deleveraged', close, timeMs);
}

/** Nothing is left to close. */
export function endSpent(bot: ContractBot, ticks: number, timeMs: number): void {
  endByExchange(bot, 'liquidated', () => ticks, timeMs);
}
