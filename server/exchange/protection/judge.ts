import type { ProtectionLimits } from '#lib/contract/protection-calls.ts';
import type { ProtectionAction, ProtectionLimit } from '#lib/contract/protection-words.ts';
import { formatAmount, parseAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { AccountWorth } from '../portfolio/account-worth.ts';

/** How an account stands to one limit. */
export interface Standing {
  readonly limit: ProtectionLimit;
  /** The coin of a limit of exposure; '' of the drawdown. */
  readonly asset: string;
  /** Exactly at a limit it is reached. */
  readonly verdict: 'within' | 'reached' | 'unknown';
  /** Part of the peak in 1e-8, rounded down, or USDT units, below 0 when short; null = not known. */
  readonly value: bigint | null;
  /** In the same. */
  readonly most: bigint;
  readonly action: ProtectionAction;
}

/** One limit of an account as it is set. */
export type OneLimit = Pick<Standing, 'most' | 'action'>;

/** What limits a fall, or the exposure to a coin; null = nothing. */
export function limitOf(
  { drawdown, exposure }: ProtectionLimits,
  limit: ProtectionLimit,
  asset: string,
): OneLimit | null {
  if (limit === 'drawdown') {
    // Percent with at most two decimals: exact in 1e-8.
    return drawdown === null ? null : { most: unitsOf(drawdown.percent) / 100n, action: drawdown.action };
  }
  if (exposure === null) return null;
  const said = exposure.coins.find((coin) => coin.asset === asset)?.usdt ?? exposure.usdt;
  return said === '' ? null : { most: unitsOf(said), action: exposure.action };
}

/** An account and its limits: the drawdown first, then coins by name. `peak`: null = there is none yet. */
export function judge(limits: ProtectionLimits, worth: AccountWorth, peak: bigint | null): readonly Standing[] {
  const standings: Standing[] = [];
  const ofFall = limitOf(limits, 'drawdown', '');
  if (ofFall !== null)
    standings.push({ limit: 'drawdown', asset: '', ...ofFall, ...fallOf(worth.equityUsdt, peak, ofFall) });
  const named = limits.exposure?.coins.map(({ asset }) => asset) ?? [];
  for (const asset of [...new Set([...worth.exposures.keys(), ...named])].sort()) {
    const one = limitOf(limits, 'exposure', asset);
    if (one === null) continue;
    const value = worth.exposures.get(asset);
    standings.push({ limit: 'exposure', asset, ...one, ...stakeIn(value === undefined ? 0n : value, one) });
  }
  return standings;
}

type Judged = Pick<Standing, 'value' | 'verdict'>;
const UNKNOWN: Judged = { value: null, verdict: 'unknown' };

/** A part that is rounded down to 1e-8 reaches a whole number of them exactly when it does unrounded. Where there was never anything nothing has fallen. */
function fallOf(equity: bigint | null, peak: bigint | null, { most }: OneLimit): Judged {
  if (equity === null || peak === null) return UNKNOWN;
  if (peak <= 0n || equity >= peak) return { value: 0n, verdict: 'within' };
  const value = ((peak - equity) * UNITS_PER_COIN) / peak;
  return { value, verdict: value >= most ? 'reached' : 'within' };
}

function stakeIn(usdt: bigint | null, { most }: OneLimit): Judged {
  return usdt === null ? UNKNOWN : { value: usdt, verdict: sizeOf(usdt) >= most ? 'reached' : 'within' };
}

/** A warning is over when the value is back by a fifth of its limit: prices tremble. */
export function isBack({ value, most }: Standing): boolean {
  return value !== null && sizeOf(value) * 5n <= most * 4n;
}

/** The wire's words of a value or a limit: percent, or USDT. */
export function figureOf(limit: ProtectionLimit, units: bigint): string {
  return formatAmount(limit === 'drawdown' ? units * 100n : units);
}

function sizeOf(units: bigint): bigint {
  return units < 0n ? -units : units;
}

function unitsOf(text: string): bigint {
  return parseAmount(text) ?? 0n;
}
