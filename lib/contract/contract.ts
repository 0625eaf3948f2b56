import type { z } from 'zod';
import { ACCOUNT_CALLS } from './account-calls.ts';
import { AI_CALLS } from './ai-calls.ts';
import { AUTO_INVEST_CALLS } from './auto-invest-calls.ts';
import { BACKTEST_CALLS } from './backtest-calls.ts';
import { BOOKS_CALLS } from './books-calls.ts';
import { BOT_CALLS } from './bot-calls.ts';
import { CONTRACT_CALLS } from './contract-calls.ts';
import { COPY_CALLS } from './copy-calls.ts';
import { DISCOVERY_CALLS } from './discovery-calls.ts';
import { DUAL_CALLS } from './dual-calls.ts';
import { EARN_CALLS } from './earn-calls.ts';
import type { EndpointName } from './endpoints.ts';
import { EVENT_CALLS } from './event-calls.ts';
import { FORK_CALLS } from './fork-calls.ts';
import { INCOME_CALLS } from './income-calls.ts';
import { KIND_CALLS } from './kind-calls.ts';
import { LIFE_CALLS } from './life-calls.ts';
import { MARKET_CALLS } from './market-calls.ts';
import { NOTIFICATION_CALLS } from './notification-calls.ts';
import { NOTIFICATION_SETTINGS_CALLS } from './notification-settings-calls.ts';
import { PORTFOLIO_CALLS } from './portfolio-calls.ts';
import { PROOF_CALLS } from './proof-calls.ts';
import { PROTECTION_CALLS } from './protection-calls.ts';
import { RUN_STRATEGY_CALLS } from './run-calls.ts';
import { withStrictBodies } from './strict-requests.ts';
import { WHY_CALLS } from './why-calls.ts';

/** The shapes of a call: what the browser may send and what a well-behaved upstream answers. */
export interface CallShape {
  readonly path?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
}

const CALLS = {
  ...ACCOUNT_CALLS,
  ...DISCOVERY_CALLS,
  ...MARKET_CALLS,
  ...BOT_CALLS,
  ...BOOKS_CALLS,
  ...WHY_CALLS,
  ...LIFE_CALLS,
  ...CONTRACT_CALLS,
  ...RUN_STRATEGY_CALLS,
  ...COPY_CALLS,
  ...AI_CALLS,
  ...KIND_CALLS,
  ...BACKTEST_CALLS,
  ...EVENT_CALLS,
  ...NOTIFICATION_CALLS,
  ...PROOF_CALLS,
  ...FORK_CALLS,
  ...PORTFOLIO_CALLS,
  ...INCOME_CALLS,
  ...EARN_CALLS,
  ...PROTECTION_CALLS,
  ...DUAL_CALLS,
  ...NOTIFICATION_SETTINGS_CALLS,
  ...AUTO_INVEST_CALLS,
} as const satisfies Record<EndpointName, CallShape>;

/** The shape of every call of the table: a call without one does not compile. */
export const CONTRACT = withStrictBodies(CALLS);

export type Contract = typeof CONTRACT;

/** Calls whose reply goes on (reply 'events' in the table; a test holds the two together). */
export type FlowName = 'events';

type Shape<N extends EndpointName> = Contract[N];
export type QueryOf<N extends EndpointName> =
  Shape<N> extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined;
export type BodyOf<N extends EndpointName> =
  Shape<N> extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
export type PathOf<N extends EndpointName> =
  Shape<N> extends { path: infer P extends z.ZodType } ? z.input<P> : undefined;
export type ReplyOf<N extends EndpointName> = z.output<Shape<N>['reply']>;

/** Parsed request as the exchange sees it. */
export type ParsedQueryOf<N extends EndpointName> =
  Shape<N> extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
export type ParsedBodyOf<N extends EndpointName> =
  Shape<N> extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
