import fc from 'fast-check';
import { equallySplit, withCoinAdded, withCoinRemoved } from '#components/create/coin-shares.ts';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { seenValues } from '#components/form/seen-values.ts';
import { COINS_FIELD, PAIRS_FIELD, severalCoinsChanges, togglePair } from '#components/form/several-coins.ts';
import { TRAILING_FIELDS } from '#components/form/trailing-draft.ts';
import { formatRows, parseRows } from '#lib/kinds/martingale/definition/rows.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FieldDescriptor, FormValues } from '#lib/strategies/definition.ts';
import { bringsCoins, formatCoins, parseCoins } from '#lib/strategies/portfolio/coins.ts';

/** Forms as somebody fills them in at random: only what the screen shows can be touched, in fields and in panels. */

export const typed = fc.oneof(
  fc.integer({ min: 0, max: 120 }).map(String),
  fc.integer({ min: 1, max: 99_999 }).map((n) => (n / 10).toFixed(1)),
  fc.constantFrom('', '0', '1', 'Y', 'N', 'x', '0.5'),
);

export interface Step {
  readonly at: number;
  readonly value: string;
  readonly pick: number;
}
export const steps = fc.array(fc.record({ at: fc.nat(), value: typed, pick: fc.nat() }), { maxLength: 25 });

type Changes = readonly (readonly [field: string, value: string])[];

/** A block with a component of its own: what can be done in it, and which of the form's values it shows then. */
interface Panel {
  act(values: FormValues, step: Step, spec: MarketSpec): Changes;
  shows(values: FormValues): readonly string[];
}

const one = <T>(from: readonly T[], { pick }: Step): T => from[pick % from.length] as T;
const ROWS = 'price_step_details';
const ASSETS = ['BTC', 'ETH', 'XRP'];
export const PAIRS = ['BTC_USDT', 'ETH_USDT', 'SOL_USDT'];

function editRows(text: string, step: Step): Changes {
  const rows = parseRows(text) ?? [];
  const last = rows.at(-1) ?? { price_steps: '1', increasing_share: '1' };
  const at = 1 + (step.at % Math.max(1, rows.length - 1));
  const edit = (part: object) => rows.map((row, index) => (index === at ? { ...row, ...part } : row));
  const next = one(
    [
      [...rows, last],
      rows.length > 2 ? rows.slice(0, -1) : rows,
      edit({ price_steps: step.value }),
      edit({ increasing_share: step.value }),
    ],
    step,
  );
  return [[ROWS, formatRows(next)]];
}

function editCoins(values: FormValues, step: Step): Changes {
  const rows = parseCoins(values.coins ?? '') ?? [];
  const isBrought = bringsCoins(values);
  const asset = one(ASSETS, step);
  const isChosen = rows.some((row) => row.asset === asset);
  const part = isBrought ? { amount: step.value } : { rate: step.value };
  const next = [
    isChosen ? withCoinRemoved(rows, asset) : withCoinAdded(rows, asset, isBrought),
    rows.map((row) => (row.asset === asset ? { ...row, ...part } : row)),
    isBrought ? rows : equallySplit(rows),
  ];
  return [['coins', formatCoins(next[step.at % next.length] ?? rows)]];
}

export const PANELS: Readonly<Record<string, Panel>> = {
  trailing: {
    act: (_values, step) => [[one(TRAILING_FIELDS, step), step.at % 2 === 0 ? one(['0', '1'], step) : step.value]],
    shows: (values) => [
      'trail_up',
      'trail_down',
      ...(values.trail_up === '1' ? ['stop_upward_price'] : []),
      ...(values.trail_down === '1' ? ['stop_downward_price'] : []),
      ...(values.trail_up === '1' || values.trail_down === '1' ? ['moving_average_momentum'] : []),
    ],
  },
  leverage: { act: (_values, { value }) => [['leverage', value]], shows: () => ['leverage'] },
  'free-params': { act: (values, step) => editRows(values[ROWS] ?? '', step), shows: () => [ROWS] },
  'order-overview': { act: () => [], shows: () => [] },
  'coin-list': { act: editCoins, shows: () => ['coins'] },
  'arbitrage-market': { act: (_values, _step, spec) => [['arbitrage_market', spec.market]], shows: () => [] },
  // Their editor has properties of its own.
  conditions: { act: () => [], shows: () => ['conditions'] },
};

/** The choice between one coin and several, which stands before the fields of a spot martingale. */
const COINS_BLOCK: Panel = {
  act: (values, step, spec) =>
    one<Changes>(
      [
        severalCoinsChanges(spec.market),
        [[COINS_FIELD, '0']],
        values[COINS_FIELD] === '1' ? [[PAIRS_FIELD, togglePair(values, one(PAIRS, step))]] : [],
      ],
      { ...step, pick: step.at },
    ),
  shows: (values) => [COINS_FIELD, ...(values[COINS_FIELD] === '1' ? [PAIRS_FIELD] : [])],
};

type Shown = readonly [FieldDescriptor | null, Panel | null];

const NONE: ReadonlySet<string> = new Set();

/** `aside`: fields that the form does not show although its definition does – in AI mode those that the AI says itself. */
function shownOf(
  definition: AnyDefinition,
  seen: FormValues,
  spec: MarketSpec,
  aside: ReadonlySet<string>,
): readonly Shown[] {
  const fields = definition.fields
    .filter(({ name, isShown }) => isShown?.(seen, spec) !== false && !aside.has(name))
    .map((field): Shown => [field, field.input === 'panel' ? (PANELS[field.panel ?? ''] ?? null) : null]);
  // Several coins are the manual form's (C-182).
  return definition.kind === 'martingale' && aside === NONE ? [[null, COINS_BLOCK], ...fields] : fields;
}

/** Names of the values that the screen shows. */
export function namesShown(definition: AnyDefinition, seen: FormValues, spec: MarketSpec): ReadonlySet<string> {
  return new Set(
    shownOf(definition, seen, spec, NONE).flatMap(
      ([field, panel]) => panel?.shows(seen) ?? (field === null ? [] : field.name),
    ),
  );
}

/** Names of every value that a draft of this kind may hold. */
export function namesOf(definition: AnyDefinition, spec: MarketSpec): readonly string[] {
  const own = definition.fields.flatMap(({ name, panel }) => (panel === 'trailing' ? TRAILING_FIELDS : [name]));
  const coins = definition.kind === 'martingale' ? [COINS_FIELD, PAIRS_FIELD] : [];
  return [...new Set([...Object.keys(definition.defaults(spec)), ...own, ...coins])];
}

/** What a trader can do to a field: choose one of its options, flip it, or type. */
function wordFor({ input, options, states }: FieldDescriptor, { value, pick }: Step): string {
  if (options !== undefined) return options[pick % options.length]?.value ?? '';
  if (input === 'switch') return (states ?? ['0', '1'])[pick % 2] ?? '0';
  return value;
}

/** Fills a form as its screen allows: only what is shown can be touched, and the definition says what follows. */
export function play(
  definition: AnyDefinition,
  spec: MarketSpec,
  start: FormValues,
  todo: readonly Step[],
  aside: ReadonlySet<string> = NONE,
): FormValues {
  return todo.reduce((values, step) => {
    const seen = seenValues(definition, values, spec);
    const shown = shownOf(definition, seen, spec, aside);
    const [field, panel] = shown[step.at % shown.length] ?? [null, null];
    const changes: Changes =
      panel?.act(seen, { ...step, at: Math.floor(step.at / shown.length) }, spec) ??
      (field === null ? [] : [[field.name, wordFor(field, step)]]);
    return changes.reduce(
      (present, [name, word]) =>
        definition.refusal?.(present, name, word, spec) ? present : definition.reduce(present, name, word, spec),
      values,
    );
  }, start);
}
