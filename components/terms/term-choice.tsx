'use client';

import { useTranslations } from 'next-intl';
import { Select } from '#components/ui/select.tsx';
import type { TermId } from '#lib/figures/figures.ts';
import { useTermWords } from './use-term-words.ts';

/** The terms of one tip, one of which is shown; nothing where there is one only. */
export function TermChoice({
  terms,
  chosen,
  onChoose,
}: {
  readonly terms: readonly TermId[];
  readonly chosen: TermId;
  readonly onChoose: (term: TermId) => void;
}) {
  const t = useTranslations('glossary.tip');
  const words = useTermWords();
  if (terms.length < 2) return null;
  return (
    <Select
      label={t('figure')}
      value={chosen}
      onChange={onChoose}
      options={terms.map((term) => ({ value: term, label: words.name(term) }))}
      isWhole
      className="mb-2 w-full"
    />
  );
}
