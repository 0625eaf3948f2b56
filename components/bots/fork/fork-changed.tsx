'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useFieldText } from '#components/form/use-issue-text.ts';
import { DataTable } from '#components/ui/data-table.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { withUnit } from '#lib/money/display.ts';
import type { EditedBot } from '../actions/edited-form.ts';
import { profitAssetOf } from '../bot-instrument.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { partsOf, type Said, type SaidMoney, shownValues } from './fork-values.ts';

const IS_NUMBER = /^-?\d+(\.\d+)?$/;

interface Row {
  readonly name: string;
  readonly label: string;
  readonly was: string;
  readonly asked: string;
}

/** What is put in, with its unit. */
function moneyIn(money: SaidMoney | null, bot: StrategyRow) {
  const units = { money: profitAssetOf(bot), margin: bot.money_asset, leverage: 'X' } as const;
  return (['money', 'margin', 'leverage'] as const).flatMap((name) => {
    const value = money?.[name];
    return value === undefined ? [] : [{ name, unit: units[name], value }];
  });
}

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
  const locale = useLocale();
  const text = useFieldText();
  const format = useBotFormat();
  const kind = bot.strategy_type;
  const parts = partsOf(said);
  const asked = shownValues(edited, kind, parts.fields);
  const before = shownValues(edited, kind, partsOf(was).fields);
  const shown = (value = '', unit = ''): string => {
    if (!/[1-9]/.test(value)) return t('none');
    const figure = IS_NUMBER.test(value) ? format.figure(value) : value;
    return withUnit(figure, unit, locale);
  };
  const fields = edited.definition.fields.filter(({ name }) => name in asked);
  const rows: readonly Row[] = [
    ...fields.map(({ name, label, unit }) => {
      const named = unit?.(edited.values, edited.spec);
      const texts = { was: shown(before[name], named), asked: shown(asked[name], named) };
      return { name, label: text(`${label}.label`) ?? name, ...texts };
    }),
    ...moneyIn(parts.money, bot).map(({ name, unit, value }) => ({
      name,
      label: t(`put.${name}`),
      was: shown(was[name], unit),
      asked: shown(value, unit),
    })),
  ];
  return (
    <DataTable
      label={t('changed')}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        { id: 'field', header: t('field'), cell: ({ label }) => label },
        { id: 'was', header: t('was'), align: 'end', cell: (row) => row.was },
        { id: 'asked', header: t('asked'), align: 'end', cell: (row) => row.asked },
      ]}
      empty={null}
    />
  );
}
