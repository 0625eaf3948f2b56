import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENDPOINTS, type Endpoint, type EndpointName, isSharedCall } from '#lib/contract/endpoints.ts';
import { isRecord } from '#lib/contract/is-record.ts';
import type { BotBook } from '#server/exchange/bots/bot-book.ts';
import { Flow } from '#server/exchange/http/flow.ts';
import type { BffEndpointName, UpstreamEndpointName } from '#server/exchange/http/handler.ts';
import { openOutbound } from '#server/exchange/outbound/guard.ts';
import type { ItemWrite, TurnBatch } from '#server/exchange/store/store.ts';
import type { Upstream } from '#server/upstream/upstream-call.ts';
import { openMailServer, openReceiver } from '#tests/support/receiver.ts';
import { SAMPLES } from '#tests/support/sample-requests.ts';
import { createTestBff, requestOf } from '#tests/support/test-bff.ts';
import { TEST_CERTIFICATE } from '#tests/support/test-certificate.ts';
import type { TriedKind } from '#tests/support/tried-kind.ts';
import {
  type About,
  type Asked,
  AUTHORISATION,
  FUNDPASS,
  OF_THE_DOOR,
  PASSWORD,
  type Prepared,
  type Row,
  VIEWERS,
  type Viewer,
} from './exchange-authorisation-table.ts';
import { orderDual } from './exchange-dual-orders.ts';
import { MORNING_MS, openTestExchange, type TestAnswer, type TestExchange, type Who } from './exchange-fixture.ts';
import { startKind } from './exchange-kind-bodies.ts';
import { handClock } from './store-fixture.ts';

/**
 * The authorisation matrix: guest, owner, copier, another trader and an ended session of the owner's × every call, of a bot that is
 * closed but shown and of one that is hidden. Each cell holds the code, that nothing was changed where nothing may be, and that nothing
 * of the owner's is in an answer to anybody else (C-345, M-277, H54).
 */

const UNKNOWN_ID = 999_999;
const KINDS: readonly TriedKind[] = [
  'spot_grid',
  'futures_grid',
  'martingale',
  'spot-future-arbitrage',
  'compose-indicator',
];
const WHERE = ['shown', 'hidden'] as const;
type Where = (typeof WHERE)[number];

/** Of the owner's alone: figures that stand nowhere else, so that one of them in an answer is one that was given away. */
const MONEY = { shown: '617.53', hidden: '619.71' } as const;
const NAME = { shown: 'For all to see', hidden: 'Nobody has heard of it' } as const;
const SET_NAME = 'What only he knows';

const folder = mkdtempSync(join(tmpdir(), 'authorisation-'));
const bots = new Map<string, number>();
const secrets: Record<Where, string[]> = { shown: [], hidden: [] };
const kept = { backtest: 0, conditions: '', channel: 3, plan: 0, dual: 0 };
/** Names of the traders; none is one of those whose passwords are published. */
const ACCOUNTS = { owner: 'the-owner', copier: 'the-copier', other: 'somebody-else' } as const;
let ownerId = 0;
let exchange: TestExchange;
let tokens: Readonly<Record<Viewer, Who | undefined>>;
let anonymous: string;
let turns: TurnBatch[] = [];

/** Steps and profits so small that hours bring rounds. */
const BRISK = { price_steps: '0.002', take_profit_per_cycle: '0.002' };

let receiver: Awaited<ReturnType<typeof openReceiver>>;
let mail: Awaited<ReturnType<typeof openMailServer>>;

/** An exchange whose traders can have channels: a webhook's host is the receiver here, and mails come here. */
async function openExchange(clock = handClock(MORNING_MS)): Promise<void> {
  const guard = openOutbound({
    nowMs: clock.nowMs,
    resolve: async (host) => (host.endsWith('.test') ? ['127.0.0.1'] : []),
    allow: '127.0.0.1',
    ca: TEST_CERTIFICATE,
  });
  const post = { url: `smtp://bot:pass%40word@mail.test:${mail.port}`, from: 'Bots <bots@strategybot.test>' };
  exchange = await openTestExchange(folder, { clock, outlivesTest: true, ways: { guard, mail: post } });
}

/** A bot of the owner's with the figures of `where`. */
async function ownBot(who: Who, kind: TriedKind, where: Where): Promise<number> {
  const isGrid = kind === 'spot_grid' || kind === 'futures_grid';
  const money = MONEY[where];
  const texts = { strategy_name: NAME[where], fundpass: FUNDPASS };
  const params = { begin_money_amount: money, ...(kind === 'martingale' ? BRISK : {}) };
  return startKind(exchange, who, kind, isGrid ? { ...texts, money } : { ...texts, params });
}

/** No call copies a bot yet: the copier's are made copies, and the hidden ones hidden, in the store. */
function makeCopiesAndHide(copies: ReadonlyMap<number, number>): void {
  const raw = new DatabaseSync(join(folder, 'exchange.db'));
  const put = raw.prepare("UPDATE item SET value = ? WHERE collection = 'bots' AND key = ?");
  const hidden = new Set(KINDS.map((kind) => bots.get(`${kind} hidden`)));
  for (const { key, value } of raw.prepare("SELECT key, value FROM item WHERE collection = 'bots'").all()) {
    const stored = JSON.parse(String(value));
    const followId = copies.get(Number(key)) ?? 0;
    Object.assign(stored.record, { isOpenParams: false, followId, isHide: hidden.has(Number(key)) });
    put.run(JSON.stringify(stored), key as string);
  }
  raw.close();
}

async function register(account: string): Promise<Who> {
  const body = { account, password: PASSWORD, fundpass: FUNDPASS };
  const { data } = await exchange.send('upstreamRegister', { body });
  const who = { authorization: `Bearer ${data.token}` };
  const { version } = (await exchange.send('agreement', { who })).data;
  await exchange.send('signAgreement', { who, body: { version } });
  return who;
}

const logIn = (viewer: keyof typeof ACCOUNTS): Promise<Who> => exchange.logIn(ACCOUNTS[viewer], PASSWORD);

beforeAll(async () => {
  receiver = await openReceiver();
  mail = await openMailServer();
  await openExchange();
  const owner = await register(ACCOUNTS.owner);
  const copier = await register(ACCOUNTS.copier);
  const copies = new Map<number, number>();
  for (const kind of KINDS) {
    for (const where of WHERE) {
      const id = await ownBot(owner, kind, where);
      bots.set(`${kind} ${where}`, id);
      copies.set(await startKind(exchange, copier, kind, { fundpass: FUNDPASS }), id);
      const { params } = (
        await exchange.send('strategyDetail', { who: owner, query: { strategy_id: id, strategy_type: kind } })
      ).data;
      const prices = [params.low_price, params.high_price].filter((text: string) => /^\d{4,}/.test(text));
      secrets[where].push(MONEY[where], ...prices);
    }
  }
  // As long as the shown spot grid needs to bring something, and a martingale to be through a round.
  await exchange.pass(6 * 3_600_000, 60_000);
  await exchange.kill();
  makeCopiesAndHide(copies);
  await openExchange(exchange.clock);
  await exchange.pass(1_000);
  const revoked = await logIn('owner');
  const who = await logIn('owner');
  // Ended from elsewhere, as who has lost a phone does it: nobody has logged out with it.
  expect(await exchange.send('endSessions', { who, body: {} })).toMatchObject({ code: 200 });
  expect(await exchange.send('upstreamProfile', { who: revoked })).toMatchObject({ code: 401 });
  const made = await exchange.send('createBacktest', {
    who,
    body: { ...SAMPLES.createBacktest.body, fundpass: FUNDPASS },
  });
  kept.backtest = made.data.id;
  const plan = await exchange.send('createPlan', { who, body: { ...SAMPLES.createPlan.body, fundpass: FUNDPASS } });
  kept.plan = plan.data.plan_id;
  // It buys, so that there is something to redeem.
  await exchange.pass(1_000);
  // Its neighbours are reckoned behind it: nothing else may write while a cell is looked at.
  const isOver = async () => {
    const { code, data } = await exchange.send('backtestReport', { who, path: { id: kept.backtest } });
    return code === 200 && data.neighbours !== null;
  };
  await vi.waitUntil(isOver, { timeout: 120_000, interval: 50 });
  const profile = (await exchange.send('upstreamProfile', { who })).data;
  anonymous = profile.anonymous;
  ownerId = profile.user_id;
  await exchange.send('saveConditionSet', {
    who,
    body: { ...(SAMPLES.saveConditionSet.body as object), name: SET_NAME },
  });
  kept.conditions = (await exchange.send('conditionSets', { who })).data[0].id;
  kept.dual = (await orderDual(exchange, who)).id;
  // The others never have as many: a channel of that number is the owner's alone.
  for (let made = 1; made <= kept.channel; made += 1) {
    const body = { kind: 'webhook', target: `https://hooks.test:${receiver.port}/${made}`, lang: 'en' };
    expect(await exchange.send('addNotificationChannel', { who, body })).toMatchObject({
      code: 200,
      data: { id: made },
    });
  }
  const other = await register(ACCOUNTS.other);
  tokens = { guest: undefined, owner: who, copier: await logIn('copier'), other, revoked };
  exchange.sequencer.onDurable((turn) => turns.push(turn));
}, 180_000);
afterAll(async () => {
  await exchange.kill();
  await receiver.close();
  await mail.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The contract's sample of a call – or what its row asks instead – about this. */
function asked(name: UpstreamEndpointName, about: About | null, row?: Row): Asked {
  const own = row !== undefined && 'ask' in row ? row.ask : undefined;
  const nowS = Math.floor(exchange.clock.nowMs() / 1_000);
  const sample: Asked = own?.(about ?? { ...NOTHING, anonymous, ownerId, nowS }) ?? (SAMPLES[name] as Asked);
  const fundpass = FUNDPASS;
  const named = (part: Readonly<Record<string, unknown>>): Record<string, string | number> => {
    const fields = Object.entries(part).map(([field, value]) => {
      if (about === null) return [field, value];
      if (field === 'id' || field === 'strategy_id' || field === 'plan_id') return [field, about.id];
      return [field, field === 'strategy_type' ? about.kind : value];
    });
    return Object.fromEntries(fields);
  };
  const { money }: Endpoint = ENDPOINTS[name];
  const hasBody = sample.body !== undefined || money;
  return {
    ...(sample.path ? { path: named(sample.path) } : {}),
    ...(sample.query ? { query: named(sample.query) } : {}),
    ...(hasBody ? { body: { ...named(sample.body ?? {}), ...(money ? { fundpass } : {}) } } : {}),
  };
}
const NOTHING = { id: 0, kind: 'spot_grid' } as const;

/** Whose a written row is: whether it says the owner's number, or that of one of his bots. */
function concernsOwner({ key, value }: ItemWrite): boolean {
  const said = `${key} ${value ?? ''}`;
  return (
    new RegExp(`(?<!\\d)${ownerId}(?!\\d)`).test(said) ||
    [...bots.values()].some((id) => key === `${id}` || key === `bot:${id}`)
  );
}

const ledgerOfOwner = (): string =>
  JSON.stringify(
    [...exchange.ledger.everyAccount()]
      .filter((name) => name.startsWith(`user:${ownerId}:`) || [...bots.values()].some((id) => name === `bot:${id}`))
      .sort()
      .map((name) => [name, [...exchange.ledger.assets(name)].map(([asset, units]) => `${asset} ${units}`)]),
  );

interface Cell {
  readonly answer: TestAnswer | Flow | Uint8Array;
  /** What the call wrote. */
  readonly written: readonly ItemWrite[];
  readonly rows: number;
  readonly hasMovedOwner: boolean;
}

async function ask(name: UpstreamEndpointName, viewer: Viewer, what: Asked): Promise<Cell> {
  await exchange.sequencer.onDisk();
  turns = [];
  const before = ledgerOfOwner();
  const who = tokens[viewer];
  const answer = await answerTo(name, what, who);
  await exchange.sequencer.onDisk();
  return {
    answer,
    written: turns.flatMap(({ items }) => items),
    rows: turns.reduce((sum, { rows }) => sum + rows.length, 0),
    hasMovedOwner: ledgerOfOwner() !== before,
  };
}

/** A stream's beginning is no reply that the contract's shapes read. */
async function answerTo(name: UpstreamEndpointName, what: Asked, who: Who | undefined): Promise<Cell['answer']> {
  if (ENDPOINTS[name].reply !== 'events') return exchange.send(name, { ...what, ...(who ? { who } : {}) });
  const raw = {
    method: 'GET',
    url: `${ENDPOINTS[name].path}?topics=spot:BTC_USDT`,
    authorization: who?.authorization ?? '',
  };
  const rest = { idempotencyKey: null, clientIp: '127.0.0.1', device: '', agent: '', bodyText: undefined };
  return (await exchange.dispatch({ ...raw, ...rest })) as Cell['answer'];
}

/** The good code of earn calls is 0 (X54). */
const codeOf = (answer: Cell['answer']): number =>
  'code' in answer && typeof answer.code === 'number' ? answer.code || 200 : 200;
const textOf = (answer: Cell['answer']): string => (answer instanceof Flow ? '' : JSON.stringify(answer));

/** What is wrong with a cell, in words; none = as it is to be. */
function wrongOf(
  name: UpstreamEndpointName,
  where: Where | null,
  viewer: Viewer,
  expected: number,
  cell: Cell,
): string[] {
  const at = `${name}${where === null ? '' : ` (${where})`} × ${viewer}`;
  const wrong: string[] = [];
  const code = codeOf(cell.answer);
  if (code !== expected) wrong.push(`${at}: ${code} ${textOf(cell.answer).slice(0, 200)}, not ${expected}`);
  const { mutates }: Endpoint = ENDPOINTS[name];
  if ((code !== 200 || !mutates) && cell.written.length + cell.rows > 0) wrong.push(`${at}: something was written`);
  if (viewer === 'owner') return wrong;
  const isEntry = name === 'upstreamLogin';
  if (cell.hasMovedOwner || (!isEntry && cell.written.some(concernsOwner)))
    wrong.push(`${at}: something of the owner's was changed`);
  const text = textOf(cell.answer);
  // Who has copied a hidden bot knows that there is one.
  const unknown = viewer === 'copier' ? [SET_NAME] : [SET_NAME, NAME.hidden];
  const told = [...secrets.shown, ...secrets.hidden, ...unknown].find((secret) => text.includes(secret));
  if (told !== undefined) wrong.push(`${at}: ${told} is in the answer`);
  if (code === 200 || cell.answer instanceof Uint8Array || cell.answer instanceof Flow) return wrong;
  const data = isRecord(cell.answer.data) ? Object.keys(cell.answer.data) : [];
  const odd = data.filter((field) => !['field', 'issue', 'values'].includes(field));
  if (odd.length > 0) wrong.push(`${at}: a refusal that tells ${odd.join()}`);
  return wrong;
}

/** The codes of a row's cells, by whose bot or thing it is and who asks. */
function expectedOf(name: UpstreamEndpointName, row: Row, where: Where | null): Readonly<Record<Viewer, number>> {
  if (row.is === 'same' || row.is === 'flow') {
    const code = row.is === 'same' ? (row.code ?? 200) : 200;
    return { guest: code, owner: code, copier: code, other: code, revoked: code };
  }
  if (row.is === 'mine') {
    const [owner, copier, other] = row.codes ?? [200, 200, 200];
    return { guest: 401, owner, copier, other, revoked: 401 };
  }
  if (row.is === 'seen') {
    const closed = row.closed ?? 200;
    const stranger = where === 'hidden' ? 404 : closed;
    const told = { guest: stranger, other: stranger, revoked: stranger };
    if (isSharedCall(ENDPOINTS[name])) return { ...told, owner: stranger, copier: stranger };
    return { ...told, owner: 200, copier: closed };
  }
  if (row.is === 'copied') {
    const [copier, other] = where === 'hidden' ? [409, 404] : [200, 200];
    return { guest: 401, owner: 409, copier, other, revoked: 401 };
  }
  const others = row.is === 'kept' ? (row.others ?? 404) : 403;
  if (row.is === 'kept') return { guest: 401, owner: 200, copier: others, other: others, revoked: 401 };
  return { guest: 401, owner: 200, copier: 403, other: where === 'hidden' ? 404 : 403, revoked: 401 };
}

/** A bot of the owner's for a cell that changes it: the others are asked about what stands. */
async function ownersBot(name: UpstreamEndpointName, row: Row & { is: 'owned' }, where: Where): Promise<number> {
  const who = tokens.owner as Who;
  const kind = row.kind ?? 'spot_grid';
  const id = row.lived ? (bots.get(`${kind} ${where}`) ?? 0) : await ownBot(who, kind, where);
  if (where === 'hidden' && !row.lived)
    await exchange.send('hideStrategy', { who, body: { strategy_id: id, strategy_type: kind, is_hide: 1 } });
  if (!row.lived) bots.set(`${name} ${where}`, id);
  if (row.first !== undefined) {
    const [its] = [AUTHORISATION[row.first]].flat();
    expect(await exchange.send(row.first, { who, ...asked(row.first, aboutBot(id, kind), its) })).toMatchObject({
      code: 200,
    });
  }
  return id;
}

const aboutBot = (id: number, kind: TriedKind): About => {
  return { id, kind, anonymous, ownerId, nowS: Math.floor(exchange.clock.nowMs() / 1_000) };
};

const NAMES = Object.keys(AUTHORISATION) as UpstreamEndpointName[];

async function wrongOfBots(
  name: UpstreamEndpointName,
  row: Row & { is: 'seen' | 'owned' | 'copied' },
  where: Where,
): Promise<string[]> {
  const wrong: string[] = [];
  const kind = row.kind ?? 'spot_grid';
  const expected = expectedOf(name, row, where);
  const id = bots.get(`${kind} ${where}`) ?? 0;
  for (const viewer of VIEWERS) {
    const isChange = row.is === 'owned' && viewer === 'owner' && (ENDPOINTS[name] as Endpoint).mutates;
    const its = isChange ? await ownersBot(name, row, where) : id;
    const cell = await ask(name, viewer, asked(name, aboutBot(its, kind), row));
    wrong.push(...wrongOf(name, where, viewer, expected[viewer], cell));
    if (isChange && row.behind !== undefined) await ask(row.behind, viewer, asked(row.behind, aboutBot(its, kind)));
    if (expected[viewer] !== 404) continue;
    // A hidden bot is told from one that does not exist by nobody.
    const unknown = await ask(name, viewer, asked(name, aboutBot(UNKNOWN_ID, kind), row));
    if (textOf(unknown.answer) !== textOf(cell.answer))
      wrong.push(`${name} × ${viewer}: a hidden bot is not as an unknown one`);
  }
  return wrong;
}

/** The code of a second factor at the present moment, and one of two minutes later, which is another. */
const codeOfFactor = (secret: string, laterS = 0): string =>
  new TOTP({ secret }).generate({ timestamp: exchange.clock.nowMs() + laterS * 1_000 });

async function begunFactor(who: Who): Promise<string> {
  const { data } = await exchange.send('beginSecondFactor', { who, body: { password: PASSWORD } });
  return data.secret;
}

/** What is in place when the owner asks, and how he asks about it; afterwards, by what he was answered, it is as it was. */
const PREPARED: {
  readonly [P in Prepared]: (
    who: Who,
  ) => Promise<{ readonly what: Asked; readonly after?: (data: { recovery_codes: string[] }) => Promise<unknown> }>;
} = {
  'long-backtest': async (who) => {
    const nowS = Math.floor(exchange.clock.nowMs() / 1_000);
    const span = { begin_time: nowS - 300 * 86_400, end_time: nowS - 86_400, fundpass: FUNDPASS };
    const { data } = await exchange.send('createBacktest', { who, body: { ...SAMPLES.createBacktest.body, ...span } });
    return { what: { path: { id: data.id } } };
  },
  // One that has not begun: that of the beginning has.
  'dual-order': async (who) => ({ what: { body: { order_id: (await orderDual(exchange, who)).id } } }),
  'mail-channel': async (who) => {
    const body = { kind: 'email', target: 'owner@mail.test', lang: 'en' };
    const { data } = await exchange.send('addNotificationChannel', { who, body });
    await vi.waitUntil(() => mail.mails.length > 0, { timeout: 120_000 });
    const code = /\b\d{6}\b/.exec(JSON.stringify(mail.mails.at(-1)))?.[0] ?? '';
    return { what: { body: { id: data.id, code } } };
  },
  'factor-begun': async (who) => {
    const code = codeOfFactor(await begunFactor(who));
    const after = async ({ recovery_codes: [recovery = ''] }: { recovery_codes: string[] }) =>
      exchange.send('removeSecondFactor', { who, body: { password: PASSWORD, code: recovery } });
    return { what: { body: { code } }, after };
  },
  factor: async (who) => {
    const body = { code: codeOfFactor(await begunFactor(who)) };
    const { data } = await exchange.send('confirmSecondFactor', { who, body });
    return { what: { body: { password: PASSWORD, code: data.recovery_codes[0] } } };
  },
};

async function wrongOfOthers(
  name: UpstreamEndpointName,
  row: Row & { is: 'same' | 'flow' | 'mine' | 'kept' },
): Promise<string[]> {
  const wrong: string[] = [];
  const answers = new Set<string>();
  const expected = expectedOf(name, row, null);
  // Who owns a thing asks about it last: it may be gone then.
  for (const viewer of [...VIEWERS].sort((a, b) => Number(a === 'owner') - Number(b === 'owner'))) {
    const about = row.is === 'kept' ? { ...aboutBot(0, 'spot_grid'), id: kept[row.of] } : null;
    const prepared =
      'owner' in row && viewer === 'owner' && row.owner ? await PREPARED[row.owner](tokens.owner as Who) : null;
    const what = prepared === null ? asked(name, about, row) : { ...asked(name, about, row), ...prepared.what };
    const cell = await ask(name, viewer, what);
    wrong.push(...wrongOf(name, null, viewer, expected[viewer], cell));
    if (prepared?.after && 'data' in cell.answer) await prepared.after(cell.answer.data);
    if (row.is === 'mine' && row.undo && codeOf(cell.answer) === 200)
      expect(await exchange.send(name, { who: tokens[viewer] as Who, ...row.undo })).toMatchObject({ code: 200 });
    answers.add(textOf(cell.answer));
    if (row.is === 'mine' && row.ends && tokens[viewer] && viewer !== 'revoked') await logInAgain(viewer);
  }
  if (row.is === 'same' && row.changes === undefined && answers.size > 1)
    wrong.push(`${name}: not everybody is told the same`);
  return wrong;
}

async function logInAgain(viewer: Viewer): Promise<void> {
  if (viewer === 'guest' || viewer === 'revoked') throw new Error(`${viewer} has no session to begin again`);
  tokens = { ...tokens, [viewer]: await logIn(viewer) };
}

describe('the authorisation matrix', () => {
  it.each(NAMES)('has no unexpected cell in the row of %s (C-345, M-277, E-304, H54)', async (name) => {
    // Sixty changes in three seconds are one trader's measure.
    exchange.clock.advance(1_000);
    const wrong: string[] = [];
    for (const row of [AUTHORISATION[name]].flat()) {
      if (row.is === 'seen' || row.is === 'owned' || row.is === 'copied') {
        for (const where of WHERE) wrong.push(...(await wrongOfBots(name, row, where)));
      } else wrong.push(...(await wrongOfOthers(name, row)));
    }
    expect(wrong).toEqual([]);
  });
});

/** Ways in which a session of the owner's is over, besides the one of the matrix: each ends one that has just worked. */
const ENDED_BY: readonly (readonly [string, (own: Who) => Promise<unknown>])[] = [
  ['its own logout', (own) => exchange.send('upstreamLogout', { who: own })],
  [
    'another password',
    async () => {
      const change = (password: string, next: string) => ({ body: { password, new_password: next } });
      const who = tokens.owner as Who;
      await exchange.send('changePassword', { who, ...change(PASSWORD, 'a-third-donkey-3') });
      await exchange.send('changePassword', { who, ...change('a-third-donkey-3', PASSWORD) });
    },
  ],
  [
    'its number in the list of sessions',
    async (own) => {
      const { data } = await exchange.send('accountSecurity', { who: own });
      const id = data.sessions.find((one: { current: boolean }) => one.current)?.id;
      await exchange.send('endSessions', { who: tokens.owner as Who, body: { id } });
    },
  ],
];

describe('a session of the owner’s that has been ended', () => {
  const PRIVATE = NAMES.filter((name) => ENDPOINTS[name].access !== 'public');

  it.each(ENDED_BY)('by %s is that of nobody, in every private call, and nothing is written', async (_, end) => {
    exchange.clock.advance(1_000);
    const own = await logIn('owner');
    expect(await exchange.send('upstreamProfile', { who: own })).toMatchObject({ code: 200 });
    await end(own);
    tokens = { ...tokens, revoked: own };
    for (const name of PRIVATE) {
      const cell = await ask(name, 'revoked', asked(name, aboutBot(bots.get('spot_grid shown') ?? 0, 'spot_grid')));
      expect([name, codeOf(cell.answer), cell.written.length + cell.rows]).toEqual([name, 401, 0]);
    }
  });
});

describe('the copier of a closed bot', () => {
  /** What nobody reads of a copy of it, its owner neither: orders would tell what is closed. */
  const CLOSED = ['openOrders 403', 'orderReasons 403', 'fork 409', 'botWhy 403', 'investPlan 409'];

  it('has his own copy as an owner has a bot, and is told none of its parameters by any call that reads (C-345, H54)', async () => {
    exchange.clock.advance(1_000);
    const who = tokens.copier as Who;
    const { data } = await exchange.send('strategies', { who, query: { strategy_type: 'spot_grid' } });
    const copy = data.find((row: { follow_id: number }) => row.follow_id === bots.get('spot_grid hidden'));
    expect(copy).toMatchObject({ params: null });
    const id = copy.strategy_id as number;
    const { low_price, high_price } = payloadOf(id);
    expect(`${low_price} ${high_price}`).toMatch(/^\d{5}.* \d{5}/);
    const refused: string[] = [];
    for (const name of NAMES) {
      const { mutates }: Endpoint = ENDPOINTS[name];
      const row = [AUTHORISATION[name]].flat().find(({ is }) => is === 'owned' || is === 'seen');
      if (mutates || row === undefined || ('kind' in row && row.kind !== undefined)) continue;
      const { answer } = await ask(name, 'copier', asked(name, aboutBot(id, 'spot_grid'), row));
      const text = textOf(answer);
      for (const secret of [low_price, high_price]) expect([name, text.includes(`"${secret}"`)]).toEqual([name, false]);
      if (codeOf(answer) !== 200) refused.push(`${name} ${codeOf(answer)}`);
    }
    expect(refused).toEqual(CLOSED);
  });
});

/** What a bot was created with. */
function payloadOf(id: number): { readonly low_price: string; readonly high_price: string } {
  const bot = (exchange.notifications.parts.book as BotBook).inMemory(id);
  return bot?.record.payload as unknown as { low_price: string; high_price: string };
}

/** The way from the BFF to the exchange of this test, without a socket between. */
const inThisProcess: Upstream = {
  async call({ method, path, headers, body }) {
    const raw = { method, url: path, authorization: headers.authorization ?? '', bodyText: body };
    const rest = { idempotencyKey: headers['idempotency-key'] ?? null, clientIp: '127.0.0.1', device: '', agent: '' };
    const reply = await exchange.dispatch({ ...raw, ...rest });
    return {
      kind: 'answered',
      status: 200,
      cacheControl: '',
      retryAfter: null,
      body: Buffer.from(JSON.stringify(reply)),
    };
  },
  close: async () => {},
};

const TAKEN = { account: 'copier', password: PASSWORD, fundpass: FUNDPASS };

describe('the matrix at the door of the browser', () => {
  const door = createTestBff(inThisProcess);

  async function codeAtDoor(name: EndpointName, viewer: Viewer): Promise<number> {
    const token = tokens[viewer]?.authorization.replace('Bearer ', '');
    const cookie = token === undefined ? null : await door.cookieOf(token, viewer === 'owner' ? ownerId : 0);
    const body = name === 'register' ? { body: JSON.stringify(TAKEN) } : {};
    const response = await door.bff(requestOf(name, { headers: { cookie }, ...body }));
    const text = await response.text();
    const told = [...secrets.shown, ...secrets.hidden, SET_NAME].find(
      (secret) => viewer !== 'owner' && text.includes(secret),
    );
    expect([name, viewer, told]).toEqual([name, viewer, undefined]);
    // The code of a refusal that is no fault of the door stands in the envelope.
    return Number(/^\{"code":(\d+)/.exec(text)?.[1] ?? response.status);
  }

  it.each(Object.keys(OF_THE_DOOR) as BffEndpointName[])(
    'has no unexpected cell in the row of %s (H54)',
    async (name) => {
      const codes: Record<string, number> = {};
      for (const viewer of VIEWERS) {
        exchange.clock.advance(1_000);
        codes[viewer] = await codeAtDoor(name, viewer);
        if (name === 'logout' && tokens[viewer] && viewer !== 'revoked') await logInAgain(viewer);
      }
      expect(codes).toEqual(OF_THE_DOOR[name]);
    },
  );

  const OF_THE_BFF = NAMES.filter((name) => ENDPOINTS[name].internal);
  const PRIVATE = NAMES.filter((name) => ENDPOINTS[name].access !== 'public' && !ENDPOINTS[name].internal);

  it.each(OF_THE_BFF)('knows no %s, whoever asks: it is the BFF’s own', async (name) => {
    for (const viewer of VIEWERS) expect([viewer, await codeAtDoor(name, viewer)]).toEqual([viewer, 404]);
  });

  it('answers none of the private calls without a session, or with one that is over', async () => {
    for (const name of PRIVATE) {
      for (const viewer of ['guest', 'revoked'] as const)
        expect([name, viewer, await codeAtDoor(name, viewer)]).toEqual([name, viewer, 401]);
    }
  });
});
