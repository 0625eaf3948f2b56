import type { StrategyForm } from './use-strategy-form.ts';

/** What every panel of the registry (panels.tsx) is given. */
export interface FormPanelProps {
  readonly form: StrategyForm;
}
