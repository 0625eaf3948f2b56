import { type Basis, formulaParts, type TermId } from '#lib/figures/figures.ts';
import { useTermWords } from './use-term-words.ts';

/** A formula in the page's words; notation runs from left to right in every language. */
export function Formula({ figure, basis }: { readonly figure: TermId; readonly basis?: Basis | undefined }) {
  const words = useTermWords();
  return (
    <span dir="ltr">
      {formulaParts(figure, basis).map((part, at) =>
        'text' in part ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one formula stand still
          <span key={at}>{part.text}</span>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one formula stand still
          <bdi key={at} className="text-ink-2 italic">
            {words.name(part.term)}
          </bdi>
        ),
      )}
    </span>
  );
}
