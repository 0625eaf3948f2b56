import type { EarnType } from '#lib/contract/earn-types.ts';
import type { StrategyForm } from './use-strategy-form.ts';

/** What a field needs of the form that it stands in. */
export interface FieldForm extends Pick<StrategyForm, 'definition' | 'values' | 'spec' | 'change'> {
  /** Whose page of help explains it; absent: that of the definition's kind. */
  readonly helpOf?: EarnType;
  /** Its name among the forms of a page (form-field-id.ts); absent: the one that creates. */
  readonly name?: string;
}
