import type { FinishReason } from '../../contract/bot-words.ts';
import { ContractBot, type ContractBotParams } from '../../engine/body/contract-bot.ts';
import { CLOSES_ALL, CONTRACT_MONEY } from '../../engine/body/contract-closing.ts';
import { closeContracts, type OpenCosts } from '../../engine/body/contract-trades.ts';
import type { BotMoney, ClosingOrder } from '../../engine/body/ladder-bot.ts';
import { LAYS_NO_LADDER, type LadderDecisions } from '../../engine/body/rules.ts';
import { setStage } from '../../engine/body/stage.ts';
import { endingReason, tellOperation } from '../../engine/body/tell.ts';
import { nextKlineMs, warmUp } from '../../engine/signal-board.ts';
import { formatAmount } from '../../money/amount.ts';
import { formatTicks } from '../../money/market-spec.ts';
import type { IndicatorBot } from './indicator-bot.ts';
import { closingSignal } from './stops.ts';

/** The bot of an indicator bot in a contract. */
export class IndicatorContractBot extends ContractBot {
  /** Contracts are no holdings, for the record of its end either. */
  override heldText(): Record<string, string> {
    const { spec, cash } = this.leg.position;
    return { [spec.contract.settle]: formatAmount(cash) };
  }

  /** What the mark price has touched is looked at at the next wake, whatever came between. */
  override sleep(): void {
    const { isMarkTouched } = this.leg;
    super.sleep();
    this.leg.isMarkTouched = isMarkTouched;
  }
}

export type IndicatorContractParams = ContractBotParams;

/**
 * An indicator bot in a contract. It looks at its stops on the mark price alone: nothing rests and nothing waits on the last one but the order
 * that closes it.
 */
export function contractDecisions(own: IndicatorBot): LadderDecisions<ContractBot> {
  return {
    ...LAYS_NO_LADDER,
    ...CLOSES_ALL,
    afterFills: null,
    stop: () => undefined,
    open(bot, ticks, timeMs) {
      const { spec, investment } = bot.params;
      const asset = spec.contract.settle;
      const told = { investment: formatAmount(investment), asset, price: formatTicks(spec, ticks) };
      tellOperation(bot, 'run', timeMs, null, told);
      warmUp(own.board, bot.view, timeMs);
      setStage(bot, 'running');
      own.klineAtMs = nextKlineMs(own.board, timeMs);
    },
  };
}

/** The money of such a bot: what closes the position completes a trade. */
export function contractMoney(costs: OpenCosts): BotMoney {
  const bookClosing: BotMoney['bookClose'] = (bot: ContractBot, order, execution, timeMs, reason) =>
    closeContracts(bot, costs, closingTrade(order, reason), execution, timeMs);
  return {
    ...CONTRACT_MONEY,
    pieces: null,
    endingReason,
    bookClose: bookClosing,
    bookPart: bookClosing,
  };
}

function closingTrade({ lots, ticks }: ClosingOrder, reason: FinishReason) {
  return { role: 'close', signal: closingSignal(reason), contracts: BigInt(lots), ticks } as const;
}
