'use client';

import { useTranslations } from 'next-intl';
import { useFieldText } from '#components/form/use-issue-text.ts';
import { DataTable } from '#components/ui/data-table.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { EditedBot } from '../actions/edited-form.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { type Said, shownValues } from './fork-values.ts';

const IS_NUMBER = /^-?\d+(\.\d+)?$/;

/** What the bot was at the moment, and what it would have been from then on. */
export function ForkChanged({
  bot,
  edited,
  was,
  said,
}: {
  readonly bot: StrategyRow;
  readonly edited: EditedBot;
  readonly was: Readonly<Record<string, string>>;
  readonly said: Said;
}) {
  const t = useTranslations('fork');
  const text = useFieldText();
  const format = useBotFormat();
  const kind = bot.strategy_type;
  const asked = shownValues(edited, kind, said);
  const before = shownValues(edited, kind, was);
  const rows = edited.definition.fields.filter(({ name }) => name in asked);
  const shown = (value = '', unit = ''): string => {
    if (!/[1-9]/.test(value)) return t('none');
    const figure = IS_NUMBER.test(value) ? format.figure(value) : value;
    return unit === '%' ? `${figure}%` : `${figure} ${unit}`.trim();
  };
  return (
    <DataTable
      label={t('changed')}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        { id: 'field', header: t('field'), cell: ({ name, label }) => text(`${label}.label`) ?? name },
        {
          id: 'was',
          header: t('was'),
          align: 'end',
          cell: ({ name, unit }) => shown(before[name], unit?.(edited.values, edited.spec)),
        },
        {
          id: 'asked',
          header: t('asked'),
          align: 'end',
          cell: ({ name, unit }) => shown(asked[name], unit?.(edited.values, edited.spec)),
        },
      ]}
      empty={null}
    />
  );
}
