import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENDPOINTS, type Endpoint, type EndpointName, isSharedCall } from '#lib/contract/endpoints.ts';
import { isRecord } from '#lib/contract/is-record.ts';
import { Flow } from '#server/exchange/http/flow.ts';
import type { BffEndpointName, UpstreamEndpointName } from '#server/exchange/http/handler.ts';
import type { ItemWrite, TurnBatch } from '#server/exchange/store/store.ts';
import type { Upstream } from '#server/upstream/upstream.ts';
import { SAMPLES } from '#tests/support/sample-requests.ts';
import { createTestBff, requestOf } from '#tests/support/test-bff.ts';
import type { TriedKind } from '#tests/support/tried-kind.ts';
import {
  type About,
  type Asked,
  AUTHORISATION,
  OF_THE_DOOR,
  type Row,
  VIEWERS,
  type Viewer,
} from './exchange-authorisation-table.ts';
import { openTestExchange, type TestAnswer, type TestExchange, type Who } from './exchange-fixture.ts';
import { startKind } from './exchange-kind-bodies.ts';

/**
 * The authorisation matrix: guest, owner, copier, another trader and an ended session of the owner's × every call, of a bot that is
 * closed but shown and of one that is hidden. Each cell holds the code, that nothing was changed where nothing may be, and that nothing
 * of the owner's is in an answer to anybody else (C-345, M-277, H54).
 */

const OWNER = 10_001;
const UNKNOWN_ID = 999_999;
const FUNDPASS = 'paper-fund';
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
const kept = { backtest: 0, conditions: '' };
let exchange: TestExchange;
let tokens: Readonly<Record<Viewer, Who | undefined>>;
let anonymous: string;
let turns: TurnBatch[] = [];

/** A bot of the owner's with the figures of `where`. */
async function ownBot(who: Who, kind: TriedKind, where: Where): Promise<number> {
  const isGrid = kind === 'spot_grid' || kind === 'futures_grid';
  const money = MONEY[where];
  const texts = { strategy_name: NAME[where], fundpass: FUNDPASS };
  return startKind(
    exchange,
    who,
    kind,
    isGrid ? { ...texts, money } : { ...texts, params: { begin_money_amount: money } },
  );
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
  const body = { account, password: 'correct-horse-1', fundpass: FUNDPASS_OF_OTHERS };
  const { data } = await exchange.send('upstreamRegister', { body });
  return { authorization: `Bearer ${data.token}` };
}
const FUNDPASS_OF_OTHERS = 'staple-battery-1';

beforeAll(async () => {
  exchange = await openTestExchange(folder, { outlivesTest: true });
  const owner = await exchange.trader('demo');
  const copier = await exchange.trader('copier');
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
  await exchange.pass(3_600_000, 60_000);
  await exchange.kill();
  makeCopiesAndHide(copies);
  exchange = await openTestExchange(folder, { clock: exchange.clock, outlivesTest: true });
  await exchange.pass(1_000);
  const revoked = await exchange.trader('demo');
  const who = await exchange.trader('demo');
  const made = await exchange.send('createBacktest', {
    who,
    body: { ...SAMPLES.createBacktest.body, fundpass: FUNDPASS },
  });
  kept.backtest = made.data.id;
  // Its neighbours are reckoned behind it: nothing else may write while a cell is looked at.
  const isOver = async () => {
    const { code, data } = await exchange.send('backtestReport', { who, path: { id: kept.backtest } });
    return code === 200 && data.neighbours !== null;
  };
  await vi.waitUntil(isOver, { timeout: 60_000, interval: 50 });
  anonymous = (await exchange.send('upstreamProfile', { who })).data.anonymous;
  await exchange.send('saveConditionSet', {
    who,
    body: { ...(SAMPLES.saveConditionSet.body as object), name: SET_NAME },
  });
  kept.conditions = (await exchange.send('conditionSets', { who })).data[0].id;
  expect(await exchange.send('upstreamLogout', { who: revoked })).toMatchObject({ code: 200 });
  const other = await register('somebody-else');
  const { data } = await exchange.send('agreement', { who: other });
  await exchange.send('signAgreement', { who: other, body: { version: data.version } });
  tokens = { guest: undefined, owner: who, copier: await exchange.trader('copier'), other, revoked };
  exchange.sequencer.onDurable((turn) => turns.push(turn));
}, 180_000);
afterAll(async () => {
  await exchange.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** The contract's sample of a call – or what its row asks instead – about this. */
function asked(name: UpstreamEndpointName, viewer: Viewer, about: About | null, row?: Row): Asked {
  const own = row !== undefined && 'ask' in row ? row.ask : undefined;
  const sample: Asked = own?.(about ?? { ...NOTHING, anonymous }) ?? (SAMPLES[name] as Asked);
  const fundpass = viewer === 'other' ? FUNDPASS_OF_OTHERS : FUNDPASS;
  const named = (part: Readonly<Record<string, unknown>>): Record<string, string | number> => {
    const fields = Object.entries(part).map(([field, value]) => {
      if (about === null) return [field, value];
      if (field === 'id' || field === 'strategy_id') return [field, about.id];
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
  return /(?<!\d)10001(?!\d)/.test(said) || [...bots.values()].some((id) => key === `${id}` || key === `bot:${id}`);
}

const ledgerOfOwner = (): string =>
  JSON.stringify(
    [...exchange.ledger.everyAccount()]
      .filter((name) => name.startsWith(`user:${OWNER}:`) || [...bots.values()].some((id) => name === `bot:${id}`))
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

const codeOf = (answer: Cell['answer']): number =>
  'code' in answer && typeof answer.code === 'number' ? answer.code : 200;
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
    return { ...told, owner: row.owner ?? 200, copier: closed };
  }
  const owner = row.code ?? 200;
  const others = row.is === 'kept' ? (row.others ?? 404) : 403;
  if (row.is === 'kept') return { guest: 401, owner, copier: others, other: others, revoked: 401 };
  return { guest: 401, owner, copier: 403, other: where === 'hidden' ? 404 : 403, revoked: 401 };
}

/** A bot of the owner's for a cell that changes it: the others are asked about what stands. */
async function freshBot(name: UpstreamEndpointName, row: Row & { is: 'owned' }, where: Where): Promise<number> {
  const who = tokens.owner as Who;
  const kind = row.kind ?? 'spot_grid';
  const id = await ownBot(who, kind, where);
  if (where === 'hidden')
    await exchange.send('hideStrategy', { who, body: { strategy_id: id, strategy_type: kind, is_hide: 1 } });
  bots.set(`${name} ${where}`, id);
  if (row.first !== undefined)
    expect(
      await exchange.send(row.first, { who, ...asked(row.first, 'owner', { id, kind, anonymous }) }),
    ).toMatchObject({
      code: 200,
    });
  return id;
}

const NAMES = Object.keys(AUTHORISATION) as UpstreamEndpointName[];

async function wrongOfBots(
  name: UpstreamEndpointName,
  row: Row & { is: 'seen' | 'owned' },
  where: Where,
): Promise<string[]> {
  const wrong: string[] = [];
  const kind = row.kind ?? 'spot_grid';
  const expected = expectedOf(name, row, where);
  const id = bots.get(`${kind} ${where}`) ?? 0;
  for (const viewer of VIEWERS) {
    const isChange = row.is === 'owned' && viewer === 'owner' && (ENDPOINTS[name] as Endpoint).mutates;
    const its = isChange ? await freshBot(name, row, where) : id;
    const what = asked(name, viewer, { id: its, kind, anonymous }, row);
    const cell = await ask(name, viewer, what);
    wrong.push(...wrongOf(name, where, viewer, expected[viewer], cell));
    if (isChange && row.behind !== undefined)
      await ask(row.behind, viewer, asked(row.behind, viewer, { id: its, kind, anonymous }));
    if (expected[viewer] !== 404 || (row.is === 'seen' && row.owner !== undefined && viewer === 'owner')) continue;
    // A hidden bot is told from one that does not exist by nobody.
    const unknown = await ask(name, viewer, asked(name, viewer, { id: UNKNOWN_ID, kind, anonymous }, row));
    if (textOf(unknown.answer) !== textOf(cell.answer))
      wrong.push(`${name} × ${viewer}: a hidden bot is not as an unknown one`);
  }
  return wrong;
}

async function wrongOfOthers(
  name: UpstreamEndpointName,
  row: Row & { is: 'same' | 'flow' | 'mine' | 'kept' },
): Promise<string[]> {
  const wrong: string[] = [];
  const answers = new Set<string>();
  const expected = expectedOf(name, row, null);
  // Who owns a thing asks about it last: it may be gone then.
  for (const viewer of [...VIEWERS].sort((a, b) => Number(a === 'owner') - Number(b === 'owner'))) {
    const about = row.is === 'kept' ? { ...NOTHING, id: kept[row.of], anonymous } : null;
    const what = asked(name, viewer, about, row);
    const cell = await ask(name, viewer, what);
    wrong.push(...wrongOf(name, null, viewer, expected[viewer], cell));
    answers.add(textOf(cell.answer));
    if (row.is === 'mine' && row.ends && tokens[viewer] && viewer !== 'revoked') await logInAgain(viewer);
  }
  if (row.is === 'same' && row.changes === undefined && answers.size > 1)
    wrong.push(`${name}: not everybody is told the same`);
  return wrong;
}

async function logInAgain(viewer: Viewer): Promise<void> {
  const account = { owner: 'demo', copier: 'copier', other: 'somebody-else', guest: '', revoked: '' }[viewer];
  const password = viewer === 'other' ? 'correct-horse-1' : `paper-${account}`;
  tokens = { ...tokens, [viewer]: await exchange.logIn(account, password) };
}

describe('the authorisation matrix', () => {
  it.each(NAMES)('has no unexpected cell in the row of %s (C-345, M-277, H54)', async (name) => {
    // Sixty changes in three seconds are one trader's measure.
    exchange.clock.advance(1_000);
    const wrong: string[] = [];
    for (const row of [AUTHORISATION[name]].flat()) {
      if (row.is === 'seen' || row.is === 'owned') {
        for (const where of WHERE) wrong.push(...(await wrongOfBots(name, row, where)));
      } else wrong.push(...(await wrongOfOthers(name, row)));
    }
    expect(wrong).toEqual([]);
  });
});

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

const TAKEN = { account: 'copier', password: 'correct-horse-1', fundpass: FUNDPASS_OF_OTHERS };

describe('the matrix at the door of the browser', () => {
  const door = createTestBff(inThisProcess);

  async function codeAtDoor(name: EndpointName, viewer: Viewer): Promise<number> {
    const token = tokens[viewer]?.authorization.replace('Bearer ', '');
    const cookie = token === undefined ? null : await door.cookieOf(token, viewer === 'owner' ? OWNER : 0);
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
