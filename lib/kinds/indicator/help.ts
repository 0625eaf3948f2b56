import { INDICATOR_KINDS, type IndicatorKind } from '../../contract/vocabulary.ts';
import type { KindHelp } from '../../strategies/kind-help.ts';
import { INDICATOR_FACTS } from './facts.ts';
import { PRESETS } from './presets.ts';

/** What everybody's form has; the editor's conditions are no single figure. */
const MONEY = 'money';

function helpOf(kind: IndicatorKind): KindHelp {
  const isOnContracts = INDICATOR_FACTS[kind].page !== 'trade';
  return {
    earns: ['trend'],
    loses: ['sideways', ...(isOnContracts ? (['wrong-side', 'liquidation'] as const) : [])],
    costs: ['fee', 'slippage', ...(isOnContracts ? (['funding'] as const) : []), 'share'],
    formulas: ['order', ...(isOnContracts ? (['liquidation', 'funding'] as const) : []), 'fee'],
    values: { [MONEY]: '1000' },
    asked: [...argumentsOf(kind), MONEY],
  };
}

/** A preset's period, ratio and arguments. */
function argumentsOf(kind: IndicatorKind): readonly string[] {
  const preset = Object.entries(PRESETS).find(([name]) => name === kind)?.[1];
  const asked = ['opening', 'args'];
  return (preset?.fields ?? []).filter(({ group }) => asked.includes(group ?? '')).map(({ name }) => name);
}

export const INDICATOR_HELP = Object.fromEntries(INDICATOR_KINDS.map((kind) => [kind, helpOf(kind)])) as Readonly<
  Record<IndicatorKind, KindHelp>
>;
