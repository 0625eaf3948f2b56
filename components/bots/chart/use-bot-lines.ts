'use client';

import { useMemo } from 'react';
import type { Instrument } from '#components/addresses/paths.ts';
import type { PriceMark } from '#components/chart/grid-lines-primitive.ts';
import { useStrategyFee } from '#components/form/use-strategy-fee.ts';
import { Refused } from '#lib/client/failures.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyLine, StrategyRow } from '#lib/contract/strategy.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { parseTicks } from '#lib/money/market-spec.ts';
import { type EditedBot, useEditedBot } from '../actions/edited-form.ts';
import { instrumentOfBot, isSameInstrument } from '../bot-instrument.ts';
import { isEnded } from '../bot-state.ts';
import { type BotPlan, botLines, legLines } from './bot-lines.ts';

const REFRESH_MS = 10_000;
/** What a bot has at most; its lines are there already, nothing is checked. */
const MOST_GRIDS = 1_000;

const NO_LINES: readonly StrategyLine[] = [];

/** The prices of its markets that a bot of several tells. The same question as the edited bot's, asked again: an edit made elsewhere shows. */
function useToldLines(bot: StrategyRow): readonly StrategyLine[] {
  const query = { strategy_id: String(bot.strategy_id), strategy_type: bot.strategy_type };
  const { data } = useCall('strategyDetail', { query }, { refreshInterval: isEnded(bot) ? 0 : REFRESH_MS });
  const detail = data?.data;
  return (detail !== undefined && 'lines' in detail ? detail.lines : undefined) ?? NO_LINES;
}

/** What its kind would draw of its form, as it was edited and has moved since; null while not known or not to be seen. */
function usePlan(bot: StrategyRow): BotPlan | null {
  const { edited } = useEditedBot(bot);
  const { spot } = useStrategyFee(bot.strategy_type, bot.market);
  return useMemo(
    () => (edited === null || edited === undefined ? null : planOf(edited, bot.last_price, spot)),
    [edited, bot.last_price, spot],
  );
}

function planOf({ definition, spec, values }: EditedBot, lastPrice: string, spotFee: bigint): BotPlan {
  return {
    definition,
    values,
    context: {
      spec,
      lastTicks: parseTicks(spec, lastPrice),
      maxGrid: MOST_GRIDS,
      feeRate: spec.contract?.takerE8 ?? spotFee,
      minAmount: null,
      available: null,
      isEdit: true,
      phase: 'submit',
    },
  };
}

/**
 * The lines of a bot on the chart of a market, labels as keys of fields.json: bots have none on another's. Of one of several markets they are
 * what its exchange tells of this one.
 */
export function useBotLines(bot: StrategyRow, instrument: Instrument, priceDecimals: number): readonly PriceMark[] {
  const isOfOne = factsOf(bot.strategy_type).trades === 'market';
  const isHere = isOfOne && isSameInstrument(instrumentOfBot(bot), instrument);
  const plan = usePlan(bot);
  const told = useToldLines(bot);
  const orders = useCall('openOrders', isHere && !isEnded(bot) ? { path: { id: String(bot.strategy_id) } } : null, {
    refreshInterval: REFRESH_MS,
  });
  // What was known before its owner closed it is not drawn on.
  const isClosed = orders.error instanceof Refused && orders.error.code === CODE.forbidden;
  const book = isClosed ? null : (orders.data?.data ?? null);
  const { market, type } = instrument;
  return useMemo(() => {
    if (!isOfOne) return isEnded(bot) ? [] : legLines(told, { market, type });
    return isHere ? botLines(bot, plan, book, 10 ** -priceDecimals) : [];
  }, [isOfOne, isHere, bot, plan, told, book, market, type, priceDecimals]);
}
