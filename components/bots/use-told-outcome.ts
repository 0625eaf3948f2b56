'use client';

import { useLocale, useTranslations } from 'next-intl';
import { ownBotPath } from '#components/addresses/paths.ts';
import { sayMore } from '#lib/client/toasts.ts';
import { fetchOk } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { RECORDS_PART } from './detail/records-part.ts';
import { usePlanWords } from './detail/use-plan-words.ts';

type Outcome = NonNullable<NonNullable<ReplyOf<'operateRecords'>['data']>[number]['outcome']>;

/** The latest ones: what an act did stands in its turn. */
const ASKED = 10;
/** Figures that are named; the record has all. */
const NAMED = 2;

/** An act that was done, and the plan that it was sent with. */
interface PlannedAct {
  readonly act: 'change' | 'end';
  readonly fingerprint: string;
}

/**
 * Says in the toast of an act that was sent with its plan whether it came as planned, or what did not, and leads to the record of it,
 * which names the plan. Of an end that is not done yet, and where nobody compares or names what he has compared, nothing is said.
 */
export function useToldOutcome(bot: StrategyRow): (toastId: number, done: PlannedAct) => Promise<void> {
  const t = useTranslations('bots');
  const language = useLocale();
  const words = usePlanWords(bot);
  const said = ({ figures }: Outcome): string => {
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
  return async (toastId, { act, fingerprint }) => {
    const query = { strategy_id: String(bot.strategy_id), strategy_type: bot.strategy_type, page_size: ASKED };
    // It has been done, and that is said: whoever cannot be told more finds it in the records.
    const reply = await fetchOk('operateRecords', { query }).catch(() => null);
    // The newest comes first: of acts that had the same plan it is this one's.
    const outcome = reply?.data?.find((record) => record.outcome?.fingerprint === fingerprint)?.outcome;
    if (outcome === undefined) return;
    const href = `${ownBotPath(language, bot, act === 'end')}#${RECORDS_PART}`;
    sayMore(toastId, { text: said(outcome), link: { href, text: t('overview.records') } });
  };
}
