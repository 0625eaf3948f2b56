import type { StrategyForm } from './use-strategy-form.ts';

/** What every panel of the registry (panels.tsx) is given. */
export interface FormPanelProps {
  readonly form: StrategyForm;
}

/** What the panel of coins needs of the form that it stands in. */
export type CoinForm = Pick<
  StrategyForm,
  'definition' | 'spec' | 'values' | 'context' | 'issues' | 'refused' | 'change'
>;
