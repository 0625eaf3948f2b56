'use client';

import { useTranslations } from 'next-intl';
import { Select } from '#components/ui/select.tsx';
import type { TermId } from '#lib/figures/figures.ts';
import { useTermWords } from './use-term-words.ts';

/** The terms of one tip, one of which is shown; nothing where there is one only. Called by the glossary's texts, it stands within what has loaded them. */
export function TermChoice({
  label,
  terms,
  chosen,
  onChoose,
}: {
  /** What is chosen from. */
  readonly label: 'title' | 'tip.figure';
  readonly terms: readonly TermId[];
  readonly chosen: TermId;
  readonly onChoose: (term: TermId) => void;
}) {
  const t = useTranslations('glossary');
  const words = useTermWords();
  if (terms.length < 2) return null;
  return (
    <Select
      label={t(label)}
      value={chosen}
      onChange={onChoose}
      options={terms.map((term) => ({ value: term, label: words.name(term) }))}
      isWhole
      className="mb-2 w-full"
    />
  );
}
