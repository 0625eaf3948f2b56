'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef } from 'react';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { Section } from '#components/portfolio/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { DataTable, type TableColumn } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { PLANS_A_PAGE } from '#lib/contract/auto-invest-words.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { isReason, type PlanDetail } from './plan-words.ts';
import { useCoinPrice } from './use-coin-price.ts';

type Run = PlanDetail['executions'][number];

const TONES = { bought: 'rise', partly: 'warn', failed: 'danger', redeemed: 'neutral', sold: 'neutral' } as const;

/** What a version of a plan did, the newest first, each with what came of it and why. */
export function PlanRuns({
  plan,
  page,
  onPage,
  hasFocus,
}: {
  readonly plan: PlanDetail;
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** Who comes from a redemption looks at these first (E-014). */
  readonly hasFocus: boolean;
}) {
  const t = useTranslations('invest.runs');
  const common = useTranslations('common.state');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasFocus) place.current?.scrollIntoView();
  }, [hasFocus]);
  const columns = useRunColumns(plan.money);
  return (
    <div ref={place} className="scroll-mt-16">
      <Section title={t('title')}>
        <DataTable
          label={t('title')}
          columns={columns}
          rows={plan.executions}
          rowKey={({ time, due_time, result }) => `${time} ${due_time} ${result}`}
          empty={<EmptyState title={common('empty')} />}
        />
        <Pagination page={page} pages={Math.ceil(plan.executions_total / PLANS_A_PAGE)} onChange={onPage} />
      </Section>
    </div>
  );
}

function useRunColumns(money: string): readonly TableColumn<Run>[] {
  const t = useTranslations('invest');
  const format = useBotFormat();
  const price = useCoinPrice(money);
  return useMemo(
    () => [
      { id: 'time', header: t('runs.time'), cell: (run) => <Moment run={run} /> },
      { id: 'result', header: t('runs.result'), cell: (run) => <Result run={run} /> },
      {
        id: 'amount',
        header: t('runs.amount', { money }),
        align: 'end',
        cell: ({ amount }) => (/[1-9]/.test(amount) ? format.amount('order-amount', amount, money, false) : NO_FIGURE),
      },
      {
        id: 'coins',
        header: t('runs.coins'),
        align: 'end',
        onPhone: 'wide',
        cell: ({ coins }) => <Coins coins={coins} price={price} />,
      },
    ],
    [t, format, price, money],
  );
}

/** When it was done, and of which date it was where that is another: one that waited, or that nobody was there for. */
function Moment({ run: { time, due_time: due, dates } }: { readonly run: Run }) {
  const t = useTranslations('invest.runs');
  const format = useBotFormat();
  const [done, wanted] = [format.time(time), format.time(due)];
  if (due === 0 || (wanted === done && dates === 1)) return done;
  return (
    <span className="flex flex-col">
      <span>{done}</span>
      <span className="text-2xs text-ink-3">{t(dates > 1 ? 'dueFrom' : 'due', { time: wanted })}</span>
    </span>
  );
}

function Result({ run: { result, reason, dates } }: { readonly run: Run }) {
  const t = useTranslations('invest');
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Badge tone={TONES[result]}>{t(`result.${result}`)}</Badge>
      {isReason(reason) && <span className="text-ink-3">{t(`reason.${reason}`)}</span>}
      {dates > 1 && <span className="text-ink-3">{t('runs.dates', { count: dates })}</span>}
    </span>
  );
}

function Coins({ coins, price }: { readonly coins: Run['coins']; readonly price: ReturnType<typeof useCoinPrice> }) {
  const t = useTranslations('invest');
  const format = useBotFormat();
  if (coins.length === 0) return NO_FIGURE;
  return (
    <span className="flex flex-col md:py-1.5">
      {coins.map(({ asset, quantity, price: paid, reason }) => (
        <span key={asset}>
          {isReason(reason)
            ? `${asset}: ${t(`reason.${reason}`)}`
            : paid === ''
              ? format.amount('held-coin', quantity, asset)
              : t('runs.at', {
                  quantity: format.amount('held-coin', quantity, asset),
                  price: price(asset, paid),
                })}
        </span>
      ))}
    </span>
  );
}
