import type { ParsedQueryOf } from '../contract/contract.ts';
import type { BotParams } from '../contract/strategy.ts';
import type { PlannedLiquidations } from '../formulas/futures-grid-liquidation.ts';
import type { AssetPair } from '../formulas/margin-loan.ts';
import { floorToStep, mulDivDown, parseAmount } from '../money/amount.ts';
import type { MarketKind, MarketSpec } from '../money/market-spec.ts';
import type { DemoKind } from './demo-wish.ts';

/** A market by its name, and whether it is the spot market or a contract and which. */
export interface MarketPlace {
  readonly market: string;
  readonly type: MarketKind;
}

/** Where a bot of a payload stands – that market is the one its rows name –, and what else it trades. Kept of bots that ended. */
export interface Place extends MarketPlace {
  readonly companions?: readonly MarketPlace[];
  /** Form field that is at fault when this market or a companion does not exist; absent: `market`. */
  readonly marketField?: string;
}

/** Why the exchange refuses a payload that the contract takes: for the markets that it names, or by `refusal` of its kind. */
export interface PlaceRefusal {
  readonly field: string;
  readonly issue: string;
  readonly values?: Readonly<Record<string, string>>;
}

/** Money of one asset, units. */
export interface Fund {
  readonly asset: string;
  readonly amount: bigint;
}

/** The payload's words that rows show and that stopping asks for. */
export interface KindTerms {
  readonly leverage: string;
  readonly side: string;
  /** Prices or rates as set; '' when not. */
  readonly takeProfit: string;
  readonly stopLoss: string;
  /** At the end the coins are kept, not sold. */
  readonly keepsCoins: boolean;
  /** It is said to be of AI parameters; whether it is, the exchange looks itself. */
  readonly isAi: boolean;
}

/** What a bot of these parameters would be at a price; the least that it needs is its definition's `minimum`. */
export interface KindPlan {
  /** Smallest order that the investment gives; 0n for kinds whose orders are not planned ahead. */
  readonly unitQuantity: bigint;
  /** Where it would be liquidated (contracts) or closed by force (loans), ticks; null for kinds that cannot be. */
  readonly liquidation: PlannedLiquidations | null;
  readonly maxLeverage: number;
  /** What it borrows; absent for kinds that do not. */
  readonly loan?: AssetPair;
}

/** Stops as their owner asks for them: '' = none, undefined = as they are. */
export interface AskedStops {
  readonly stopLoss: string | undefined;
  readonly takeProfit: string | undefined;
}

/** Where the payload of a kind says when its bot stops. */
export interface StopFields<Payload> {
  /** What they are: prices, parts of the investment, or parts of what a round has cost. */
  readonly of: 'price' | 'investment' | 'round';
  /** Their form fields, at which the check says what is wrong with them. */
  readonly fields: readonly string[];
  /** The stop that it does not have where `with` says so; absent: a take profit. */
  readonly lacks?: 'stop_loss';
  /** The payload with other ones; null where the bot has no such stop. */
  with(payload: Payload, asked: AskedStops): Payload | null;
}

/** Stops that a payload has by the documented names, at its top. */
export function stopsAtTop<P extends object>(of: StopFields<P>['of']): StopFields<P> {
  return { of, fields: ['stop_loss', 'stop_profit'], with: (payload, asked) => ({ ...payload, ...named(asked) }) };
}

/** Stops among a payload's params, by names of their own. */
export function stopsInParams<P extends { readonly params: object }>(
  of: StopFields<P>['of'],
  stopLoss: string,
  takeProfit: string,
): StopFields<P> {
  return {
    of,
    fields: [stopLoss, takeProfit],
    with: (payload, asked) => ({ ...payload, params: { ...payload.params, ...named(asked, stopLoss, takeProfit) } }),
  };
}

function named({ stopLoss, takeProfit }: AskedStops, loss = 'stop_loss', profit = 'stop_profit') {
  return {
    ...(stopLoss === undefined ? {} : { [loss]: stopLoss }),
    ...(takeProfit === undefined ? {} : { [profit]: takeProfit }),
  };
}

/** The payload with so much (units) in place of what is invested in money. */
export type WithMoney<Payload> = (payload: Payload, money: (before: string) => string) => Payload | null;

/** A question for the least money that a grid needs: which words of it mean a kind, and what it says of that. */
export interface MoneyQuestion<Payload> {
  /** Whether an instrument type of the wire says this kind. */
  isAbout(instrumentType: string): boolean;
  /** The question as a payload: fields that it does not have are not set. */
  payload(query: ParsedQueryOf<'minAmount'>): Payload;
}

/** The payload with another price that it waits for; '': none. */
export type WithTrigger<Payload> = (payload: Payload, price: string) => Payload;

/** Any payload that says what is invested, at the top or among its params, with this in its place. */
export function withMoneySaid<P extends PaysAtTop | PaysInParams>(payload: P, money: string): P {
  return 'params' in payload
    ? { ...payload, params: { ...payload.params, begin_money_amount: money } }
    : { ...payload, money };
}

/** What it says is invested, units. */
export function moneySaidIn(payload: PaysAtTop | PaysInParams): bigint {
  return parseAmount('params' in payload ? payload.params.begin_money_amount : payload.money) ?? 0n;
}

/** The part of an amount that one money is of another, rounded down to `step` units; zero where nothing was invested. */
export function inProportion(amount: string, money: string, of: string, step: bigint): bigint {
  const units = parseAmount(amount) ?? 0n;
  const before = parseAmount(of) ?? 0n;
  return before === 0n ? 0n : floorToStep(mulDivDown(units, parseAmount(money) ?? 0n, before), step);
}

interface PaysAtTop {
  readonly money: string;
}

interface PaysInParams {
  readonly params: { readonly begin_money_amount: string };
}

/** A payload of which some of the params are others. */
export function withParams<P extends { readonly params: object }>(payload: P, said: Partial<P['params']>): P {
  return { ...payload, params: { ...payload.params, ...said } };
}

/** Of kinds that say at the top what is invested. */
export function moneyAtTop<P extends { readonly money: string }>(): WithMoney<P> {
  return (payload, money) => ({ ...payload, money: money(payload.money) });
}

/** Of kinds that say it among their params; null where coins were brought in place of money. */
export function moneyInParams<
  P extends { readonly params: { readonly begin_money_amount: string; readonly is_use_base?: string } },
>(): WithMoney<P> {
  return (payload, money) => {
    const { params } = payload;
    if (params.is_use_base === '1') return null;
    return withMoneySaid(payload, money(params.begin_money_amount));
  };
}

/**
 * What the exchange has to know of a kind beside its definition and its engine. Everything else of a
 * bot – ledger, settlement, figures, lists – is the same for every kind.
 */
export interface ExchangeKind<Payload, Params> {
  /** What a bot of this kind waits for that has not traded for long: a price at one of its orders, its conditions, … */
  readonly waitsFor: 'order' | 'conditions' | 'shares' | 'funding' | 'date';
  /** How it appears in the demo world. */
  readonly demo: DemoKind<Payload>;
  place(payload: Payload): Place | PlaceRefusal;
  /** What else only the exchange refuses; absent where there is nothing. */
  refusal?(payload: Payload, spec: MarketSpec): PlaceRefusal | null;
  /** Coins that the bot is funded with in place of money; absent or empty: with money. */
  funds?(params: Params): readonly Fund[];
  terms(payload: Payload): KindTerms;
  /** Stops that its owner may change while it runs (M-219, M-225); absent: it has none. */
  readonly stops?: StopFields<Payload>;
  /** The payload with another price that it waits for; its owner may change that until it opens. Absent: not. */
  readonly withTrigger?: WithTrigger<Payload>;
  /** What a copy with so much money is asked to be: everything that goes by the money. Absent: the money alone. */
  asCopy?(payload: Payload, money: string): Payload;
  /** More money may be put in while it runs; absent: not. */
  readonly withMoney?: WithMoney<Payload>;
  /** Trial funds may pay for it, on the markets that take them (C-022); absent: not. */
  readonly takesTrialFunds?: true;
  /** The documented question for the least money (C-145) may be about it; absent: it has none. */
  readonly question?: MoneyQuestion<Payload>;
  plan(params: Params, lastTicks: number): KindPlan;
  /** Parameters as the owner set them, in the wire's shape; what a kind does not have is left out. */
  params(payload: Payload): Partial<BotParams>;
}

/** The spot markets of a payload's coins: the bot stands on the first one's. `none`: how a kind says that there is no coin. */
export function coinsPlace(
  params: {
    readonly begin_money_currency: string;
    readonly asset_info: readonly { readonly asset: string }[];
  },
  none: string,
): Place | PlaceRefusal {
  const [first, ...others] = params.asset_info.map(({ asset }) => ({
    market: `${asset}_${params.begin_money_currency}`,
    type: 'spot' as const,
  }));
  if (first === undefined) return { field: 'coins', issue: none };
  return { ...first, companions: others, marketField: 'coins' };
}

/** The spot market of a payload that names its kind by `instrument_type` and must name this one. */
export function placeOnSpot(market: string, instrumentType: string, expected: string): Place | PlaceRefusal {
  if (instrumentType !== expected) return { field: 'instrument_type', issue: 'instrument-unknown' };
  return { market, type: 'spot' };
}
