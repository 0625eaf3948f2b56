'use client';

import { useLocale, useTranslations } from 'next-intl';
import { ownBotPath } from '#components/addresses/paths.ts';
import { sayMore } from '#lib/client/toasts.ts';
import { fetchOk } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { RECORDS_PART } from './detail/records-part.ts';
import { usePlanWords } from './detail/use-plan-words.ts';

type OperationRecord = NonNullable<ReplyOf<'operateRecords'>['data']>[number];

/** The latest ones: what an act did stands in its turn. */
const ASKED = 10;
/** Figures that are named; the record has all. */
const NAMED = 2;

/** An act is noted at the last turn of the market before it; turns are no further apart (TICK_MS). */
const LAG_S = 60;

/** Words of the record of an end. What an act before it came to is not what its end came to. */
const ENDS: readonly OperationRecord['op_type'][] = ['stop', 'terminate'];

/**
 * Says in the toast of an act that was sent with its plan whether it came as planned, or what did not, and leads to the record of it.
 * Of an end that is not done yet, and where nobody compares, nothing is said.
 */
export function useToldOutcome(bot: StrategyRow): (toastId: number, act: 'change' | 'end') => Promise<void> {
  const t = useTranslations('bots');
  const language = useLocale();
  const words = usePlanWords(bot);
  const said = ({ figures }: NonNullable<OperationRecord['outcome']>): string => {
    const others = figures.filter(({ planned, happened }) => planned !== happened);
    if (others.length === 0) return t('outcome.exact');
    const named = others.slice(0, NAMED).map(({ name, currency, happened, difference }) =>
      t('change.pair', {
        name: words.name(name),
        value:
          difference === ''
            ? words.amount({ name, currency, amount: happened })
            : words.difference({ name, currency, amount: difference }),
      }),
    );
    return t('outcome.differs', { figures: named.join(' · '), more: others.length - named.length });
  };
  // When the exchange told the bot before the act, by its own clock: not every act has an outcome, and what an earlier one came to is not this one's.
  const sinceS = bot.create_time + bot.run_times - LAG_S;
  return async (toastId, act) => {
    const query = { strategy_id: String(bot.strategy_id), strategy_type: bot.strategy_type, page_size: ASKED };
    // It has been done, and that is said: whoever cannot be told more finds it in the records.
    const reply = await fetchOk('operateRecords', { query }).catch(() => null);
    const record = reply?.data?.find(
      ({ op_type, create_time, outcome }) =>
        outcome !== undefined && create_time >= sinceS && ENDS.includes(op_type) === (act === 'end'),
    );
    if (record?.outcome === undefined) return;
    const href = `${ownBotPath(language, bot, act === 'end')}#${RECORDS_PART}`;
    sayMore(toastId, { text: said(record.outcome), link: { href, text: t('overview.records') } });
  };
}
