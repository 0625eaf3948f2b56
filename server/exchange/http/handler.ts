import type { z } from 'zod';
import type { Contract, ParsedBodyOf, ParsedQueryOf, ReplyOf } from '#lib/contract/contract.ts';
import type { EndpointName } from '#lib/contract/endpoints.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import type { Session, User } from '../accounts/user.ts';
import type { Tx } from '../sequencer/sequencer.ts';

/** Calls that the BFF answers itself (side 'bff' in the contract's table; a test holds the two lists together). */
export type BffEndpointName = 'session' | 'login' | 'logout' | 'register' | 'clientError' | 'openApi' | 'health';
/** Calls that the exchange answers. */
export type UpstreamEndpointName = Exclude<EndpointName, BffEndpointName>;

type ParsedPathOf<K extends EndpointName> = Contract[K] extends { path: infer P extends z.ZodType }
  ? z.output<P>
  : undefined;

/** An expected "no". `message` stays empty: sentences belong to the client, which knows the language. */
export interface Refusal {
  readonly code: number;
  readonly message: string;
  readonly data?: { readonly field?: string; readonly issue?: string; readonly values?: Record<string, string> };
  readonly require_fundpass?: boolean;
}

export type Reply<K extends UpstreamEndpointName> = ReplyOf<K> | Refusal;

export interface ExchangeRequest<K extends UpstreamEndpointName> {
  readonly path: ParsedPathOf<K>;
  readonly query: ParsedQueryOf<K>;
  readonly body: ParsedBodyOf<K>;
  /** Null for guests; never null when the call's access is 'session' or 'owner' (see `signedIn`). */
  readonly user: User | null;
  readonly session: Session | null;
  /** The client's key of a money call; null when it sent none. */
  readonly idempotencyKey: string | null;
  readonly nowMs: number;
  /** The browser's address as the BFF tells it under its key; '' when it does not. For rate limits and the security log only. */
  readonly clientIp: string;
  /** What the client's browser calls itself, as the BFF tells it; '' when it does not. For the owner's eyes only. */
  readonly agent: string;
  /** A device on which the account of this login has logged in before, as the BFF tells it; '' when it is none. */
  readonly device: string;
  /**
   * Changes state: validate first, then hand the change over. Of money calls it asks for the fund password (423,
   * 424, 429) and runs a repeated Idempotency-Key once. A reply with a code other than 200 takes back everything
   * that the command did. Resolves when the disk has it.
   */
  transact(command: (tx: Tx) => Reply<K>): Promise<Reply<K>>;
}

export type Handler<K extends UpstreamEndpointName> = (request: ExchangeRequest<K>) => Reply<K> | Promise<Reply<K>>;
/** One handler a call: a missing one does not compile. */
export type Handlers = { readonly [K in UpstreamEndpointName]: Handler<K> };

/** The user of a call whose access is 'session' or 'owner'. */
export function signedIn(request: { readonly user: User | null }): User {
  if (request.user === null) throw new Error('a call with session access was handled without a user');
  return request.user;
}

const IMMUTABLE = new WeakSet<Uint8Array>();

/** Says of a bytes reply that the same question gets the same bytes for ever, so that caches may keep it. */
export function immutable<B extends Uint8Array>(bytes: B): B {
  IMMUTABLE.add(bytes);
  return bytes;
}

export function isImmutable(bytes: Uint8Array): boolean {
  return IMMUTABLE.has(bytes);
}

const PREPARED = new WeakMap<object, Uint8Array>();

/** A good answer whose data is there as JSON already: it is sent as it is, and read only by whoever looks into it. */
export function okJson<T>(data: Uint8Array): { code: number; message: string; data: T } {
  const reply = {
    code: CODE.ok,
    message: '',
    get data(): T {
      return JSON.parse(new TextDecoder().decode(data)) as T;
    },
  };
  PREPARED.set(reply, data);
  return reply;
}

/** The bytes of a reply's JSON. */
export function jsonOf(reply: object): Buffer {
  const data = PREPARED.get(reply);
  if (data === undefined) return Buffer.from(JSON.stringify(reply));
  return Buffer.concat([Buffer.from(`{"code":${CODE.ok},"message":"","data":`), data, Buffer.from('}')]);
}

/** A good answer. */
export function ok<T>(data: T): { code: number; message: string; data: T } {
  return { code: CODE.ok, message: '', data };
}

/** A good answer of a paged list. `page` counts from 1. */
export function okPage<T>(data: T, page: number, pageSize: number, totalcount: number) {
  return { code: CODE.ok, message: '', data, page, pagecount: Math.ceil(totalcount / pageSize), totalcount };
}

/** A refusal that names no field: 403, 404, 406, 409 … `issue` is a key of messages/{lang}/refusals.json (or issues.json). */
export function refuse(code: number, issue?: string, values?: Record<string, string>): Refusal {
  return {
    code,
    message: '',
    ...(issue === undefined ? {} : { data: { issue, ...(values === undefined ? {} : { values }) } }),
  };
}

/** The refusal of a limit (429): how long to wait goes along, in whole seconds. */
export function refuseFor(waitMs: number, issue: string): Refusal {
  return refuse(CODE.tooManyRequests, issue, { seconds: String(Math.max(1, Math.ceil(waitMs / 1_000))) });
}

/** The refusal of an exchange that has more to do than it can (503): nothing was done, and nothing was counted. */
export function busy(issue = 'busy', seconds = 2): Refusal {
  return refuse(CODE.unavailable, issue, { seconds: String(seconds) });
}

/** The refusal of one field (422). */
export function refuseField(field: string, issue: string, values?: Readonly<Record<string, string>>): Refusal {
  return {
    code: CODE.field,
    message: '',
    data: { field, issue, ...(values === undefined ? {} : { values: { ...values } }) },
  };
}
