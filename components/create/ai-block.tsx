'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { GRADE_TONES } from '#components/bots/figures/grade-tones.ts';
import { GradeTrack } from '#components/bots/figures/grade-track.tsx';
import { ConditionSummary } from '#components/conditions/condition-summary.tsx';
import { FieldHint } from '#components/form/field-hint.tsx';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { Badge } from '#components/ui/badge.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { InfoTip } from '#components/ui/info-tip.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import type { JudgedResult } from '#lib/contract/ai-judged.ts';
import { parseConditions } from '#lib/kinds/indicator/definition/conditions.ts';
import type { AiFound } from './ai-parameters.ts';
import { AI_CYCLES, type AiChoice } from './use-ai-found.ts';
import { useFieldWords } from './use-field-words.ts';

/** Weeks that a full judgement rests on. */
const FULL_WEEKS = 8;

/** What the money would be in without a bot. */
type Held = 'coin' | 'coins' | 'money';

function heldOf({ definition }: StrategyForm): Held {
  return definition.ai.held?.word ?? 'coin';
}

/**
 * A grade with what it rests on: what the AI's choices gave in weeks that they did not know, beside just holding and the
 * middle of all candidates, and how earlier suggestions with this grade did. What the searched window itself gave never
 * stands alone, and nothing is annualised. Of what nobody judged – the documented calls have no grades – that.
 */
export function GradedLine({
  judged,
  held,
  kind,
}: {
  readonly judged: JudgedResult;
  readonly held: Held;
  readonly kind: string;
}) {
  const t = useTranslations('trade.ai');
  const { grade } = judged;
  if (grade === '') return <p className="text-2xs text-warn">{t('ungraded')}</p>;
  return <Judgement judged={{ ...judged, grade }} held={held} kind={kind} />;
}

function Judgement({
  judged,
  held,
  kind,
}: {
  readonly judged: JudgedResult & { readonly grade: keyof typeof GRADE_TONES };
  readonly held: Held;
  readonly kind: string;
}) {
  const t = useTranslations('trade.ai');
  const hold = t('hold', { held });
  // What stays money has no price that could change.
  const keptAs = held === 'money' ? 'keeping' : 'holding';
  const figures = useFigures();
  const rate = (fraction: string) => <TrendText value={fraction} text={figures.change(fraction)} />;
  const weeks = judged.folds.length;
  return (
    <div className="flex flex-col gap-0.5 text-xs" data-graded={judged.grade}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={GRADE_TONES[judged.grade]}>{t('grade', { grade: judged.grade })}</Badge>
        <span className="flex items-center gap-1.5">
          <span>
            {rate(judged.held_out_rate)}{' '}
            <FigureName
              figure="judged_rate"
              others={['grade', keptAs, 'middle_rate', 'similar_rate', 'profit_rate']}
              kind={kind}
              values={{
                grade: judged.grade,
                judged_rate: figures.change(judged.held_out_rate),
                [keptAs]: figures.change(judged.hold_rate),
                middle_rate: figures.change(judged.median_rate),
                similar_rate: `${figures.change(judged.neighbour_low)} … ${figures.change(judged.neighbour_high)}`,
              }}
            >
              {t('aWeek')}
            </FigureName>
          </span>
          <InfoTip label={t('explain')}>{t('explainText', { days: judged.cycle, weeks, hold })}</InfoTip>
        </span>
      </p>
      <dl className="flex flex-wrap gap-x-3 text-2xs text-ink-3">
        <Rated label={hold}>{rate(judged.hold_rate)}</Rated>
        <Rated label={t('middle')}>{rate(judged.median_rate)}</Rated>
        <Rated label={t('similar')}>
          {rate(judged.neighbour_low)} … {rate(judged.neighbour_high)}
        </Rated>
        <Rated label={t('searched', { days: judged.cycle })}>{rate(judged.fitted_rate)}</Rated>
      </dl>
      {judged.grade !== 'D' && Number(judged.held_out_rate) < 0 && (
        <p className="text-2xs text-warn">{t('lost', { hold })}</p>
      )}
      {weeks < FULL_WEEKS && <p className="text-2xs text-warn">{t('fewWeeks', { weeks })}</p>}
      <GradeTrack
        track={judged.track.find(({ grade }) => grade === judged.grade) ?? null}
        order={judged.track_order}
        hold={hold}
      />
    </div>
  );
}

/** A figure beside what is judged; how it is computed says the name of the line's first one. */
function Rated({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-1">
      <dt>{label}</dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  );
}

/** Fields that say how the others are meant, which their own words already do. */
const SAID_BY_OTHERS = ['enable_free_params', 'price_step_type'];

/** What the AI found, to read: each parameter by the name that its field has (C-064). */
function ParameterList({ form, found }: { readonly form: StrategyForm; readonly found: AiFound }) {
  const t = useTranslations('trade.ai');
  const typed = Object.fromEntries(found.changes);
  const isFound = (name: string): boolean => Object.hasOwn(typed, name) && !SAID_BY_OTHERS.includes(name);
  const rows = useFieldWords(form)({ ...form.values, ...typed }, ({ name }) => isFound(name));
  const conditions = parseConditions(typed.conditions ?? '');
  return (
    <>
      {conditions !== null && <ConditionSummary conditions={conditions} isSmall />}
      <dl className="flex flex-col gap-1 text-xs">
        {rows.map(({ field, label, words }) => (
          <div key={field.name} className="flex items-baseline justify-between gap-3" data-found={field.name}>
            <dt className="flex shrink-0 items-center gap-1.5 text-ink-3">
              {label}
              <FieldHint form={form} label={field.label} />
            </dt>
            <dd className="min-w-0 text-end wrap-anywhere">{words}</dd>
          </div>
        ))}
      </dl>
      {conditions !== null && <p className="text-2xs text-ink-3">{t('ownConditions')}</p>}
      {typed.coins !== undefined && <p className="text-2xs text-ink-3">{t('ownCoins')}</p>}
    </>
  );
}

/** The windows that were searched, each with its own graded line; the chosen one's parameters are those above. */
function CycleChoice({
  choice,
  held,
  kind,
}: {
  readonly choice: AiChoice;
  readonly held: Held;
  readonly kind: string;
}) {
  const t = useTranslations('trade.ai');
  return (
    <fieldset className="flex flex-col gap-2 border-t pt-2">
      <legend className="sr-only">{t('cycles')}</legend>
      {AI_CYCLES.map((cycle) => {
        const found = choice.byCycle[cycle];
        return (
          <div key={cycle} data-cycle={cycle}>
            <label
              className={classNames(
                'flex min-h-11 items-center gap-2 text-xs text-ink-2 md:min-h-6',
                found !== undefined && 'cursor-pointer',
              )}
            >
              <input
                type="radio"
                name="ai-cycle"
                checked={found !== undefined && found === choice.found}
                disabled={found === undefined}
                onChange={() => choice.choose(cycle)}
                className="accent-(--accent)"
              />
              {t('cycle', { days: cycle })}
            </label>
            <div className="ps-5">
              {found === undefined ? (
                <p className="text-xs text-ink-3">{t('notComputed')}</p>
              ) : (
                <GradedLine judged={found.judged} held={held} kind={kind} />
              )}
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}

/** AI mode: the parameters to read with how they were judged, and the way to change them (C-064). */
export function AiBlock({
  form,
  choice,
  onManual,
}: {
  readonly form: StrategyForm;
  readonly choice: AiChoice;
  /** Absent where there is no manual form behind it (the moon-bot). */
  readonly onManual?: () => void;
}) {
  const t = useTranslations('trade.ai');
  return (
    <section aria-label={t('title')} className="flex flex-col gap-2 rounded-md border p-3">
      <h3 className="flex items-center justify-between gap-2 text-xs text-ink-2">
        {t('title')}
        {onManual !== undefined && (
          <button type="button" onClick={onManual} className="-my-1 min-h-11 px-1 text-accent md:min-h-6">
            {t('toManual')}
          </button>
        )}
      </h3>
      <ParameterList form={form} found={choice.found} />
      <CycleChoice choice={choice} held={heldOf(form)} kind={form.definition.kind} />
    </section>
  );
}

/** Why the form is not filled in by the AI although it has parameters: all of them are graded D (H51), or nobody graded them. */
export function NotAdvised({ form, choice }: { readonly form: StrategyForm; readonly choice: AiChoice }) {
  const t = useTranslations('trade.ai');
  const isGraded = Object.values(choice.byCycle).some(({ judged }) => judged.grade !== '');
  return <Notice>{isGraded ? t('notAdvised', { hold: t('hold', { held: heldOf(form) }) }) : t('ungraded')}</Notice>;
}

/** Manual mode's way back to the AI's parameters, while there are some (C-065). */
export function BackToAuto({
  form,
  choice,
  onAuto,
}: {
  readonly form: StrategyForm;
  readonly choice: AiChoice;
  readonly onAuto: () => void;
}) {
  const t = useTranslations('trade.ai');
  const { isAdvised } = choice;
  return (
    <div className="flex flex-col gap-1">
      {!isAdvised && <NotAdvised form={form} choice={choice} />}
      <button type="button" onClick={onAuto} className="-my-1 min-h-11 self-end px-1 text-xs text-accent md:min-h-6">
        {t(isAdvised ? 'toAuto' : 'toAutoAnyway')}
      </button>
    </div>
  );
}
