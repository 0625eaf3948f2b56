'use client';

import * as Radix from '@radix-ui/react-tabs';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { directionOf } from '#lib/i18n/languages.ts';
import { CONDITION_SIDES, type ConditionSideName } from '#lib/indicators/condition.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { type ConditionDraft, issuesOfSide } from './condition-draft.ts';
import { ConditionSide } from './condition-side.tsx';
import { type ConditionMarks, useConditionMarks } from './use-condition-marks.ts';

function SideTab({
  name,
  draft,
  marks,
  periods,
}: {
  readonly name: ConditionSideName;
  readonly draft: ConditionDraft;
  readonly marks: ConditionMarks;
  readonly periods: readonly string[] | undefined;
}) {
  const t = useTranslations('conditions');
  const isFaulty = issuesOfSide(draft, name, periods).length > 0;
  const count = marks.state === 'ready' ? marks.countOf(name) : null;
  return (
    <Radix.Trigger
      value={name}
      className="flex min-h-11 flex-1 items-center justify-center gap-1.5 rounded-md px-2 text-sm whitespace-nowrap text-ink-2 hover:text-ink-1 data-[state=active]:bg-surface-3 data-[state=active]:font-medium data-[state=active]:text-ink-1 md:min-h-9 md:flex-none md:justify-start md:px-3"
    >
      {t(`side.${name}`)}
      {isFaulty ? (
        <>
          <Icon name="warning" size={14} className="text-danger" />
          <span className="sr-only">{t('faulty')}</span>
        </>
      ) : (
        count !== null && <span className="text-2xs text-ink-2 max-md:hidden">{t('marks.short', { count })}</span>
      )}
    </Radix.Trigger>
  );
}

/**
 * The condition modal (E-094): the four sides on the left – a row on top on phones –, each with its period, ratio and
 * conditions. It stands beside the chart, which marks meanwhile where each side would have held. A draft: only Confirm
 * changes the form, Escape and Cancel leave it as it was.
 */
export function ConditionEditor({
  conditions,
  spec,
  periods,
  initialSide,
  onConfirm,
  onClose,
}: {
  readonly conditions: ConditionDraft;
  readonly spec: MarketSpec;
  /** K-line periods that the exchange offers (C-148). */
  readonly periods: readonly string[] | undefined;
  readonly initialSide: ConditionSideName;
  readonly onConfirm: (conditions: ConditionDraft) => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('conditions');
  const [draft, setDraft] = useState(conditions);
  const [side, setSide] = useState<ConditionSideName>(initialSide);
  const marks = useConditionMarks(draft, spec);
  const confirm = (): void => {
    const faulty = CONDITION_SIDES.find((name) => issuesOfSide(draft, name, periods).length > 0);
    if (faulty === undefined) onConfirm(draft);
    else setSide(faulty);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('title')}
      width="md"
      place="end"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button tone="primary" onClick={confirm}>
            {t('confirm')}
          </Button>
        </>
      }
    >
      <Radix.Root
        dir={directionOf(useLocale())}
        value={side}
        onValueChange={(next) => setSide(CONDITION_SIDES.find((name) => name === next) ?? side)}
        orientation="vertical"
        className="flex flex-col gap-3 md:grid md:grid-cols-[132px_minmax(0,1fr)] md:gap-4"
      >
        <Radix.List
          aria-label={t('sides')}
          className="sticky top-0 z-10 flex gap-1 bg-surface-1 pb-1 md:flex-col md:self-start"
        >
          {CONDITION_SIDES.map((name) => (
            <SideTab key={name} name={name} draft={draft} marks={marks} periods={periods} />
          ))}
        </Radix.List>
        {CONDITION_SIDES.map((name) => (
          <Radix.Content key={name} value={name} className="min-w-0 outline-none">
            <ConditionSide name={name} draft={draft} marks={marks} periods={periods} onChange={setDraft} />
          </Radix.Content>
        ))}
      </Radix.Root>
      <p className="mt-2 text-2xs text-ink-3 max-md:hidden">{t('marks.note')}</p>
    </Dialog>
  );
}
