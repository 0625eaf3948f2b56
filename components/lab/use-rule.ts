'use client';

import { useTranslations } from 'next-intl';
import type { Direction, ScenarioId } from '#lib/backtest/lab/scenarios.ts';
import { textsOf } from '#lib/client/keyed-texts.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import { ruleWords } from './scenario-words.ts';

/** What a scenario is called, and what it is in words: its figures come out of the rule that is run. */
export function useRule(id: ScenarioId, direction: Direction): { readonly name: string; readonly rule: string } {
  const t = useTranslations('lab');
  const figures = useFigures();
  const texts = textsOf(t);
  return { name: texts(`name.${direction}.${id}`), rule: texts(`rule.${direction}.${id}`, ruleWords(id, figures)) };
}
