'use client';

import { useLocale } from 'next-intl';
import { createPath } from '#components/addresses/create-path.ts';
import { leavePrefill } from '#components/form/leave-prefill.ts';
import type { BacktestRecord } from '#lib/contract/backtest-calls.ts';
import { instrumentOfRecord } from './record-instrument.ts';

/** One click to a bot (E-004, E-086, E-093): the page and the form of the record's kind, filled in from what it was created with, or as far as its params tell that (E-115). */
export function useCreateFromRecord(): (record: BacktestRecord) => void {
  const language = useLocale();
  return (record) => {
    const { strategy_type: kind, payload, params } = record;
    const { market, type } = instrumentOfRecord(record);
    leavePrefill(payload === null ? { kind, payload: { params }, isPartial: true } : { kind, payload });
    window.location.assign(`${createPath(language, kind, market, type)}${window.location.hash}`);
  };
}
