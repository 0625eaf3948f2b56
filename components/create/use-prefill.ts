'use client';

import { useSetAtom } from 'jotai';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { draftKey, formDraftsAtom, modeKey, paramModesAtom, takenAtom } from '#components/form/form-state.ts';
import { leavePrefill, type Prefill } from '#components/form/leave-prefill.ts';
import { takePrefill } from '#components/form/prefill.ts';
import { toast } from '#lib/client/toasts.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';

/** C-226: parameters of another trader's bot are applied so long after the form has opened, ms. */
export const COPIED_DELAY_MS = 300;

/** What the form shows of a payload; of another trader's bot without its trigger, which belonged to the price of its own beginning (C-221). */
export function prefilledValues(
  definition: AnyDefinition,
  { payload, isShared, isPartial }: Prefill,
  spec: MarketSpec,
): FormValues {
  const said = Object.entries(definition.decode(payload as never, spec)).filter(
    ([, value]) => isPartial !== true || (value ?? '') !== '',
  );
  const values: FormValues = { ...definition.defaults(spec), ...Object.fromEntries(said) };
  return isShared === true ? { ...values, trigger_price: '' } : values;
}

/** Opens the form with what another screen left for it (a backtest's "Create bot", parameters of a shared bot), in a draft of its own: what was typed by hand stays. */
export function usePrefill(definition: AnyDefinition, spec: MarketSpec, page: MarketSpec): void {
  const t = useTranslations('backtests.prefill');
  const setDrafts = useSetAtom(formDraftsAtom);
  const setModes = useSetAtom(paramModesAtom);
  const setTaken = useSetAtom(takenAtom);
  useEffect(() => {
    const { kind } = definition;
    const prefill = takePrefill(kind);
    if (prefill === null) return;
    const apply = (): void => {
      let values: FormValues;
      try {
        values = prefilledValues(definition, prefill, spec);
      } catch {
        // A payload of an older product, say: the form opens as it would have.
        toast('warning', t('failed'));
        return;
      }
      setModes((present) => ({ ...present, [modeKey(kind, page)]: 'manual' }));
      setTaken((present) => ({ ...present, [kind]: true }));
      const draft = { values, asset: definition.investmentAsset(values, spec) };
      setDrafts((present) => ({ ...present, [draftKey(kind, page, 'taken')]: draft }));
      toast('success', t('done'));
    };
    if (prefill.isShared !== true) return apply();
    let isWaiting = true;
    const timer = setTimeout(() => {
      isWaiting = false;
      apply();
    }, COPIED_DELAY_MS);
    return () => {
      clearTimeout(timer);
      // The form was left, or its market became known better: whoever comes next takes it.
      if (isWaiting) leavePrefill(prefill);
    };
  }, [definition, spec, page, setDrafts, setModes, setTaken, t]);
}
