import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { pushBrowser } from '#tests/support/push-browser.ts';
import { openReceiver } from '#tests/support/receiver.ts';
import { isNightly } from '#tests/support/runs.ts';
import { TEST_CERTIFICATE } from '#tests/support/test-certificate.ts';
import { temporaryFolder } from '../unit/store-fixture.ts';
import { type Answer, ask, gridAround, readyTrader, send, type Trader } from './crash-client.ts';
import { type ExchangeProcess, startExchange } from './crash-process.ts';

/** Kills of one exchange that tells its traders of what it does, by a webhook and by a push. */
const ROUNDS = 40;
const TRADERS = 2;
/** Between two bots of a trader: deliveries are looked for once a second, and there shall be some under way at each kill. */
const PAUSE_MS = 400;

/** Two messages a second of each trader are begun, and a look at the disk stands before each. */
const PATIENCE = { timeout: 60_000, interval: 250 };

let exchange: ExchangeProcess | null = null;
let receiver: Awaited<ReturnType<typeof openReceiver>> | null = null;
afterEach(async () => {
  await exchange?.kill();
  await receiver?.close();
});

/** A bot that was ended: `isSure` once the exchange has said so. */
interface Ended {
  readonly trader: Trader;
  readonly id: number;
  isSure: boolean;
}

interface Call {
  readonly trader: Trader;
  readonly key: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** `trusted`: a file with the receiver's certificate. */
async function started(dataDir: string, trusted: string): Promise<ExchangeProcess> {
  const environment = { OUTBOUND_ALLOW: '127.0.0.1', NODE_EXTRA_CA_CERTS: trusted };
  exchange = await startExchange({ dataDir, environment });
  if (exchange === null) throw new Error('the exchange did not start');
  return exchange;
}

async function good(answer: Promise<Answer>): Promise<Record<string, unknown>> {
  const told = await answer;
  if (told?.code !== 200) throw new Error(`answered ${JSON.stringify(told)}`);
  return told.data ?? {};
}

/** Traders who are told of every end by two ways. */
async function tradersOf(url: string, port: number, keys: { p256dh: string; auth: string }): Promise<Trader[]> {
  const channels = '/apiw/v2/account/notifications';
  const traders: Trader[] = [];
  for (let i = 0; i < TRADERS; i += 1) {
    const [account, password] = [`owner${i}`, `paper-owner-${i}`];
    const body = { account, password, fundpass: 'paper-fund' };
    await good(ask(url, 'POST', '/apiw/v2/account/register', { body }));
    const trader = await readyTrader(url, account, password);
    const add = (channel: object) =>
      good(ask(url, 'POST', `${channels}/channels/add`, { token: trader.token, body: { lang: 'en', ...channel } }));
    const hook = await add({ kind: 'webhook', target: `https://127.0.0.1:${port}/hook` });
    const push = await add({ kind: 'push', target: `https://127.0.0.1:${port}/push/${i}`, keys });
    const rules = [{ kind: 'end', app: true, channels: [hook.id, push.id] }];
    const settings = { rules, liquidation_percent: '5', funding_percent: '0.1' };
    await good(ask(url, 'POST', `${channels}/rules`, { token: trader.token, body: settings }));
    traders.push(trader);
  }
  return traders;
}

/** Makes bots and ends them until the exchange answers no more; what it did not answer. */
async function endUntilDead(url: string, trader: Trader, ended: Ended[], number: () => number): Promise<Call | null> {
  const { last_price: last } = (await ask(url, 'GET', '/strategybot/last_price?symbol=BTC_USDT&type=spot')) as never;
  for (;;) {
    const key = `told-key-${String(number()).padStart(8, '0')}`;
    const create = {
      trader,
      key,
      path: '/apiw/v2/grid-trading/create',
      body: gridAround(Number(last), 1, 'BTC_USDT', 400, 5),
    };
    const made = await send(url, create);
    if (made === null) return null;
    if (made.code !== 200) throw new Error(JSON.stringify(made));
    const id = Number(made.data?.strategy_id);
    const end = {
      trader,
      key: `${key}-end`,
      path: `/apiw/v2/grid-trading/cancel/${id}`,
      body: { fundpass: 'paper-fund' },
    };
    const known: Ended = { trader, id, isSure: false };
    ended.push(known);
    const told = await send(url, end);
    known.isSure = told?.code === 200;
    if (told === null) return end;
    await delay(PAUSE_MS);
  }
}

/** What the receiver was told: of which bot, by which way, under which number. */
function toldOf({ received }: Awaited<ReturnType<typeof openReceiver>>, browser: ReturnType<typeof pushBrowser>) {
  return received.map(({ path, body, bytes, status }) => {
    const told = JSON.parse(path === '/hook' ? body : browser.open(bytes));
    return { way: path.split('/')[1], id: String(told.id), bot: Number(told.strategy_id), isTaken: status === 200 };
  });
}

describe.runIf(isNightly)('kill -9 while traders are told', () => {
  it(
    `every end that was acknowledged arrives by every way, each under one number, and nothing that did not happen (${ROUNDS} kills)`,
    async () => {
      const dataDir = temporaryFolder();
      const trusted = join(temporaryFolder(), 'certificate.pem');
      writeFileSync(trusted, TEST_CERTIFICATE);
      const receiving = await openReceiver();
      receiver = receiving;
      const browser = pushBrowser();
      let url = (await started(dataDir, trusted)).url;
      const traders = await tradersOf(url, receiving.port, browser.keys);
      const ended: Ended[] = [];
      let calls = 0;
      const missing = () => {
        // Who says nothing has taken nothing.
        const taken = toldOf(receiving, browser).filter(({ isTaken }) => isTaken);
        const there = new Set(taken.map(({ way, bot }) => `${way} ${bot}`));
        const wanted = ended.filter(({ isSure }) => isSure).flatMap(({ id }) => [`hook ${id}`, `push ${id}`]);
        return wanted.filter((one) => !there.has(one));
      };
      for (let round = 0; round < ROUNDS; round += 1) {
        // Each other receiver keeps silent: its message is under way when the exchange dies, and is brought again.
        receiving.state.status = round % 2 === 0 ? null : 200;
        const before = receiving.received.length;
        const dead = Promise.all(traders.map((trader) => endUntilDead(url, trader, ended, () => ++calls)));
        await expect.poll(() => receiving.received.length, { timeout: 20_000, interval: 10 }).toBeGreaterThan(before);
        await delay((round * 137) % 400);
        await exchange?.kill();
        const open = await dead;
        receiving.state.status = 200;
        url = (await started(dataDir, trusted)).url;
        for (const call of open) {
          if (call === null) continue;
          const told = await send(url, call);
          const bot = ended.find(({ id }) => call.path.endsWith(`/${id}`));
          if (bot !== undefined) bot.isSure = told?.code === 200;
        }
        // What was acknowledged arrives, though nobody does anything more.
        await expect.poll(() => missing(), PATIENCE).toEqual([]);
      }
      const sure = ended.filter(({ isSure }) => isSure);
      expect(sure.length).toBeGreaterThan(ROUNDS);
      const told = toldOf(receiving, browser);
      const numbers = new Map<string, string>();
      for (const { way, bot, id } of told) {
        // One number a message, whichever life of the exchange brought it; no two messages share one.
        expect(numbers.get(`${way} ${bot}`) ?? id, `bot ${bot} by ${way}`).toBe(id);
        numbers.set(`${way} ${bot}`, id);
      }
      expect(new Set(numbers.values()).size).toBe(numbers.size);
      // A silent receiver was told again.
      expect(told.length).toBeGreaterThan(numbers.size);
      const happened = new Set(sure.map(({ id }) => id));
      expect(told.filter(({ bot }) => !happened.has(bot))).toEqual([]);
      expect(await exchange?.stop()).toBe(0);
      exchange = null;
      process.stdout.write(
        `crash of notifications: ${ROUNDS} kills, ${sure.length} ends, ${told.length} messages of ${numbers.size}\n`,
      );
    },
    60_000 + ROUNDS * 40_000,
  );
});
