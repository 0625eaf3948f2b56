'use client';

import { useLocale } from 'next-intl';
import { createPath } from '#components/addresses/create-path.ts';
import { leavePrefill } from '#components/form/leave-prefill.ts';
import type { BacktestRecord } from '#lib/contract/backtest-calls.ts';
import { instrumentOfRecord } from './record-instrument.ts';

/** One click to a bot (E-004, E-086, E-093): the page and the form of the record's kind, filled in from it. */
export function useCreateFromRecord(): (record: BacktestRecord) => void {
  const language = useLocale();
  return (record) => {
    const { market, type } = instrumentOfRecord(record);
    leavePrefill({ kind: record.strategy_type, payload: record.payload });
    window.location.assign(`${createPath(language, record.strategy_type, market, type)}${window.location.hash}`);
  };
}
