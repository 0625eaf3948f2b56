'use client';

import { useTranslations } from 'next-intl';
import type { ParameterRow } from '#lib/strategies/definition.ts';
import { useBotFormat } from './use-bot-format.ts';

const FIGURE = /^-?\d+(\.\d+)?$/;

/** A percent sign stands close, the name of a coin apart. */
function withUnit(text: string, unit: string): string {
  return unit === '%' || unit === '' ? `${text}${unit}` : `${text} ${unit}`;
}

/** The parameters that a definition names, in the viewer's writing. */
export function ParameterRows({ rows }: { readonly rows: readonly ParameterRow[] }) {
  const t = useTranslations('fields');
  const { figure } = useBotFormat();
  const word = (key: string): string => t(key as Parameters<typeof t>[0]);
  // A value may be words of its own ("BTC 50 % · ETH 50 %", "4h").
  const figureOrText = (text: string): string => (FIGURE.test(text) ? figure(text) : text);
  return (
    <dl className="grid gap-x-12 md:grid-cols-2">
      {rows.map(({ label, value, valueLabel, unit }) => (
        <div key={label} className="flex min-h-9 items-center justify-between gap-4 border-b text-sm">
          <dt className="text-ink-3">{word(label)}</dt>
          <dd className="text-right">
            {valueLabel === undefined
              ? withUnit(value.split(' – ').map(figureOrText).join(' – '), unit)
              : word(valueLabel)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
