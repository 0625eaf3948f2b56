'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { BotMarket } from '#components/bots/bot-market.tsx';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { YOUNG_BOT_SECONDS } from '#lib/formulas/termination.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { type PlannedEnd, sumsOf, type Wanted } from './plan.ts';
import { SumLine } from './sum-line.tsx';
import { type Outcome, useEndAll } from './use-end-all.ts';
import { useEndPlan } from './use-end-plan.ts';

/** Ends many bots by one plan: what each brings and comes to, what cannot be ended, and – once sent – what became of each. */
export function EndDialog({
  bots,
  onClose,
  onEnded,
}: {
  readonly bots: readonly StrategyRow[];
  readonly onClose: () => void;
  /** Some were sent. */
  readonly onEnded: () => void;
}) {
  const t = useTranslations('portfolio.end');
  const [wanted, setWanted] = useState<Wanted>('market');
  const { ends, isOld, again } = useEndPlan(bots, wanted);
  const { outcomes, isBusy, send } = useEndAll();
  const isSent = outcomes.size > 0;
  const left = (ends ?? []).filter(
    ({ bot, obstacle }) => obstacle === null && outcomes.get(bot.strategy_id)?.state !== 'ended',
  );
  const start = (planned: readonly PlannedEnd[]) => void send(planned).finally(onEnded);
  return (
    <Dialog
      isOpen
      onClose={() => !isBusy && onClose()}
      title={t('title', { count: bots.length })}
      width="md"
      footer={
        <Buttons
          left={left.length}
          isSent={isSent}
          isOld={isOld && !isSent}
          isBusy={isBusy}
          onClose={onClose}
          onAgain={again}
          onSend={() => start(left)}
        />
      }
    >
      <div className="flex flex-col gap-3">
        {!isSent && (
          <Segmented
            name="end-way"
            label={t('way')}
            value={wanted}
            onChange={setWanted}
            options={[
              { value: 'market', label: t('market') },
              { value: 'no_close', label: t('no_close') },
            ]}
          />
        )}
        {wanted === 'no_close' && !isSent && <p className="text-xs text-ink-3">{t('keepNote')}</p>}
        {bots.some(({ run_times: seconds }) => seconds < YOUNG_BOT_SECONDS) && !isSent && (
          <Notice>{t('young', { count: bots.filter((bot) => bot.run_times < YOUNG_BOT_SECONDS).length })}</Notice>
        )}
        {isOld && !isSent && <Notice tone="warn">{t('old')}</Notice>}
        {ends === null ? <Skeleton className="h-56 w-full" /> : <Plan ends={ends} outcomes={outcomes} />}
      </div>
    </Dialog>
  );
}

function Buttons({
  left,
  isSent,
  isOld,
  isBusy,
  onClose,
  onAgain,
  onSend,
}: {
  readonly left: number;
  readonly isSent: boolean;
  readonly isOld: boolean;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onAgain: () => void;
  readonly onSend: () => void;
}) {
  const t = useTranslations('portfolio.end');
  const common = useTranslations('common.action');
  return (
    <>
      <Button onClick={onClose} aria-disabled={isBusy}>
        {common(isSent ? 'close' : 'cancel')}
      </Button>
      {isOld ? (
        <Button tone="primary" onClick={onAgain}>
          {common('refresh')}
        </Button>
      ) : (
        <Button tone="danger" disabled={left === 0} isBusy={isBusy} onClick={onSend}>
          {t(isSent ? 'again' : 'confirm', { count: left })}
        </Button>
      )}
    </>
  );
}

function Plan({
  ends,
  outcomes,
}: {
  readonly ends: readonly PlannedEnd[];
  readonly outcomes: ReadonlyMap<number, Outcome>;
}) {
  const t = useTranslations('portfolio.end');
  const format = useBotFormat();
  const { returns, profits } = sumsOf(ends);
  return (
    <>
      <dl aria-live="polite" className="rounded-md bg-surface-2 p-3 text-xs">
        <SumLine
          figure="equity"
          label={t('returns')}
          figures={returns.map(({ asset, amount }) => format.amount('held-coin', amount, asset))}
        />
        <SumLine
          figure="total_profit"
          label={t('profit')}
          figures={profits.map(({ asset, amount }) => format.profit(amount, asset))}
        />
      </dl>
      <ul className="flex flex-col">
        {ends.map((end) => (
          <EndRow key={end.bot.strategy_id} end={end} outcome={outcomes.get(end.bot.strategy_id)} />
        ))}
      </ul>
    </>
  );
}

function EndRow({ end, outcome }: { readonly end: PlannedEnd; readonly outcome: Outcome | undefined }) {
  const t = useTranslations('portfolio.end');
  const kinds = useTranslations('bots.kind');
  const format = useBotFormat();
  const { bot, preview, obstacle, type } = end;
  return (
    <li data-end={bot.strategy_id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-t py-2 text-xs">
      <span className="flex min-w-0 flex-col">
        <BotMarket bot={bot} size={16} />
        <span className="truncate text-ink-3">
          {kinds(bot.strategy_type)} · {bot.strategy_name}
        </span>
      </span>
      <span className="ms-auto flex flex-col items-end text-end">
        {preview !== null && (
          <>
            <span>
              {t(type)}:{' '}
              {preview.returns
                .map(({ currency, amount }) => format.amount('held-coin', amount, currency))
                .join(' + ') || NO_FIGURE}
            </span>
            <TrendText value={preview.profit} text={format.profit(preview.profit, preview.profit_asset)} />
          </>
        )}
        {obstacle !== null && <span className="text-warn">{t(`obstacle.${obstacle}`)}</span>}
        {outcome !== undefined && (
          <span role="status" className={outcome.state === 'refused' ? 'text-danger' : 'text-ink-2'}>
            {outcome.state === 'refused' ? t('outcome.refused', { why: outcome.why }) : t(`outcome.${outcome.state}`)}
          </span>
        )}
      </span>
    </li>
  );
}
