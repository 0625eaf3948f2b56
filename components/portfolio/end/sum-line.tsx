import { FigureName } from '#components/bots/figures/figure-name.tsx';
import type { TermId } from '#lib/figures/figures.ts';
import { NO_FIGURE } from '#lib/money/display.ts';

/** What all ends of a plan come to, asset by asset. */
export function SumLine({
  label,
  figure,
  figures,
}: {
  readonly label: string;
  readonly figure: TermId;
  readonly figures: readonly string[];
}) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-3">
        <FigureName figure={figure} values={{ [figure]: figures.join(' + ') }}>
          {label}
        </FigureName>
      </dt>
      <dd className="flex flex-col items-end font-medium" data-end-sum>
        {figures.length === 0 ? NO_FIGURE : [...new Set(figures)].map((one) => <span key={one}>{one}</span>)}
      </dd>
    </div>
  );
}
