'use client';

import { useEffect, useRef, useState } from 'react';
import { call } from '#lib/client/call.ts';
import type { QueryOf } from '#lib/contract/contract.ts';
import { parseAmount } from '#lib/money/amount.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues, Issue } from '#lib/strategies/definition.ts';
import type { AnyDefinition } from './any-definition.ts';

/** C-368. */
export const MIN_AMOUNT_DEBOUNCE_MS = 500;

export interface MinAmount {
  /** Units of the investment asset; null while unknown. */
  readonly units: bigint | null;
  /** The figure shown is of earlier values: a new one is on its way. */
  readonly isPending: boolean;
}

/** What the question says (C-368). The minimum does not depend on the money, but the quantity of an order does. */
const SENT = [
  'market',
  'instrument_type',
  'leverage',
  'low_price',
  'high_price',
  'grid_num',
  'is_use_base',
  'qty_type',
  'qty_rate',
  'price_type',
  'trigger_price',
  'side',
  'stop_upward_price',
  'stop_downward_price',
  'moving_average_momentum',
  'money',
] as const;
/** Said, but not what the minimum follows from: another sum leaves a known minimum standing. */
const ASIDE = ['money', 'unit_qty'];
/** Without these – as far as the kind has them – the question has no meaning (C-256). */
const NEEDED = ['low_price', 'high_price', 'grid_num'];
/** A grid without lines of its own (the infinite one) is asked about with the least count that the call takes. */
const NO_LINES = { grid_num: '2' };

/** The question to the exchange, or null while range and count are not whole and right (C-256). Faulty optional values are left out. */
export function minAmountQuery(
  definition: AnyDefinition,
  values: FormValues,
  spec: MarketSpec,
  issues: readonly Issue[],
): QueryOf<'minAmount'> | null {
  const faulty = new Set(
    issues.filter(({ severity, place }) => severity === 'error' && place === 'field').map(({ field }) => field),
  );
  const needed = NEEDED.filter((name) => definition.fields.some((field) => field.name === name));
  if (needed.length === 0 || needed.some((field) => (values[field] ?? '') === '' || faulty.has(field))) return null;
  const payload = definition.encode(values, spec) as Readonly<Record<string, unknown>>;
  const entries = SENT.filter((name) => payload[name] !== undefined && !faulty.has(name)).map((name) => [
    name,
    payload[name],
  ]);
  return { ...NO_LINES, ...Object.fromEntries(entries) } as QueryOf<'minAmount'>;
}

interface Answer {
  /** What the minimum was asked for. */
  readonly basis: string;
  readonly units: bigint | null;
}
const NO_ANSWER: Answer = { basis: '', units: null };

function basisOf(query: QueryOf<'minAmount'>): string {
  return JSON.stringify(Object.entries(query).filter(([name]) => !ASIDE.includes(name)));
}

/** The exchange's minimum for what is typed: asked 500 ms after the last change, the latest question wins. */
export function useMinAmount(query: QueryOf<'minAmount'> | null): MinAmount {
  const [answer, setAnswer] = useState<Answer>(NO_ANSWER);
  const key = query === null ? '' : JSON.stringify(query);
  const wanted = useRef(query);
  wanted.current = query;
  /** What the last answer said of one order. */
  const unitQty = useRef('');
  useEffect(() => {
    const asked = wanted.current;
    if (key === '' || asked === null) {
      setAnswer(NO_ANSWER);
      return;
    }
    const basis = basisOf(asked);
    const unit_qty = unitQty.current;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      call('minAmount', { query: unit_qty === '' ? asked : { ...asked, unit_qty } }, { signal: abort.signal })
        .then((reply) => {
          if (abort.signal.aborted) return;
          const data =
            reply.data !== undefined && 'min_amount' in reply.data ? reply.data : { min_amount: '', unit_qty: '' };
          unitQty.current = data.unit_qty;
          setAnswer({ basis, units: reply.code === 200 ? parseAmount(data.min_amount) : null });
        })
        // No answer: the minimum is unknown, and the exchange checks it again at creation.
        .catch(() => {
          if (!abort.signal.aborted) setAnswer({ basis, units: null });
        });
    }, MIN_AMOUNT_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key]);
  return { units: query === null ? null : answer.units, isPending: query !== null && answer.basis !== basisOf(query) };
}
