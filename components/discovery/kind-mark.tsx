import type { PickerClass } from '#lib/strategies/kind-facts.ts';

/** One drawing for each picker class: what its bots do with the price. */
const DRAWINGS: Readonly<Record<PickerClass, string>> = {
  grid: 'M4 7h24M4 16h24M4 25h24M5 21l6-9 6 8 5-10 5 6',
  'average-cost': 'M4 7h6v6h6v6h6v6h6M7 26V16m9 10v-4',
  'passive-arbitrage': 'M4 12h20l-5-5M28 20H8l5 5',
  expert: 'M5 27V15m7 12V9m8 18V17m7 10V5M4 10l7-5 9 7 8-8',
};

export function KindMark({ pickerClass }: { readonly pickerClass: PickerClass }) {
  return (
    <span
      aria-hidden
      className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent"
    >
      <svg aria-hidden width="24" height="24" viewBox="0 0 32 32" fill="none" stroke="currentColor" strokeWidth="2">
        <path d={DRAWINGS[pickerClass]} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </span>
  );
}
