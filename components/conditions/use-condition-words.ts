'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { textAt } from '#lib/client/keyed-texts.ts';
import type { IndicatorId } from '#lib/indicators/catalogue.ts';
import type { Comparator } from '#lib/indicators/comparators.ts';
import {
  type Condition,
  type ConditionSide,
  type ConditionSideName,
  indicatorIdOf,
} from '#lib/indicators/condition.ts';
import type { KlinePeriod } from '#lib/indicators/kline-periods.ts';
import { shiftDecimal } from '#lib/money/decimal-text.ts';
import { formatNumber, NO_FIGURE, withUnit } from '#lib/money/display.ts';

/** Stands in a sentence for what is not typed yet. */
const EMPTY = '?';

export interface ConditionWords {
  readonly indicator: (id: IndicatorId) => string;
  readonly comparator: (id: Comparator) => string;
  readonly period: (id: KlinePeriod) => string;
  readonly ratio: (ratio: string) => string;
  readonly arg: (key: string) => string;
  /** "when the MACD histogram (12, 26, 9) on 1 h is greater than 0". */
  readonly condition: (condition: Condition, period: KlinePeriod) => string;
  /** The whole side with what it does, as one sentence. */
  readonly side: (name: ConditionSideName, side: ConditionSide) => string;
}

/** Conditions in the viewer's language: one wording for editor, form, bot details and backtests. */
export function useConditionWords(): ConditionWords {
  const t = useTranslations('conditions');
  const fields = useTranslations('fields');
  const locale = useLocale();
  return useMemo(() => {
    // Words of a newer exchange are shown as they came.
    const word = (key: string, fallback: string): string => textAt(t, key) ?? fallback;
    const period = (id: KlinePeriod): string => textAt(fields, `kline_period.p${id}`) ?? id;
    // A choice of whole percents, not a figure: 100% stands beside 90% (C10, E-176).
    const ratio = (text: string): string =>
      text === '' ? NO_FIGURE : withUnit(formatNumber(shiftDecimal(text, 2) ?? '', { locale }), '%', locale);
    const operand = (name: string, args: readonly string[]): string => {
      const id = indicatorIdOf(name);
      if (id === 'number') return (args[0] ?? '') === '' ? EMPTY : formatNumber(args[0] ?? '', { locale });
      const phrase = word(`indicator.${id ?? name}.phrase`, name);
      return args.length === 0
        ? phrase
        : `${phrase}${t('args', { list: args.map((arg) => (arg === '' ? EMPTY : arg)).join(t('comma')) })}`;
    };
    const plain = (condition: Condition, of: KlinePeriod): string =>
      t('sentence.condition', {
        // "1 h" stays on one line.
        period: period(of).replaceAll(' ', '\u00a0'),
        left: operand(condition.indicatorName, condition.indicatorArgs),
        comparator: word(`comparator.${condition.comparatorName}.phrase`, condition.comparatorName),
        right: operand(condition.compareIndicatorName, condition.compareIndicatorArgs),
      });
    // Joined from left to right without precedence (lib/indicators/side-evaluator.ts): a change of the joining word
    // closes a bracket around everything before it, so that the sentence says what is reckoned.
    const joined = ({ conditions, period: of }: ConditionSide): string => {
      let before = '';
      let last: Condition['operations'] | null = null;
      for (const [index, condition] of conditions.entries()) {
        const after = plain(condition, of);
        if (index === 0) {
          before = after;
          continue;
        }
        const { operations } = condition;
        if (last !== null && last !== operations) before = t('sentence.group', { inner: before });
        before = t(`sentence.${operations}`, { before, after });
        last = operations;
      }
      return before;
    };
    return {
      indicator: (id) => word(`indicator.${id}.name`, id),
      comparator: (id) => word(`comparator.${id}.name`, id),
      period,
      ratio,
      arg: (key) => textAt(fields, `args.${key}.label`) ?? key,
      condition: (condition, of) => t('sentence.when', { conditions: plain(condition, of) }),
      side: (name, side) => t(`sentence.${name}`, { conditions: joined(side), ratio: ratio(side.ratio ?? '') }),
    };
  }, [t, fields, locale]);
}
