import { z } from 'zod';
import { type CallShape, CONTRACT } from '#lib/contract/contract.ts';
import { CHANGED_BY } from '#lib/contract/event-carriage.ts';
import { refusedPlace } from '#lib/contract/refused-place.ts';
import { CODE, IDEMPOTENCY_KEY, isGoodCode } from '#lib/contract/vocabulary.ts';
import { rateLimit } from '#lib/limits/rate-limit.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { FundGate } from '../accounts/fund-gate.ts';
import type { Session, User } from '../accounts/user.ts';
import { hasSigned } from '../accounts/user.ts';
import { busy, type Refusal, refuse, refuseFor } from '../replies/reply.ts';
import type { Sequencer, Tx } from '../sequencer/sequencer.ts';
import type { Standstill } from '../store/standstill.ts';
import type { Clock } from '../surroundings/clock.ts';
import type { DiskWatch } from './disk-watch.ts';
import type { AccountRefusal, ExchangeRequest, Handler, Handlers, UpstreamEndpointName } from './handler.ts';
import type { IdempotencyKeys, KeyedCall } from './idempotency.ts';
import { parseQuery, type RoutedCall, routeOf } from './routes.ts';

/** Calls that need the signed bot agreement (C-343, M-280; decisions §4 "session + agreement"). */
const AGREEMENT_CALLS: ReadonlySet<UpstreamEndpointName> = new Set([
  'createGrid',
  'runStrategy',
  'batchRun',
  'followGrid',
  'followStrategy',
]);

/** Calls that begin something which takes room for good; none is begun while the disk is nearly full. */
const BEGINNINGS: ReadonlySet<UpstreamEndpointName> = new Set([
  'createGrid',
  'runStrategy',
  'batchRun',
  'followGrid',
  'followStrategy',
  'createBacktest',
  'createPlan',
  'saveConditionSet',
  'subscribeDual',
  'upstreamRegister',
]);
const DISK_RETRY_SECONDS = 60;
const STANDSTILL_RETRY_SECONDS = 5;

/** Changes that one user may ask for. */
const CHANGES = { points: 60, seconds: 3 };

/** A request as it came, before anything is believed. */
export interface RawCall {
  readonly method: string;
  /** Path and query, encoded. */
  readonly url: string;
  readonly authorization: string;
  readonly idempotencyKey: string | null;
  /** Both from the BFF, and only under its key; '' otherwise. */
  readonly clientIp: string;
  readonly device: string;
  readonly agent: string;
  /** Of an event stream that goes on where another broke off; '' otherwise. */
  readonly lastEventId?: string;
  /** Undefined when there is none. */
  readonly bodyText: string | undefined;
  /** Hears which of the asker's events the reply contains, where his event stream tells of what it says: that one and all before. */
  readonly contains?: (lastEvent: string) => void;
}

export interface DispatchParts {
  readonly handlers: Handlers;
  readonly accounts: Accounts;
  readonly sequencer: Sequencer;
  readonly clock: Clock;
  readonly fundGate: FundGate;
  readonly keys: IdempotencyKeys;
  readonly disk: Pick<DiskWatch, 'isLow'>;
  readonly standstill: Standstill;
  readonly events: { lastOf(userId: number): string };
  /** Asked before anything is, and again in the turn. */
  readonly refusal: AccountRefusal;
}

export type AnyReply = object | Uint8Array;
export type Dispatch = (call: RawCall) => Promise<AnyReply>;

/** Somebody's request under a key, until its answer is known. */
interface Running {
  readonly request: string;
  readonly reply: Promise<AnyReply>;
}

/** Routes, parses, checks who asks, and runs the handler. Every expected "no" is a reply; only bugs throw. */
export function openDispatch(parts: DispatchParts): Dispatch {
  const changes = rateLimit({ ...CHANGES, nowMs: parts.clock.nowMs });
  const running = new Map<string, Running>();

  return async (call) => {
    const routed = routeOf(call.method, call.url.split('?', 1)[0] ?? '');
    const isChange = typeof routed !== 'string' && routed.endpoint.mutates;
    if (isChange && parts.standstill.isOn()) return busy('store-waits', STANDSTILL_RETRY_SECONDS);
    const reply = await answer(call, routed);
    // The read barrier: memory is ahead of the disk, and nobody is told what the disk may still lose. While turns stand still, who only
    // looks is shown what one disk has; who changes something waits for all.
    const onDisk = parts.sequencer.onDisk();
    await (isChange ? onDisk : parts.standstill.cutShort(onDisk));
    return reply;
  };

  async function answer(call: RawCall, routed: ReturnType<typeof routeOf>): Promise<AnyReply> {
    if (routed === 'malformed') return refuse(CODE.badRequest, 'malformed');
    if (routed === 'unknown') return refuse(CODE.unknown, 'no-such-call');
    const nowMs = parts.clock.nowMs();
    const who = identify(call.authorization, parts.accounts, nowMs);
    if (routed.endpoint.access !== 'public' && who === null) return refuse(CODE.loginRequired, 'login-required');
    // Of turns that stand still each question would leave one more in line, and they may for hours.
    const mayNote = who !== null && !parts.standstill.isOn();
    if (mayNote && parts.accounts.isStale(who.session, nowMs)) noteUse(parts, who.session);
    if (routed.endpoint.mutates && who !== null) {
      const waitMs = await changes.take(String(who.user.id));
      if (waitMs > 0) return refuseFor(waitMs, 'too-many-requests');
    }
    if (BEGINNINGS.has(routed.name) && parts.disk.isLow()) return busy('disk-low', DISK_RETRY_SECONDS);
    const input = parseInput(routed, searchOf(call.url), call.bodyText);
    if ('refusal' in input) return input.refusal;
    if (routed.endpoint.keyed && call.idempotencyKey !== null && !IDEMPOTENCY_KEY.test(call.idempotencyKey)) {
      return refuse(CODE.badRequest, 'idempotency-key-malformed');
    }
    const prepared: Prepared = { routed, call, who, nowMs, input };
    const keyed = keyedCall(prepared);
    return keyed === null ? handle(parts, prepared, null) : runOnce(parts, prepared, keyed, running);
  }
}

function searchOf(url: string): string {
  const question = url.indexOf('?');
  return question < 0 ? '' : url.slice(question + 1);
}

/** Writes down that a session is in use. Nobody waits for it; a turn that fails ends the process by itself. */
function noteUse({ accounts, sequencer }: DispatchParts, session: Session): void {
  sequencer.submit((tx) => accounts.touchSession(tx, session)).catch(() => {});
}

interface Identity {
  readonly user: User;
  readonly session: Session;
}

interface Input {
  readonly path: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

interface Prepared {
  readonly routed: RoutedCall;
  readonly call: RawCall;
  readonly who: Identity | null;
  readonly nowMs: number;
  readonly input: Input;
}

function identify(authorization: string, accounts: Accounts, nowMs: number): Identity | null {
  const token = /^Bearer ([A-Za-z0-9_-]{20,128})$/.exec(authorization)?.[1];
  return token === undefined ? null : accounts.sessionOf(token, nowMs);
}

/** The contract's shapes decide: path and query 400, body 422; `data.field` is the first finding's place. */
function parseInput(
  routed: RoutedCall,
  search: string,
  bodyText: string | undefined,
): Input | { readonly refusal: Refusal } {
  const shape: CallShape = CONTRACT[routed.name];
  const query = parseQuery(search);
  if (query === null) return { refusal: refuse(CODE.badRequest, 'malformed') };
  const parseBody = routed.endpoint.isForm ? parseForm : parseJson;
  const body = shape.body === undefined ? undefined : parseBody(bodyText);
  if (body === MALFORMED) return { refusal: refuse(CODE.badRequest, 'malformed') };
  const path = read(shape.path, routed.path, CODE.badRequest);
  if ('refusal' in path) return path;
  const asked = routed.endpoint.mutates ? strictQueryOf(shape) : shape.query;
  const readQuery = read(asked, query, CODE.badRequest);
  if ('refusal' in readQuery) return readQuery;
  const readBody = read(shape.body, body, CODE.field);
  if ('refusal' in readBody) return readBody;
  return { path: path.value, query: shape.query && readQuery.value, body: readBody.value };
}

/** Of calls that change something: nobody is to believe that he has said there what nobody reads. Made once, as a shape is compiled at its first use. */
const strictQueries = new Map<CallShape, z.ZodObject>();

function strictQueryOf(shape: CallShape): z.ZodObject {
  const known = strictQueries.get(shape) ?? (shape.query ?? z.object({})).strict();
  strictQueries.set(shape, known);
  return known;
}

const MALFORMED = Symbol('malformed body');

function parseJson(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return MALFORMED;
  }
}

function parseForm(text: string | undefined): unknown {
  return parseQuery(text ?? '') ?? MALFORMED;
}

function read(
  shape: z.ZodType | undefined,
  value: unknown,
  code: number,
): { readonly value: unknown } | { readonly refusal: Refusal } {
  if (shape === undefined) return { value: undefined };
  const parsed = shape.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  const { field, isUnknown } = refusedPlace(parsed.error);
  const data = isUnknown ? { field, issue: 'field.unused', values: { field } } : { field, issue: 'malformed' };
  return { refusal: { code, message: '', data } };
}

function keyedCall({ routed, call, who, input }: Prepared): KeyedCall | null {
  if (!routed.endpoint.keyed || call.idempotencyKey === null || who === null) return null;
  const { fundpass: _fundpass, ...body } = (input.body ?? {}) as Record<string, unknown>;
  const request = { path: input.path ?? null, query: input.query ?? null, body };
  return { userId: who.user.id, endpoint: routed.name, key: call.idempotencyKey, request };
}

/** A repeat gets the stored reply, or waits for the one that is under way; another request under the key gets 409. */
async function runOnce(
  parts: DispatchParts,
  prepared: Prepared,
  keyed: KeyedCall,
  running: Map<string, Running>,
): Promise<AnyReply> {
  const slot = `${keyed.userId}/${keyed.endpoint}/${keyed.key}`;
  // The fund password counts here, and the session: a second try with another one is a new question, asked after the first is answered.
  const request = JSON.stringify([keyed.request, fundpassOf(prepared), prepared.who?.session.key]);
  const other = running.get(slot);
  if (other !== undefined) {
    const reply = await other.reply;
    return other.request === request ? reply : runOnce(parts, prepared, keyed, running);
  }
  // Taken before the store is asked: a repeat that comes meanwhile must not find neither.
  const reply = answerOnce(parts, prepared, keyed);
  running.set(slot, { request, reply });
  try {
    return await reply;
  } finally {
    running.delete(slot);
  }
}

async function answerOnce(parts: DispatchParts, prepared: Prepared, keyed: KeyedCall): Promise<AnyReply> {
  return (await parts.keys.find(keyed)) ?? handle(parts, prepared, keyed);
}

function fundpassOf({ input }: Prepared): string | undefined {
  return (input.body as { fundpass?: string } | undefined)?.fundpass;
}

async function handle(parts: DispatchParts, prepared: Prepared, keyed: KeyedCall | null): Promise<AnyReply> {
  const { routed, call, who, nowMs, input } = prepared;
  if (AGREEMENT_CALLS.has(routed.name) && who !== null && !hasSigned(who.user))
    return refuse(CODE.agreementRequired, 'agreement-required');
  const stopped = who === null ? null : parts.refusal(routed.name, who.user.id, input.body);
  if (stopped !== null) return stopped;
  // Before anything is read: what happens meanwhile may be in the reply, what has happened is.
  if (who !== null && CHANGED_BY.gap.has(routed.name)) call.contains?.(parts.events.lastOf(who.user.id));
  const request = {
    ...input,
    user: who?.user ?? null,
    session: who?.session ?? null,
    idempotencyKey: call.idempotencyKey,
    nowMs,
    clientIp: call.clientIp,
    device: call.device,
    agent: call.agent,
    lastEventId: call.lastEventId ?? '',
    transact: (command: (tx: Tx) => AnyReply) => transact(parts, prepared, keyed, command),
  };
  // One name: the shapes that parsed the input are those of the handler's own call.
  const handler = parts.handlers[routed.name] as Handler<UpstreamEndpointName>;
  return handler(request as unknown as ExchangeRequest<UpstreamEndpointName>) as Promise<AnyReply>;
}

async function transact(
  parts: DispatchParts,
  prepared: Prepared,
  keyed: KeyedCall | null,
  command: (tx: Tx) => AnyReply,
): Promise<AnyReply> {
  if (prepared.routed.endpoint.money) {
    if (prepared.who === null) throw new Error('a money call without a session');
    const { session } = prepared.who;
    const refusal = await parts.fundGate.open(
      session,
      fundpassOf(prepared),
      parts.clock.nowMs(),
      prepared.call.clientIp,
    );
    if (refusal !== null) return refusal;
  }
  return parts.sequencer.submit((tx) => {
    const refusal = refusedByNow(parts, prepared, tx);
    if (refusal !== null) return refusal;
    const reply = command(tx);
    if (keyed !== null && isDone(reply)) parts.keys.keep(tx, keyed, reply);
    return reply;
  }, isDone);
}

/**
 * Who asks was looked at when the call came; since then a hash may have waited for seconds, and whoever ended the session
 * was told that it is over. So it is looked at again in the turn, where nothing comes between the look and the change.
 */
function refusedByNow(
  { accounts, fundGate, refusal }: DispatchParts,
  { who, routed, input }: Prepared,
  tx: Tx,
): Refusal | null {
  if (who === null) return null;
  if (!accounts.isLive(who.session, tx.nowMs)) return refuse(CODE.loginRequired, 'login-required');
  const stopped = refusal(routed.name, who.user.id, input.body);
  if (stopped !== null) return stopped;
  return routed.endpoint.money ? fundGate.look(who.session, tx.nowMs) : null;
}

/** Whether a reply tells of something done; everything else leaves no trace. */
function isDone(reply: AnyReply): boolean {
  return 'code' in reply && typeof reply.code === 'number' && isGoodCode(reply.code);
}
