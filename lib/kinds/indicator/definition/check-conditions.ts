import { type ConditionIssue, type ConditionIssueCode, checkConditions } from '../../../indicators/condition-rules.ts';
import type { CheckContext, FormValues, Issue } from '../../../strategies/definition.ts';
import { fault } from '../../../strategies/rules/issue.ts';
import type { IssueCode } from '../../../strategies/rules/issue-codes.ts';
import { parseConditions } from './conditions.ts';

const CODES: Readonly<Record<ConditionIssueCode, IssueCode>> = {
  'conditions-too-many': 'condition.too_many',
  'conditions-missing': 'condition.missing',
  'period-unknown': 'condition.period',
  'ratio-unknown': 'condition.ratio',
  'ratio-on-close': 'condition.ratio_on_close',
  'operation-unknown': 'condition.operation',
  'comparator-unknown': 'condition.comparator',
  'indicator-unknown': 'condition.indicator',
  'args-count': 'condition.args',
  'arg-empty': 'condition.empty',
  'arg-not-a-number': 'condition.number',
  'arg-range': 'condition.range',
  'arg-not-whole': 'condition.whole',
  'arg-decimals': 'condition.decimals',
  'td-comparison': 'condition.td',
};

/** One finding of the conditions' own rules as an issue of a form: which side and row (from 1), which argument and its bounds. */
export function conditionFault(field: string, issue: Omit<ConditionIssue, 'side'> & { readonly side?: string }): Issue {
  const { code, side = '', index, spec } = issue;
  return fault(field, CODES[code], {
    side,
    row: index === undefined ? '' : String(index + 1),
    label: spec?.key ?? '',
    min: spec === undefined ? '' : String(spec.min),
    max: spec === undefined ? '' : String(spec.max),
    decimals: spec === undefined ? '' : String(spec.decimals),
  });
}

/** The editor's conditions (E-164…E-181): the first finding of each side. */
export function checkEditorConditions(
  values: FormValues,
  { periods }: Pick<CheckContext, 'periods'>,
): readonly Issue[] {
  const conditions = parseConditions(values.conditions ?? '');
  if (conditions === null) return [fault('conditions', 'condition.malformed')];
  const seen = new Set<string>();
  return checkConditions(conditions, periods).flatMap((issue) => {
    if (seen.has(issue.side)) return [];
    seen.add(issue.side);
    return [conditionFault('conditions', issue)];
  });
}
