import { checkEditorConditions } from './check-conditions.ts';
import { DEFAULT_CONDITIONS, formatConditions, parseConditions, readConditions } from './conditions.ts';
import type { ConditionSource } from './source.ts';

/** Conditions that the trader builds (C-070, E-006): the entries of the four sides and the modal are a panel. */
export const EDITOR: ConditionSource = {
  fields: [{ name: 'conditions', input: 'panel', section: 'strategy', label: 'conditions', panel: 'conditions' }],
  defaults: { conditions: formatConditions(DEFAULT_CONDITIONS) },
  conditionsOf: readConditions,
  read: (values) => parseConditions(values.conditions ?? ''),
  check: checkEditorConditions,
  args: () => undefined,
  decode: (conditions) => {
    const read = readConditions(conditions);
    return { conditions: read === null ? '' : formatConditions(read) };
  },
  parameterRows: () => [],
};
