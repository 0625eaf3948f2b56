'use client';

import { Icon } from '#components/ui/icon.tsx';
import { TIP_MARK } from '#components/ui/info-tip.tsx';
import { TipButton } from '#components/ui/tip-button.tsx';
import { toldPart } from '#lib/client/told-part.ts';
import { termsOfField } from '#lib/figures/field-terms.ts';
import type { FieldForm } from './field-form.ts';
import type { Hint } from './hint-tip.tsx';
import { useFieldText } from './use-issue-text.ts';

// Most fields are never asked about.
const tips = toldPart('hint-tip', () => import('./hint-tip.tsx'));

/** The mark of something that is set: what it means here, the terms that explain it, and the ways to the glossary and to the help of its kind. */
export function HintMark(hint: Hint) {
  return (
    <TipButton tips={tips} of={hint} label={`${hint.label}: ?`} className={TIP_MARK}>
      <Icon name="info" size={12} />
    </TipButton>
  );
}

/** That of a field, by the name of its words: every field has one (tests/unit/field-marks.test.tsx). */
export function FieldHint({
  form,
  label,
}: {
  readonly form: Pick<FieldForm, 'definition' | 'helpOf'>;
  readonly label: string;
}) {
  const text = useFieldText();
  const terms = termsOfField(label);
  if (terms === undefined) return null;
  return (
    <HintMark
      label={text(`${label}.label`) ?? label}
      text={text(`${label}.hint`)}
      terms={terms}
      kind={form.helpOf ?? form.definition.kind}
    />
  );
}
