import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import type { AnyDefinition } from './any-definition.ts';

/** Fields that show or hide each other settle within as many rounds as there are such fields in a row; none has more. */
const MOST_ROUNDS = 8;

/**
 * The values that the screen shows: a field that is hidden now counts as untouched, whatever was typed into it before it
 * was hidden. Checks, payloads, previews and lines are made from these and from nothing else, so what is sent is what is
 * seen; the draft behind keeps what was typed for when the field comes back.
 */
export function seenValues(definition: AnyDefinition, values: FormValues, spec: MarketSpec): FormValues {
  const defaults = definition.defaults(spec);
  let seen = values;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const hidden = definition.fields.filter(
      ({ name, isShown }) => isShown?.(seen, spec) === false && (seen[name] ?? '') !== (defaults[name] ?? ''),
    );
    if (hidden.length === 0) return seen;
    seen = { ...seen, ...Object.fromEntries(hidden.map(({ name }) => [name, defaults[name] ?? ''])) };
  }
  return seen;
}

/**
 * What of a draft still has a meaning on another market: everything but prices, what is counted in a coin of the market,
 * and the market itself. `from` is what the other market's investment was made in.
 */
export function carriedValues(
  definition: AnyDefinition,
  values: FormValues,
  spec: MarketSpec,
  from: string,
): FormValues {
  const defaults = definition.defaults(spec);
  const isPrice = new Set(definition.fields.filter(({ input }) => input === 'price').map(({ name }) => name));
  const isBound = (name: string): boolean =>
    isPrice.has(name) ||
    BOUND_TO_MARKET.has(name) ||
    // The box of a price stop goes with its price; stops in percent stay.
    isPrice.has(name.replace(/_on$/, '')) ||
    (name === 'money' && (definition.investmentAsset(values, spec) !== from || values.is_use_base === '1')) ||
    // Differences in the quote coin are prices too.
    (values.price_step_type === 'diff' && STEPS.has(name));
  const kept = Object.entries(values).filter(([name]) => !isBound(name));
  return { ...defaults, ...Object.fromEntries(kept) };
}

const STEPS: ReadonlySet<string> = new Set([
  'price_step_type',
  'price_steps',
  'price_step_details',
  'enable_free_params',
]);
const BOUND_TO_MARKET: ReadonlySet<string> = new Set([
  'trail_up',
  'trail_down',
  'stop_upward_price',
  'stop_downward_price',
  'moving_average_momentum',
  'arbitrage_market',
  'create_mode',
  'pairs',
  'use_experience',
]);
