import { NO_FIGURE } from '#lib/money/display.ts';

/** What all ends of a plan come to, asset by asset. */
export function SumLine({ label, figures }: { readonly label: string; readonly figures: readonly string[] }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-3">{label}</dt>
      <dd className="flex flex-col items-end font-medium" data-end-sum>
        {figures.length === 0 ? NO_FIGURE : figures.map((figure) => <span key={figure}>{figure}</span>)}
      </dd>
    </div>
  );
}
