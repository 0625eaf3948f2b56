'use client';

import { useTranslations } from 'next-intl';
import { Notice } from '#components/ui/notice.tsx';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import type { ForkReply, ForkResult } from '#lib/contract/fork-calls.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { EditedBot } from '../actions/edited-form.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { ApplyFork } from './apply-fork.tsx';
import { ForkChanged } from './fork-changed.tsx';
import { ForkComparison } from './fork-comparison.tsx';

type Asked = NonNullable<ForkReply['asked']>;

/** What came of a fork: both lives, or in words why there is nothing to compare. */
export function ForkOutcome({
  bot,
  edited,
  asked,
  result,
}: {
  readonly bot: StrategyRow;
  readonly edited: EditedBot;
  readonly asked: Asked;
  readonly result: ForkResult;
}) {
  const t = useTranslations('fork');
  const format = useBotFormat();
  const replyText = useReplyText();
  const { outcome, refusal, comparison, known_from: knownFrom } = result;
  const { time, ...said } = asked;
  if (outcome === 'refused' && refusal !== null) {
    const why = replyText({ code: refusal.code, data: refusal });
    return <Notice tone="warn">{t('refused', { time: format.time(time), why })}</Notice>;
  }
  if (comparison !== null) {
    return (
      <>
        <ForkComparison bot={bot} comparison={comparison} />
        <ForkChanged bot={bot} edited={edited} was={comparison.was} said={said} />
        <ApplyFork bot={bot} edited={edited} said={said} />
      </>
    );
  }
  if (outcome === 'compared' || outcome === 'refused') return <Notice>{t('failed')}</Notice>;
  return (
    <Notice>
      {t(`gap.${outcome}`)} {knownFrom > 0 && t('gap.knownFrom', { time: format.time(knownFrom) })}
    </Notice>
  );
}
