'use client';

import { useEffect, useRef, useState } from 'react';
import { useCall } from '#lib/client/use-call.ts';
import type { QueryOf, ReplyOf } from '#lib/contract/contract.ts';
import { parseAmountUp } from '#lib/money/amount.ts';
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

/** A question that has been put, and what its minimum depends on. */
interface Asked {
  readonly basis: string;
  readonly query: QueryOf<'minAmount'>;
}

interface Answer {
  readonly basis: string;
  readonly units: bigint | null;
}
const NO_ANSWER: Answer = { basis: '', units: null };

function basisOf(query: QueryOf<'minAmount'>): string {
  return JSON.stringify(Object.entries(query).filter(([name]) => !ASIDE.includes(name)));
}

/** Until the basis changes the minimum of the last answer stands; a reply without one says that there is none. */
function answerOf(asked: Asked | null, reply: ReplyOf<'minAmount'> | undefined, error: unknown): Answer | null {
  if (asked === null) return NO_ANSWER;
  const { basis } = asked;
  if (reply?.data !== undefined && 'min_amount' in reply.data) {
    return { basis, units: parseAmountUp(reply.data.min_amount) };
  }
  // No answer, or a refusal: unknown for now, and the exchange checks it again at creation.
  return error === undefined ? null : { basis, units: null };
}

/** The exchange's minimum for what is typed: asked 500 ms after the last change, the latest question wins; again after a bad reply (D1). */
export function useMinAmount(query: QueryOf<'minAmount'> | null): MinAmount {
  const [asked, setAsked] = useState<Asked | null>(null);
  const key = query === null ? '' : JSON.stringify(query);
  const wanted = useRef(query);
  wanted.current = query;
  /** What the last answer said of one order. */
  const unitQty = useRef('');
  const last = useRef(NO_ANSWER);
  useEffect(() => {
    const next = wanted.current;
    if (key === '' || next === null) {
      setAsked(null);
      return;
    }
    const timer = setTimeout(() => {
      const more = unitQty.current === '' ? {} : { unit_qty: unitQty.current };
      setAsked({ basis: basisOf(next), query: { ...next, ...more } });
    }, MIN_AMOUNT_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  const { data, error } = useCall('minAmount', asked === null ? null : { query: asked.query }, {
    keepPreviousData: false,
    revalidateOnFocus: false,
  });
  if (data?.data !== undefined && 'unit_qty' in data.data) unitQty.current = data.data.unit_qty;
  const answer = answerOf(asked, data, error);
  // What is known of the same basis stands through a bad reply.
  const isLost = answer?.units === null && answer.basis !== '' && answer.basis === last.current.basis;
  if (answer !== null && !isLost) last.current = answer;
  const { basis, units } = last.current;
  return { units: query === null ? null : units, isPending: query !== null && basis !== basisOf(query) };
}
