'use client';

import { atom, getDefaultStore, type PrimitiveAtom } from 'jotai';
import { writeStored } from '#lib/client/browser-storage.ts';
import { storedEntries } from '#lib/client/stored-entries.ts';
import { DRAFT_KEYS, noteTyped, whenTraderSeen } from '#lib/client/trader-leaves.ts';
import { isRecord } from '#lib/contract/is-record.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues, StrategyCalls } from '#lib/strategies/definition.ts';
import { HOUR_MS } from '#lib/time/durations.ts';

/**
 * Where a draft comes from. Each has one of its own, so that none sends or overwrites what was typed into another:
 * the form filled in by hand, the form with the AI's parameters, the AI grid's short form, and the form as another
 * screen opened it (a backtest record, copied parameters).
 */
export type DraftEntry = 'manual' | 'ai' | 'moon' | 'taken';

/** `<kind> <instrument of the page> <entry>`. */
export type DraftKey = `${string} ${string} ${DraftEntry}`;

export function draftKey(kind: RunnableKind, page: MarketSpec, entry: DraftEntry): DraftKey {
  return `${kind} ${instrumentOf(page)} ${entry}`;
}

export interface Draft {
  readonly values: FormValues;
  /** Asset of the investment when it was typed; another market's draft begins with what still fits (carriedValues). */
  readonly asset: string;
}

/**
 * What is typed into each form. Lives outside the form and in the session: changing tabs, closing the sheet, reloading,
 * going back, changing the market and logging in lose nothing (B8).
 */
export type FormDrafts = Readonly<Partial<Record<DraftKey, Draft>>>;

/** In place of a key's instrument: a draft that whatever market comes next begins with. */
export const ANY_MARKET = '*';

/** All drafts but those of a kind. */
export function withoutKind(drafts: FormDrafts, kind: RunnableKind): FormDrafts {
  return Object.fromEntries(Object.entries(drafts).filter(([key]) => !key.startsWith(`${kind} `)));
}

/** Whether a kind's parameters are what the AI found or what the trader types. */
export type ParamMode = 'ai' | 'manual';

/**
 * What was chosen, by kind: it holds on every market until the trader chooses otherwise. By kind and market (modeKey) what
 * holds there alone: manual because the AI had nothing to advise, or the AI's although it advises against it (H51).
 */
export type ParamModes = Readonly<Partial<Record<string, ParamMode>>>;

export function modeKey(kind: RunnableKind, page: MarketSpec): string {
  return `${kind} ${instrumentOf(page)}`;
}

/** The mode of a kind's form on a market: `manual`, `ai` even if it is advised against, or undefined: the AI's where it advises some (C-181). */
export function chosenMode(modes: ParamModes, kind: RunnableKind, page: MarketSpec): ParamMode | undefined {
  return modes[modeKey(kind, page)] ?? (modes[kind] === 'manual' ? 'manual' : undefined);
}

/** Kinds whose form shows what another screen left, in place of what was typed by hand. */
export type TakenByKind = Readonly<Partial<Record<RunnableKind, boolean>>>;

/**
 * By idempotency key: creations that were sent and not answered. While its form has one, the form creates nothing else: it is
 * on its way, asked for again under its key – never for a second bot – or the trader has looked for it. That holds also after the
 * form was left, the sheet closed, the phone turned or the page loaded anew.
 */
export type SentCreations = Readonly<Partial<Record<string, SentRecord>>>;

export interface SentRecord {
  /** The form that sent it (modeKey; the moon-bot's has a name of its own), and who was logged in: where it is said that its outcome is not known. */
  readonly place: string;
  readonly userId: number;
  readonly call: CreationCall;
  /** As it went out, but for the fund password. */
  readonly payload: object;
  /** What was typed: a form that still holds it is emptied when the bot is there. */
  readonly draft: FormValues;
  readonly sentMs: number;
}

/** The calls that create: one bot by its kind's, several by one (C-358), a copy of another trader's (C-355, C-357). */
export type CreationCall = StrategyCalls['create'] | 'batchRun' | 'followGrid' | 'followStrategy';

/** An exchange remembers keys for a day; what it has forgotten must not be promised any more. */
const KEPT_MS = 24 * HOUR_MS;
const MOST_KEPT = 16;

/** With one more, without what is too old and, of too many, the oldest. */
export function withSent(sent: SentCreations, key: string, record: SentRecord): SentCreations {
  const { [key]: before, ...others } = withoutOld(sent, record.sentMs);
  // The exchange counts from the first time that it saw the key.
  const kept = before === undefined ? record : { ...record, sentMs: before.sentMs };
  return Object.fromEntries([...Object.entries(others), [key, kept]].slice(-MOST_KEPT));
}

export function withoutOld(sent: SentCreations, nowMs: number): SentCreations {
  const young = ([, record]: readonly [string, SentRecord | undefined]): boolean =>
    record !== undefined && nowMs - record.sentMs < KEPT_MS;
  return Object.fromEntries(Object.entries(sent).filter(young));
}

const SENT = 'create_unanswered';

const isFormValues = (value: unknown): value is FormValues =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string');

const isDraft = (value: unknown): value is Draft =>
  isRecord(value) && isFormValues(value.values) && typeof value.asset === 'string';

const isMode = (value: unknown): value is ParamMode => value === 'ai' || value === 'manual';

const isTaken = (value: unknown): value is boolean => typeof value === 'boolean';

const CREATION_CALLS: Readonly<Record<CreationCall, true>> = {
  createGrid: true,
  runStrategy: true,
  batchRun: true,
  followGrid: true,
  followStrategy: true,
};

const isCreationCall = (value: unknown): value is CreationCall =>
  typeof value === 'string' && Object.hasOwn(CREATION_CALLS, value);

function isSentRecord(value: unknown): value is SentRecord {
  return (
    isRecord(value) &&
    typeof value.place === 'string' &&
    typeof value.userId === 'number' &&
    isCreationCall(value.call) &&
    isRecord(value.payload) &&
    isFormValues(value.draft) &&
    typeof value.sentMs === 'number'
  );
}

export const formDraftsAtom = atom<FormDrafts>(storedEntries(DRAFT_KEYS.drafts, isDraft));
export const paramModesAtom = atom<ParamModes>(storedEntries(DRAFT_KEYS.modes, isMode));
export const takenAtom = atom<TakenByKind>(storedEntries(DRAFT_KEYS.taken, isTaken));
export const sentCreationsAtom = atom<SentCreations>(storedEntries(SENT, isSentRecord));
/** Keys of those that wait for their answer on this page. What an earlier page sent waits no more. */
export const underWayAtom = atom<ReadonlySet<string>>(new Set<string>());

/** Keeps what is typed over a reload with whose it is; another trader's goes once one is seen. */
function keepTyped<T>(key: string, typed: PrimitiveAtom<Readonly<Record<string, T>>>): void {
  const store = getDefaultStore();
  let before = store.get(typed);
  store.sub(typed, () => {
    const now = store.get(typed);
    for (const [entry, value] of Object.entries(now)) if (before[entry] !== value) noteTyped(key, entry);
    before = now;
    writeStored('session', key, JSON.stringify(now));
  });
  whenTraderSeen((isAnothers) => {
    const all = Object.entries(store.get(typed));
    const left = all.filter(([entry]) => !isAnothers(key, entry));
    if (left.length < all.length) store.set(typed, Object.fromEntries(left));
  });
}

if (typeof window !== 'undefined') {
  keepTyped(DRAFT_KEYS.drafts, formDraftsAtom);
  keepTyped(DRAFT_KEYS.modes, paramModesAtom);
  keepTyped(DRAFT_KEYS.taken, takenAtom);
  const store = getDefaultStore();
  // Creations without an answer say whose they are, and stay.
  store.sub(sentCreationsAtom, () => writeStored('session', SENT, JSON.stringify(store.get(sentCreationsAtom))));
}
