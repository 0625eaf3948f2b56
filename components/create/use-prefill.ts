'use client';

import { useSetAtom } from 'jotai';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { draftKey, formDraftsAtom, modeKey, paramModesAtom, takenAtom } from '#components/form/form-state.ts';
import { takePrefill } from '#components/form/prefill.ts';
import { toast } from '#lib/client/toasts.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';

/** Opens the form with what another screen left for it (a backtest's "Create bot"), in a draft of its own: what was typed by hand stays. */
export function usePrefill(definition: AnyDefinition, spec: MarketSpec, page: MarketSpec): void {
  const t = useTranslations('backtests.prefill');
  const setDrafts = useSetAtom(formDraftsAtom);
  const setModes = useSetAtom(paramModesAtom);
  const setTaken = useSetAtom(takenAtom);
  useEffect(() => {
    const { kind } = definition;
    const prefill = takePrefill(kind);
    if (prefill === null) return;
    let values: FormValues;
    try {
      values = { ...definition.defaults(spec), ...definition.decode(prefill.payload as never, spec) };
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
  }, [definition, spec, page, setDrafts, setModes, setTaken, t]);
}
