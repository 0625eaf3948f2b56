'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { glossaryPath, helpPath } from '#components/addresses/help-paths.ts';
import { isEarnType } from '#lib/contract/earn-types.ts';
import { type Basis, hasFormula, type TermId } from '#lib/figures/figures.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import { Formula } from './formula.tsx';
import { useTermWords } from './use-term-words.ts';

/** A term: name, definition, formula, what is said of it here, and the ways to the glossary and to the help of its kind or product. */
export function TermSaid({
  term,
  titleId,
  kind,
  heading,
  basis,
  children,
}: {
  readonly term: TermId;
  /** Absent where the tip is called by something else. */
  readonly titleId?: string;
  readonly kind: string | undefined;
  /** What stands right above it: a term of the same name is not called by it twice. */
  readonly heading?: string | undefined;
  /** What it is reckoned on here. */
  readonly basis?: Basis | undefined;
  readonly children?: ReactNode;
}) {
  const t = useTranslations('glossary.tip');
  const words = useTermWords();
  const language = useLocale();
  const link = 'flex min-h-11 items-center text-accent hover:underline md:min-h-8';
  return (
    <>
      {words.name(term) !== heading && (
        <p id={titleId} className="mb-1 font-medium">
          {words.name(term)}
        </p>
      )}
      <p className="text-ink-2">{words.text(term)}</p>
      {hasFormula(term) && (
        <p className="mt-2 text-ink-1">
          <Formula figure={term} basis={basis} />
        </p>
      )}
      {children}
      <p className="mt-1 flex flex-wrap gap-x-4">
        <a href={glossaryPath(language, term)} target="_blank" rel="noopener" className={link}>
          {t('glossary')}
        </a>
        {kind !== undefined && (isCreatable(kind) || isEarnType(kind)) && (
          <a href={helpPath(language, kind)} target="_blank" rel="noopener" className={link}>
            {t(isEarnType(kind) ? 'product' : 'help')}
          </a>
        )}
      </p>
    </>
  );
}
