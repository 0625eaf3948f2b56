import { useTranslations } from 'next-intl';
import { textsOf } from '#lib/client/keyed-texts.ts';
import { SAID_BY_REPORTS, type TermId } from '#lib/figures/figures.ts';

const SAID: Readonly<Partial<Record<TermId, string>>> = SAID_BY_REPORTS;

/** Name and definition of a term: the glossary's own, or those that the report of a backtest has of it. */
export function useTermWords(): { name(term: TermId): string; text(term: TermId): string } {
  const t = textsOf(useTranslations());
  const said = (term: TermId, own: 'name' | 'text', report: 'metric' | 'definition'): string => {
    const key = SAID[term];
    return key === undefined ? t(`glossary.terms.${term}.${own}`) : t(`backtests.result.${report}.${key}`);
  };
  return { name: (term) => said(term, 'name', 'metric'), text: (term) => said(term, 'text', 'definition') };
}
