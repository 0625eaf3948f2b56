'use client';

import { useLocale } from 'next-intl';
import { MODE_KEY } from '#components/addresses/panel-mode.ts';
import { createPath } from '#components/addresses/paths.ts';
import { leavePrefill } from '#components/form/prefill.ts';
import { writeStored } from '#lib/client/browser-storage.ts';
import type { BacktestRecord } from '#lib/contract/backtest-calls.ts';
import { instrumentOfRecord } from './record-instrument.ts';

/** One click to a bot (E-004, E-086, E-093): the page and the form of the record's kind, filled in from it. */
export function useCreateFromRecord(): (record: BacktestRecord) => void {
  const language = useLocale();
  return (record) => {
    const { market, type } = instrumentOfRecord(record);
    leavePrefill({ kind: record.strategy_type, payload: record.payload });
    // The form's tab, whatever was looked at last (C-175).
    writeStored('session', MODE_KEY, 'create');
    window.location.assign(createPath(language, record.strategy_type, market, type));
  };
}
