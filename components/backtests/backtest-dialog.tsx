'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { isBatch } from '#components/form/creation-payload.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { HeldFields, SendButton } from '#components/ui/held-fields.tsx';
import { NumberField } from '#components/ui/number-field.tsx';
import { useAnnounces } from '#lib/client/use-announces.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { compareDecimals, isUnset, readDecimal, shiftDecimal } from '#lib/money/decimal-text.ts';
import { asksForFee } from './backtest-body.ts';
import { type BacktestDates, checkDates, DATE_PRESETS, dayOf, MAX_DAYS, presetDates } from './backtest-dates.ts';
import { FillsFields, TOUCHED, throughTicksOf } from './fills-choice.tsx';
import { useBacktestStart } from './use-backtest-start.ts';

const FIRST_PRESET = 30;
/** Percent of a fill. */
const MOST_FEE = '5';
const FEE_DECIMALS = 4;

function isFee(text: string): boolean {
  if (text === '') return true;
  const fee = readDecimal(text);
  return fee !== null && compareDecimals(fee, MOST_FEE) <= 0;
}

/** The dates: common ranges, the two ends, and what is wrong with them at the date that it is about. */
function DateFields({
  dates,
  nowMs,
  wrong,
  onChange,
}: {
  readonly dates: BacktestDates;
  readonly nowMs: number;
  readonly wrong: ReturnType<typeof checkDates>;
  readonly onChange: (dates: BacktestDates) => void;
}) {
  const t = useTranslations('backtests.create');
  const errorAt = (field: keyof BacktestDates): string | undefined =>
    wrong?.field === field ? t(`error.${wrong.issue}`, { max: MAX_DAYS }) : undefined;
  return (
    <>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('presets')}</legend>
        {DATE_PRESETS.map((days) => {
          const preset = presetDates(days, nowMs);
          const isChosen = preset.begin === dates.begin && preset.end === dates.end;
          return (
            <button
              key={days}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChange(preset)}
              className={classNames(
                'min-h-11 flex-1 rounded-md px-3 text-xs whitespace-nowrap md:min-h-8',
                isChosen ? 'bg-accent-soft text-accent' : 'bg-surface-2 text-ink-2 hover:text-ink-1',
              )}
            >
              {t('days', { days })}
            </button>
          );
        })}
      </fieldset>
      <div className="grid grid-cols-2 items-start gap-3">
        <Field
          label={t('begin')}
          type="date"
          name="backtest-begin"
          max={dayOf(nowMs)}
          value={dates.begin}
          onChange={(begin) => onChange({ ...dates, begin })}
          error={errorAt('begin')}
        />
        <Field
          label={t('end')}
          type="date"
          name="backtest-end"
          max={dayOf(nowMs)}
          value={dates.end}
          onChange={(end) => onChange({ ...dates, end })}
          error={errorAt('end')}
        />
      </div>
    </>
  );
}

/** The date-range modal (C-097): the dates, what fills cost and where they fill. */
export function BacktestDialog({ form, onClose }: { readonly form: StrategyForm; readonly onClose: () => void }) {
  const t = useTranslations('backtests.create');
  const [nowMs] = useState(() => Date.now());
  const [dates, setDates] = useState<BacktestDates>(() => presetDates(FIRST_PRESET, nowMs));
  // At first what the bot's fills would cost here; nothing typed is no fee (C-318).
  const [fee, setFee] = useState(() => shiftDecimal(formatAmount(form.context.feeRate), 2) ?? '');
  const hasFee = asksForFee(form.definition);
  const feeError = hasFee && !isFee(fee) ? t('error.fee', { max: MOST_FEE }) : undefined;
  const hasFills = useAnnounces(factsOf(form.definition.kind).restsOrders ? 'through_ticks' : null);
  const [fills, setFills] = useState(TOUCHED);
  const throughTicks = hasFills ? throughTicksOf(fills) : 0;
  const { start, ...held } = useBacktestStart(form, onClose);
  const wrong = checkDates(dates, nowMs);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('title')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <SendButton
            held={held}
            disabled={wrong !== null || feeError !== undefined || throughTicks === null}
            onClick={() => throughTicks !== null && void start({ dates, fee, throughTicks })}
          >
            {t('start')}
          </SendButton>
        </>
      }
    >
      <HeldFields held={held}>
        <p className="text-sm text-ink-2">{t('text')}</p>
        <DateFields dates={dates} nowMs={nowMs} wrong={wrong} onChange={setDates} />
        <p className="text-xs text-ink-3">{t('utc', { max: MAX_DAYS })}</p>
        {hasFee && (
          <>
            <NumberField
              label={t('fee')}
              name="backtest-fee"
              decimals={FEE_DECIMALS}
              unit="%"
              value={fee}
              onChange={setFee}
              error={feeError}
              warning={isUnset(fee) ? t('noFee') : undefined}
            />
            <p className="text-xs text-ink-3">{t('fees')}</p>
          </>
        )}
        {hasFills && <FillsFields choice={fills} onChange={setFills} />}
        {isBatch(form.definition, form.values) && (
          <p className="text-xs text-ink-3">{t('oneCoin', { market: `${form.spec.base}/${form.spec.quote}` })}</p>
        )}
      </HeldFields>
    </Dialog>
  );
}
