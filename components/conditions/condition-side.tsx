'use client';

import { useTranslations } from 'next-intl';
import { HintMark } from '#components/form/field-hint.tsx';
import { useIssueText } from '#components/form/use-issue-text.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Select } from '#components/ui/select.tsx';
import { PREVIEW_MS } from '#lib/client/preview-days.ts';
import {
  type ConditionSideName,
  canRemoveCondition,
  DEFAULT_RATIO,
  MOST_CONDITIONS,
  POSITION_RATIOS,
  type ConditionSide as Side,
} from '#lib/indicators/condition.ts';
import { offeredPeriods } from '#lib/indicators/condition-rules.ts';
import { KLINE_PERIODS } from '#lib/indicators/kline-periods.ts';
import { conditionFault } from '#lib/kinds/indicator/definition/check-conditions.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import {
  addCondition,
  type ConditionDraft,
  changeCondition,
  issuesOfSide,
  removeCondition,
  setSide,
} from './condition-draft.ts';
import { ConditionRow } from './condition-row.tsx';
import type { ConditionMarks } from './use-condition-marks.ts';
import { useConditionWords } from './use-condition-words.ts';

export interface ConditionSideProps {
  readonly name: ConditionSideName;
  readonly draft: ConditionDraft;
  readonly marks: ConditionMarks;
  /** K-line periods that the exchange offers. */
  readonly periods: readonly string[] | undefined;
  readonly onChange: (change: (draft: ConditionDraft) => ConditionDraft) => void;
}

/** How often the side held in the past; its place is kept in every state. */
function MarkCount({ name, marks }: Pick<ConditionSideProps, 'name' | 'marks'>) {
  const t = useTranslations('conditions.marks');
  const days = PREVIEW_MS / DAY_MS;
  const count = marks.countOf(name);
  const text =
    count === null ? t('faulty') : marks.state === 'ready' ? t('count', { count, days }) : t(marks.state, { days });
  return (
    <p role="status" data-mark-count={count ?? ''} data-mark-state={marks.state} className="min-h-5 text-xs text-ink-2">
      {text}
    </p>
  );
}

/** K-line period and, except for close, the position ratio (E-095, E-096). */
function SideHead({
  name,
  side,
  periods,
  onChange,
}: Pick<ConditionSideProps, 'name' | 'periods' | 'onChange'> & { readonly side: Side }) {
  const t = useTranslations('conditions');
  const words = useConditionWords();
  const offered = offeredPeriods(periods);
  // One that came from elsewhere and is not offered stands there with what is wrong with it.
  const listed = KLINE_PERIODS.filter((period) => period === side.period || offered.includes(period));
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="flex flex-col gap-1">
        <span aria-hidden className="text-xs text-ink-2">
          {t('period')}
        </span>
        <Select
          label={t('period')}
          value={side.period}
          onChange={(period) => onChange((draft) => setSide(draft, name, { period }))}
          options={listed.map((value) => ({ value, label: words.period(value) }))}
          className="w-32"
        />
      </div>
      {name === 'close' ? (
        <p className="pb-2 text-xs text-ink-3">{t('closesAll')}</p>
      ) : (
        <div className="flex flex-col gap-1">
          <span className="inline-flex items-center gap-1.5 text-xs text-ink-2">
            <span aria-hidden>{t('ratio')}</span>
            <HintMark label={t('ratio')} text={t(`ratioHint.${name}`)} terms={['position_ratio']} kind={undefined} />
          </span>
          <Select
            label={t('ratio')}
            value={side.ratio ?? DEFAULT_RATIO}
            onChange={(ratio) => onChange((draft) => setSide(draft, name, { ratio }))}
            options={POSITION_RATIOS.map((value) => ({ value, label: words.ratio(value) }))}
            className="w-32"
          />
        </div>
      )}
    </div>
  );
}

/** One side of the editor: when it is looked at, with how much, its conditions, and how often they held (E-095…E-097). */
export function ConditionSide({ name, draft, marks, periods, onChange }: ConditionSideProps) {
  const t = useTranslations('conditions');
  const words = useConditionWords();
  const say = useIssueText();
  const side = draft[name];
  const add = (): void => onChange((present) => addCondition(present, name));
  if (side === undefined) {
    return (
      <EmptyState
        title={t('none')}
        hint={name === 'increase' || name === 'reduce' ? t(`noneHint.${name}`) : ''}
        action={<Button onClick={add}>{t('start', { side: t(`side.${name}`) })}</Button>}
      />
    );
  }
  const issues = issuesOfSide(draft, name, periods);
  const own = issues.filter(({ index }) => index === undefined);
  const isFull = side.conditions.length >= MOST_CONDITIONS;
  return (
    <div className="flex flex-col gap-3 pb-2">
      <SideHead name={name} side={side} periods={periods} onChange={onChange} />
      {own.map((issue) => (
        <p key={issue.code} role="alert" className="text-xs text-danger">
          {say(conditionFault('conditions', { ...issue, side: '' }))}
        </p>
      ))}
      {side.conditions.map((condition, index) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity but their place
          key={index}
          condition={condition}
          index={index}
          period={side.period}
          canRemove={canRemoveCondition(name, index)}
          issues={issues.filter((issue) => issue.index === index)}
          onChange={(change) => onChange((present) => changeCondition(present, name, index, change))}
          onRemove={() => onChange((present) => removeCondition(present, name, index))}
        />
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" disabled={isFull} onClick={add}>
          {t('add')}
        </Button>
        {isFull && <span className="text-xs text-ink-3">{t('full', { most: MOST_CONDITIONS })}</span>}
      </div>
      <div className="flex flex-col gap-1 rounded-md bg-surface-2 px-3 py-2">
        <p className="text-sm" data-side-sentence={name}>
          {words.side(name, side)}
        </p>
        <MarkCount name={name} marks={marks} />
      </div>
    </div>
  );
}
