import { type Fault, of } from './fault.ts';

const MINIMUM = ['tests/property/strategies-minimum.test.ts'];
const fundedLayout = of('lib/formulas/margin-grid-layout.ts', MINIMUM);
const marginMinimum = of('lib/formulas/minimum-investment-margin.ts', MINIMUM);

/** What forms promise of a kind and its engine does not keep. */
export const KINDS_FAULTS: readonly Fault[] = [
  fundedLayout('if (isOpeningTaken(input, bare)) return bare;', 'if (bare.cost >= 0n) return bare;'),
  marginMinimum('const MOST_RAISES = 4;', 'const MOST_RAISES = 0;'),
];
