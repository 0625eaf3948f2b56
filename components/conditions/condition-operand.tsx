'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { HintMark } from '#components/form/field-hint.tsx';
import { useIssueText } from '#components/form/use-issue-text.ts';
import { Icon } from '#components/ui/icon.tsx';
import { NumberField } from '#components/ui/number-field.tsx';
import { termsOfField } from '#lib/figures/field-terms.ts';
import { type IndicatorId, indicatorSpec } from '#lib/indicators/catalogue.ts';
import type { ConditionIssue } from '#lib/indicators/condition-rules.ts';
import { conditionFault } from '#lib/kinds/indicator/definition/check-conditions.ts';
import { withArg } from './condition-draft.ts';
import { indicatorGroups } from './indicator-groups.ts';
import { useConditionWords } from './use-condition-words.ts';

export interface OperandProps {
  readonly place: 'left' | 'right';
  readonly label: string;
  readonly id: IndicatorId;
  readonly args: readonly string[];
  readonly isFixed?: boolean;
  /** Findings about the arguments of this operand. */
  readonly issues: readonly Omit<ConditionIssue, 'side' | 'index'>[];
  readonly onIndicator: (id: IndicatorId) => void;
  readonly onArgs: (args: readonly string[]) => void;
}

/** What an argument means, of whichever indicator. */
function ArgMark({ label, name }: { readonly label: string; readonly name: string }) {
  const terms = termsOfField(`args.${name}`);
  return terms === undefined ? null : <HintMark label={label} terms={terms} kind={undefined} />;
}

/** An indicator, or a number, with its arguments; what is wrong with an argument stands at its field (E-166…E-175). */
export function ConditionOperand(props: OperandProps) {
  const { place, label, id, args, isFixed = false, issues, onIndicator, onArgs } = props;
  const t = useTranslations('conditions');
  const words = useConditionWords();
  const say = useIssueText();
  const selectId = useId();
  const errorAt = (arg: number): string | undefined => {
    const issue = issues.find((one) => one.arg === arg);
    if (issue === undefined) return undefined;
    // Side and row are where one looks already.
    const { code, spec } = issue;
    return say(conditionFault('conditions', { code, ...(spec === undefined ? {} : { spec }) }));
  };
  const specs = indicatorSpec(id).args;
  const groups = indicatorGroups(place, id);
  const choose = (text: string): void => {
    const chosen = groups.flatMap(({ indicators }) => indicators).find((one) => one === text);
    if (chosen !== undefined) onIndicator(chosen);
  };
  return (
    <div className="flex flex-wrap items-start gap-2">
      <div className="flex min-w-44 flex-1 basis-full flex-col gap-1 md:basis-44">
        <label htmlFor={selectId} className="text-xs text-ink-2">
          {label}
        </label>
        <span className="relative inline-flex">
          <select
            id={selectId}
            value={id}
            disabled={isFixed}
            onChange={(event) => choose(event.target.value)}
            className="min-h-11 w-full appearance-none rounded-md bg-surface-2 py-1 pe-8 ps-3 text-sm disabled:opacity-60 md:min-h-9"
          >
            {groups.map((group) => (
              <optgroup key={group.id} label={t(`group.${group.id}`)}>
                {group.indicators.map((one) => (
                  <option key={one} value={one}>
                    {words.indicator(one)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <Icon
            name="chevronDown"
            size={14}
            className="pointer-events-none absolute top-1/2 end-2.5 -translate-y-1/2 text-ink-3"
          />
        </span>
      </div>
      {specs.map((spec, index) => (
        <NumberField
          key={spec.key}
          label={words.arg(spec.key)}
          mark={<ArgMark label={words.arg(spec.key)} name={spec.key} />}
          isSigned={spec.min < 0}
          // What a whole number has behind its point is said, not refused (E-175).
          decimals={Math.max(1, spec.decimals)}
          value={args[index] ?? ''}
          disabled={isFixed}
          onChange={(typed) => onArgs(withArg(args, index, typed))}
          error={errorAt(index)}
          className="w-24 flex-1 md:flex-none"
        />
      ))}
    </div>
  );
}
