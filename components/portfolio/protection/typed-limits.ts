import type { BodyOf, ReplyOf } from '#lib/contract/contract.ts';
import {
  DRAWDOWN_PERCENT,
  EXPOSURE_USDT,
  MOST_COIN_LIMITS,
  PROTECTION_ACTIONS,
  type ProtectionAction,
} from '#lib/contract/protection-words.ts';
import { isPlainFigure } from '#lib/money/plain-figure.ts';

export type Protection = NonNullable<ReplyOf<'protection'>['data']>;
export type LimitsBody = BodyOf<'tryProtection'>;
export type DryRun = Extract<NonNullable<ReplyOf<'tryProtection'>['data']>, { readonly standings: unknown }>;

/** The form: texts as they are typed, '' = no limit. */
export interface TypedLimits {
  readonly percent: string;
  readonly fallAction: ProtectionAction;
  readonly usdt: string;
  readonly coins: readonly { readonly asset: string; readonly usdt: string }[];
  readonly exposureAction: ProtectionAction;
}

export function typedOf({ drawdown, exposure }: Pick<Protection, 'drawdown' | 'exposure'>): TypedLimits {
  return {
    percent: drawdown?.percent ?? '',
    fallAction: drawdown?.action ?? 'warn',
    usdt: exposure?.usdt ?? '',
    coins: exposure?.coins ?? [],
    exposureAction: exposure?.action ?? 'warn',
  };
}

/** What is typed as a text that {@link typedIn} reads. */
export function textOfTyped({ coins, ...fields }: TypedLimits): string {
  const limits = coins.map(({ asset, usdt }) => [`coin ${asset}`, usdt]);
  return new URLSearchParams([...Object.entries(fields), ...limits]).toString();
}

export function typedIn(text: string): TypedLimits {
  const said = new URLSearchParams(text);
  const action = (field: string): ProtectionAction =>
    PROTECTION_ACTIONS.find((one) => one === said.get(field)) ?? 'warn';
  const coins = [...said].filter(([field]) => field.startsWith('coin '));
  return {
    percent: said.get('percent') ?? '',
    fallAction: action('fallAction'),
    usdt: said.get('usdt') ?? '',
    coins: coins.map(([field, usdt]) => ({ asset: field.slice('coin '.length), usdt })),
    exposureAction: action('exposureAction'),
  };
}

/** What is shown is what is sent: what is empty is no limit. */
export function limitsOf({ percent, fallAction, usdt, coins, exposureAction }: TypedLimits): LimitsBody {
  const hasExposure = usdt !== '' || coins.length > 0;
  return {
    drawdown: percent === '' ? null : { percent, action: fallAction },
    exposure: hasExposure ? { usdt, coins: coins.map((coin) => ({ ...coin })), action: exposureAction } : null,
  };
}

interface Wrong {
  readonly issue: 'percent-between' | 'usdt-between';
  readonly values: Readonly<Record<string, string>>;
}

/** By field what the exchange would have against a figure. A coin that was added has to be given one: empty, it would not be sent. */
export function wrongIn({ drawdown, exposure }: LimitsBody): ReadonlyMap<string, Wrong> {
  const wrong = new Map<string, Wrong>();
  if (drawdown !== null && !isPlainFigure(drawdown.percent, DRAWDOWN_PERCENT))
    wrong.set('percent', { issue: 'percent-between', values: DRAWDOWN_PERCENT });
  const { usdt = '', coins = [] } = exposure ?? {};
  const money = { issue: 'usdt-between', values: EXPOSURE_USDT } as const;
  if (usdt !== '' && !isPlainFigure(usdt, EXPOSURE_USDT)) wrong.set('usdt', money);
  for (const [index, coin] of coins.entries())
    if (!isPlainFigure(coin.usdt, EXPOSURE_USDT)) wrong.set(`coins.${index}`, money);
  return wrong;
}

/** Whether both ask for the same. */
export function areSame(one: LimitsBody, other: LimitsBody): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether some limit, once reached, ends bots. */
export function endsBots({ drawdown, exposure }: LimitsBody): boolean {
  return drawdown?.action === 'stop-all' || exposure?.action === 'stop-all';
}

/** Coins that may be given a limit of their own: those of the account that have none yet. */
export function freeCoins(assets: readonly string[], { coins }: Pick<TypedLimits, 'coins'>): readonly string[] {
  if (coins.length >= MOST_COIN_LIMITS) return [];
  const named = new Set(coins.map(({ asset }) => asset));
  return [...new Set(assets)].filter((asset) => asset !== 'USDT' && !named.has(asset)).sort();
}
