import type { z } from 'zod';
import type { Contract, FlowName, ParsedBodyOf, ParsedQueryOf, ReplyOf } from '#lib/contract/contract.ts';
import type { EndpointName } from '#lib/contract/endpoints.ts';
import type { Session, User } from '../accounts/user.ts';
import type { Refusal } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { Flow } from './flow.ts';

/** Calls that the BFF answers itself (side 'bff' in the contract's table; a test holds the two lists together). */
export type BffEndpointName = 'session' | 'login' | 'logout' | 'register' | 'clientError' | 'openApi' | 'health';
/** Calls that the exchange answers. */
export type UpstreamEndpointName = Exclude<EndpointName, BffEndpointName>;

type ParsedPathOf<K extends EndpointName> = Contract[K] extends { path: infer P extends z.ZodType }
  ? z.output<P>
  : undefined;

export type Reply<K extends UpstreamEndpointName> = (K extends FlowName ? Flow : ReplyOf<K>) | Refusal;

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
  /** Where the reader of an event stream stands; '' = at its beginning. */
  readonly lastEventId: string;
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

/** Why an account may not make a call with this body now; null = it may. */
export type AccountRefusal = (call: UpstreamEndpointName, userId: number, body: unknown) => Refusal | null;

/** The user of a call whose access is 'session' or 'owner'. */
export function signedIn(request: { readonly user: User | null }): User {
  if (request.user === null) throw new Error('a call with session access was handled without a user');
  return request.user;
}
