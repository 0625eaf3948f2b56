import { useLocale, useTranslations } from 'next-intl';
import { Formula } from '#components/terms/formula.tsx';
import { useTermWords } from '#components/terms/use-term-words.ts';
import { basesOf, hasFormula, TERMS } from '#lib/figures/figures.ts';

/**
 * Every term with its definition and formula, in the order of the page's language; each has an anchor that tips lead to. Search engines are told
 * by the elements themselves what they are: hundreds of definitions a second time in a block of data would double the page.
 */
export function Glossary({ url }: { readonly url: string }) {
  const t = useTranslations('glossary');
  const words = useTermWords();
  const language = useLocale();
  const terms = TERMS.map((id) => ({ id, name: words.name(id), text: words.text(id) })).sort((a, b) =>
    a.name.localeCompare(b.name, language),
  );
  return (
    <div itemScope itemType="https://schema.org/DefinedTermSet">
      <meta itemProp="name" content={t('title')} />
      <link itemProp="url" href={url} />
      <dl className="grid gap-x-8 md:grid-cols-2">
        {terms.map(({ id, name, text }) => (
          <div
            key={id}
            id={id}
            itemProp="hasDefinedTerm"
            itemScope
            itemType="https://schema.org/DefinedTerm"
            className="scroll-mt-16 border-t py-2 target:bg-accent-soft"
          >
            <dt itemProp="name" className="text-sm font-medium">
              {name}
            </dt>
            <dd itemProp="description" className="text-sm text-ink-2">
              {text}
            </dd>
            {hasFormula(id) && (
              <dd className="mt-0.5 text-xs text-ink-3">
                <span className="sr-only">{t('formula')}: </span>
                <Formula figure={id} />
              </dd>
            )}
            {basesOf(id).map((basis) => (
              <dd key={basis} className="text-xs text-ink-3">
                {t(`basis.${basis}`)}: <Formula figure={id} basis={basis} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </div>
  );
}
