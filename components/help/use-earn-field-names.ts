import { useTranslations } from 'next-intl';
import { useTermWords } from '#components/terms/use-term-words.ts';
import { textsOf } from '#lib/client/keyed-texts.ts';
import { TERMS } from '#lib/figures/figures.ts';

/** What the values of an earn product's example are called: as the glossary calls a figure, or as the product's form calls a field. */
export function useEarnFieldNames(): (name: string) => string {
  const words = useTermWords();
  const fields = textsOf(useTranslations('fields'));
  return (name) => {
    const term = TERMS.find((one) => one === name);
    return term === undefined ? fields(`${name}.label`) : words.name(term);
  };
}
