'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { BotMarket } from '#components/bots/bot-market.tsx';
import { WayLeft } from '#components/bots/terminate/way-left.tsx';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { useSingleRun } from '#lib/client/use-single-run.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { YOUNG_BOT_SECONDS } from '#lib/formulas/termination.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { type PlannedEnd, sumsOf, type Wanted } from './plan.ts';
import { SumLine } from './sum-line.tsx';
import { type Outcome, useEndAll } from './use-end-all.ts';
import { useEndPlan } from './use-end-plan.ts';

/** The ends of all chosen bots: as they are planned, and – once sent – what became of each. */
function useEnds(bots: readonly StrategyRow[], wanted: Wanted, onEnded: (ended: ReadonlySet<number>) => void) {
  const { ends, asked, renew } = useEndPlan(bots, wanted);
  const { outcomes, ways, isBusy, send, putBack } = useEndAll();
  const once = useSingleRun();
  const stateOf = (of: ReadonlyMap<number, Outcome>, { bot }: PlannedEnd) => of.get(bot.strategy_id)?.state;
  const left = (ends ?? []).filter((end) => end.obstacle === null && stateOf(outcomes, end) !== 'ended');
  // What was sent and not answered is asked for as it was sent.
  const open = left.filter((end) => stateOf(outcomes, end) !== 'unknown');
  // What is under way was confirmed as it was shown; what is being planned anew grows no older.
  const isOld = !isBusy && open.some((end) => end.isOld && !asked.has(end.bot.strategy_id));
  /** Of these nobody could say what their end would bring. */
  const unplanned = (ends ?? []).filter((end) => end.obstacle === 'unknown' && stateOf(outcomes, end) !== 'ended');
  const endThem = async (): Promise<void> => {
    const became = await send(left);
    if (became === undefined) return;
    const those = (...states: readonly Outcome['state'][]) =>
      left.filter((end) => states.includes(stateOf(became, end) ?? 'waiting')).map(({ bot }) => bot);
    onEnded(new Set(those('ended').map(({ strategy_id: id }) => id)));
    // What did not go out, or was refused, is shown as it would be ended now: that is confirmed, the others keep their places.
    const again = those('changed', 'refused', 'unsent');
    if (again.length > 0) await renew(again);
  };
  const planAnew = (): Promise<void> => renew(outcomes.size > 0 ? [...open, ...unplanned].map(({ bot }) => bot) : bots);
  const isToRefresh = isOld || (!isBusy && left.length === 0 && unplanned.length > 0);
  return {
    ends,
    asked,
    isOld,
    isToRefresh,
    outcomes,
    ways,
    putBack,
    isBusy,
    left,
    again: () => once.run(planAnew),
    start: () => once.run(endThem),
  };
}

/** Ends many bots by one plan: what each brings and comes to, what cannot be ended, and – once sent – what became of each. */
export function EndDialog({
  bots,
  onClose,
  onEnded,
}: {
  readonly bots: readonly StrategyRow[];
  readonly onClose: () => void;
  /** Some were sent; these have ended. */
  readonly onEnded: (ended: ReadonlySet<number>) => void;
}) {
  const t = useTranslations('portfolio.end');
  const [wanted, setWanted] = useState<Wanted>('market');
  const { ends, asked, isOld, isToRefresh, outcomes, isBusy, left, again, start, ...ways } = useEnds(
    bots,
    wanted,
    onEnded,
  );
  const isSent = outcomes.size > 0;
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
          isToRefresh={isToRefresh}
          isBusy={isBusy}
          isAsked={ends !== null && asked.size > 0}
          onClose={onClose}
          onAgain={() => void again()}
          onSend={() => void start()}
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
        {isOld && <Notice tone="warn">{t('old')}</Notice>}
        {ends === null ? (
          <Skeleton className="h-56 w-full" />
        ) : (
          <Plan ends={ends} outcomes={outcomes} asked={asked} isBusy={isBusy} {...ways} />
        )}
      </div>
    </Dialog>
  );
}

function Buttons({
  left,
  isSent,
  isToRefresh,
  isBusy,
  isAsked,
  onClose,
  onAgain,
  onSend,
}: {
  readonly left: number;
  readonly isSent: boolean;
  readonly isToRefresh: boolean;
  readonly isBusy: boolean;
  /** Ends are planned anew: nothing is sent meanwhile. */
  readonly isAsked: boolean;
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
      {isToRefresh ? (
        <Button tone="primary" isBusy={isAsked} onClick={onAgain}>
          {common('refresh')}
        </Button>
      ) : (
        <Button tone="danger" disabled={left === 0} isBusy={isBusy || isAsked} onClick={onSend}>
          {t(isSent ? 'again' : 'confirm', { count: left })}
        </Button>
      )}
    </>
  );
}

function Plan({
  ends,
  outcomes,
  asked,
  ways,
  isBusy,
  putBack,
}: Pick<ReturnType<typeof useEnds>, 'outcomes' | 'asked' | 'ways' | 'isBusy' | 'putBack'> & {
  readonly ends: readonly PlannedEnd[];
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
          <EndRow
            key={end.bot.strategy_id}
            end={end}
            outcome={outcomes.get(end.bot.strategy_id)}
            isAsked={asked.has(end.bot.strategy_id)}
          >
            <WayLeft isLeft={ways.has(end.bot.strategy_id)} isBusy={isBusy} onPutBack={() => putBack(end.bot)} />
          </EndRow>
        ))}
      </ul>
    </>
  );
}

function EndRow({
  end,
  outcome,
  isAsked,
  children,
}: {
  readonly end: PlannedEnd;
  readonly outcome: Outcome | undefined;
  readonly isAsked: boolean;
  readonly children: ReactNode;
}) {
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
        {isAsked && <Skeleton className="h-8 w-32" />}
        {preview !== null && !isAsked && (
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
        {obstacle !== null && !isAsked && <span className="text-warn">{t(`obstacle.${obstacle}`)}</span>}
        {/* That it is shown with another plan is said only where it is. */}
        {outcome !== undefined && !(outcome.state === 'changed' && obstacle !== null) && (
          <span role="status" className={outcome.state === 'refused' ? 'text-danger' : 'text-ink-2'}>
            {outcome.state === 'refused' ? t('outcome.refused', { why: outcome.why }) : t(`outcome.${outcome.state}`)}
          </span>
        )}
      </span>
      {children}
    </li>
  );
}
