'use client';

import { useTranslations } from 'next-intl';
import { SaveButton } from '#components/ui/save-button.tsx';
import { everyRow } from '#lib/client/every-page.ts';
import { columnsCsv, download } from '#lib/client/file-texts.ts';
import { fetchOk } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { type Filters, queryOf } from './bot-filters.tsx';

const PAGE_SIZE = 500;
/** More are a fault of the exchange. */
const MOST_PAGES = 200;

const COLUMNS = [
  'strategy_id',
  'strategy_type',
  'strategy_name',
  'market',
  'status',
  'create_time',
  'finish_time',
  'finish_as',
  'money',
  'money_asset',
  'profit',
  'profit_rate',
  'usdt_total_profit',
  'fee',
  'funding',
  'interest',
] as const satisfies readonly (keyof StrategyRow)[];

/** Rows of bots in the exchange's own words and figures. */
export function botsCsv(bots: readonly StrategyRow[]): string {
  return columnsCsv(COLUMNS, ['create_time', 'finish_time'], bots);
}

/** Takes the list along as it is filtered and sorted, all pages of it. */
export function CsvButton({ filters }: { readonly filters: Filters }) {
  const t = useTranslations('portfolio');
  const save = async (): Promise<void> => {
    const bots = await everyRow(MOST_PAGES, (page) =>
      fetchOk('portfolioBots', { query: { ...queryOf(filters), page, page_size: PAGE_SIZE } }),
    );
    download('bots.csv', 'text/csv', botsCsv(bots));
  };
  return <SaveButton label={t('csv')} save={save} />;
}
