import { openAccountDoor } from '#server/exchange/accounts/account-door.ts';
import { openAccounts } from '#server/exchange/accounts/accounts.ts';
import { openFundGate } from '#server/exchange/accounts/fund-gate.ts';
import { type SecretHasher, secretHasher } from '#server/exchange/accounts/secret-hash.ts';
import { seedAccounts } from '#server/exchange/accounts/seeded-accounts.ts';
import { accountHandlers } from '#server/exchange/handlers/account-handlers.ts';
import { openDispatch, type RawCall } from '#server/exchange/http/dispatch.ts';
import type { Handlers } from '#server/exchange/http/handler.ts';
import { openIdempotencyKeys } from '#server/exchange/http/idempotency.ts';
import { createLog } from '#server/log/log.ts';
import { type Core, countingRandom, handClock, openCore } from './store-fixture.ts';

/** Cheap enough for hundreds of logins; the exchange itself always uses PASSWORD_COST. */
const CHEAP = { n: 16, r: 1, p: 1 };

export interface Answer {
  readonly code: number;
  readonly data?: Record<string, unknown> & {
    readonly field?: string;
    readonly issue?: string;
    readonly token?: string;
  };
  readonly require_fundpass?: boolean;
}

/** The exchange's front on a folder, with the account handlers and whatever bot handlers a test hands in. */
export async function openFront(
  dataDir: string,
  botHandlers: Partial<Handlers> = {},
  clock = handClock(),
  random = countingRandom(),
) {
  return openFrontOn(await openCore(dataDir, clock), botHandlers, random);
}

/** The same on a core that is open. */
export async function openFrontOn(
  core: Core,
  botHandlers: Partial<Handlers>,
  random = countingRandom(),
  wrap: (hasher: SecretHasher) => SecretHasher = (hasher) => hasher,
) {
  const { clock } = core;
  const accounts = await openAccounts(core.store, random);
  const hasher = wrap(secretHasher(random, clock, CHEAP));
  await seedAccounts(accounts, core.ledger, core.sequencer, hasher);
  const logged: string[] = [];
  const log = createLog((line) => logged.push(line), clock.nowMs);
  const door = openAccountDoor({ clock, log });
  const fundGate = openFundGate({ accounts, sequencer: core.sequencer, hasher, door });
  const handlers = {
    ...accountHandlers({ accounts, ledger: core.ledger, hasher, door, random }),
    ...botHandlers,
  } as Handlers;
  const dispatch = openDispatch({
    handlers,
    accounts,
    sequencer: core.sequencer,
    clock,
    fundGate,
    keys: openIdempotencyKeys(core.store),
    disk: { isLow: () => false },
    standstill: core.store.standstill,
    refusal: () => null,
    events: { lastOf: () => '' },
  });
  const call = (method: string, url: string, body?: unknown, extra: Partial<RawCall> = {}) =>
    dispatch({
      method,
      url,
      authorization: '',
      idempotencyKey: null,
      clientIp: '',
      device: '',
      agent: '',
      bodyText: body === undefined ? undefined : JSON.stringify(body),
      ...extra,
    }) as Promise<Answer>;
  return { ...core, accounts, hasher, door, random, logged, dispatch, call };
}

export type Front = Awaited<ReturnType<typeof openFront>>;

/** Logs in and gives the header of the session. */
export async function logIn(
  { call }: Front,
  account = 'demo',
  password = 'paper-demo',
): Promise<{ readonly authorization: string }> {
  const answer = await call('POST', '/apiw/v2/account/login', { account, password });
  if (answer.data?.token === undefined) throw new Error(`login answered ${answer.code}`);
  return { authorization: `Bearer ${answer.data.token}` };
}
