import type { FieldDescriptor } from '../definition.ts';

/** Long, short and – for the grids that have it (H9) – neutral (C-057). */
export function sideField(hasNeutral: boolean): FieldDescriptor {
  const options = [
    { value: 'buy', label: 'side.long' },
    { value: 'sell', label: 'side.short' },
  ];
  return {
    name: 'side',
    input: 'choice',
    section: 'strategy',
    label: 'side',
    options: hasNeutral ? [...options, { value: 'neutral', label: 'side.neutral' }] : options,
  };
}

/** Number input and slider that collapse (C-058): a panel of its own. */
export const LEVERAGE_FIELD: FieldDescriptor = {
  name: 'leverage',
  input: 'panel',
  section: 'strategy',
  label: 'leverage',
  panel: 'leverage',
};
