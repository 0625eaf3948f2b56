'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { figureHead } from '#components/bots/figures/figure-head.tsx';
import { MarketName } from '#components/ui/coin-mark.tsx';
import { DataTable } from '#components/ui/data-table.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { useCall } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { isEnded } from '../bot-state.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { useWhyWords } from './use-why-words.ts';

type Why = NonNullable<ReplyOf<'botWhy'>['data']>;
type Missing = Why['missing'][number];

const REFRESH_MS = 10_000;
const SHOWN = 10;

/** What the bot waits for, and its lines without an order with the reason of each. */
export function WhyNow({ bot }: { readonly bot: StrategyRow }) {
  const { data, error } = useCall(
    'botWhy',
    { path: { id: String(bot.strategy_id) } },
    { refreshInterval: isEnded(bot) ? 0 : REFRESH_MS },
  );
  const why = data?.data;
  if (why === undefined) return <LiveGap error={error} className="h-48 w-full" />;
  return (
    <>
      <Waiting why={why} />
      {why.waits_for !== '' && <MissingOrders bot={bot} missing={why.missing} />}
    </>
  );
}

function Waiting({ why }: { readonly why: Why }) {
  const t = useTranslations('books.why');
  const reasons = useTranslations('public.card.quietReason');
  const format = useBotFormat();
  const last = why.last_trade === 0 ? t('noTrade') : t('lastTrade', { time: format.time(why.last_trade, true) });
  if (why.waits_for === '') return <p data-why="over" className="text-sm">{`${last} ${t('over')}`}</p>;
  const words = t(why.is_quiet ? 'quiet' : 'waits', { why: reasons(why.waits_for) });
  return why.is_quiet ? (
    <div data-why="quiet">
      <Notice tone="warn">{`${words} ${last}`}</Notice>
    </div>
  ) : (
    <p data-why="waits" className="text-sm">{`${last} ${words}`}</p>
  );
}

function MissingOrders({ bot, missing }: { readonly bot: StrategyRow; readonly missing: readonly Missing[] }) {
  const t = useTranslations('books.why');
  const words = useWhyWords(bot);
  const [page, setPage] = useState(1);
  return (
    <section aria-label={t('missing')} className="min-w-0">
      <h3 className="mb-1 text-sm font-medium">{`${t('missing')} (${missing.length})`}</h3>
      <DataTable<Missing & { readonly key: string }>
        label={t('missing')}
        rows={missing.map((one, at) => ({ ...one, key: `${at}` })).slice((page - 1) * SHOWN, page * SHOWN)}
        rowKey={({ key }) => key}
        columns={[
          { id: 'reason', header: t('reasonHead'), cell: ({ reason }) => words.reason(reason) },
          ...(words.isPortfolio
            ? [
                {
                  id: 'market',
                  header: words.market,
                  cell: ({ market }: Missing) => <MarketName market={market} size={14} />,
                },
              ]
            : [{ id: 'line', header: t('line'), cell: ({ level }: Missing) => (level < 0 ? NO_FIGURE : `${level}`) }]),
          { id: 'side', header: t('what'), cell: ({ side }) => t(`side.${side}`) },
          {
            id: 'price',
            header: figureHead('order_price', t('price'), bot.strategy_type),
            align: 'end',
            cell: ({ price }) => (/[1-9]/.test(price) ? words.price(price) : NO_FIGURE),
          },
        ]}
        empty={<p className="text-xs text-ink-3">{t('noMissing')}</p>}
      />
      <Pagination page={page} pages={Math.ceil(missing.length / SHOWN)} onChange={setPage} />
    </section>
  );
}
