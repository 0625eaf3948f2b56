'use client';

import { useSetAtom } from 'jotai';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { toast } from '#lib/client/toasts.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { formDraftsAtom, paramModesAtom } from './form-state.ts';
import { takePrefill } from './prefill.ts';
import type { StrategyForm } from './use-strategy-form.ts';

/** Opens the form with what another screen left for it (a backtest's "Create bot"), as if it had been typed. */
export function usePrefill({ definition, spec }: Pick<StrategyForm, 'definition' | 'spec'>): void {
  const t = useTranslations('backtests.prefill');
  const setDrafts = useSetAtom(formDraftsAtom);
  const setModes = useSetAtom(paramModesAtom);
  useEffect(() => {
    const kind = definition.kind as RunnableKind;
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
    setModes((present) => ({ ...present, [kind]: 'manual' }));
    setDrafts((present) => ({ ...present, [kind]: values }));
    toast('success', t('done'));
  }, [definition, spec, setDrafts, setModes, t]);
}
