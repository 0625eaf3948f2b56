import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatAmount } from '#lib/money/amount.ts';
import { botAccount, TRADING_ACCOUNTS, userAccount, userTrial } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { runs } from '#tests/support/runs.ts';
import type { TriedKind } from '#tests/support/tried-kind.ts';
import { seededRandom } from '#tests/support/venue/venue-post.ts';
import { type Jump, jumpingFeed } from '#tests/unit/exchange-crash-feed.ts';
import { openTestExchange, type TestExchange, type Who } from '#tests/unit/exchange-fixture.ts';
import { KIND_BODIES, rowOf, shownActions } from '#tests/unit/exchange-kind-bodies.ts';
import { unitsOf } from '#tests/unit/exchange-own-books.ts';

/**
 * An owner who does anything with one bot, over the calls of the contract, on a market that jumps and whose book may be thin, through kills
 * of the exchange: what a preview says is what happens, what is asked for is what moves, and the ledger's laws hold after each.
 */

const LIVES = runs(1, 40);
const STEPS = 30;
const DEMO = 10_001;
const FUNDPASS = { fundpass: 'paper-fund' };
/** What a call may answer to its owner: never an error of ours. */
const ANSWERS = [200, 403, 404, 409, 422];
const DOLLAR = 100_000_000n;
/** What an account is given to try bots with. */
const TRIAL = 100n * DOLLAR;

/** Every kind, by how more money comes: with a plan, as margin, or by a call of its own if at all. One that is left out does not compile. */
const KINDS: { readonly [K in TriedKind]: 'grid' | 'contract' | 'other' } = {
  spot_grid: 'grid',
  infinite_grid: 'grid',
  margin_grid: 'grid',
  futures_grid: 'contract',
  martingale: 'other',
  'contract-martingale': 'contract',
  'spot-compose-indicator': 'other',
  'compose-indicator': 'contract',
  'smart-position': 'other',
  'recurring-buy': 'other',
  'spot-future-arbitrage': 'other',
};

type Row = Awaited<ReturnType<typeof rowOf>>;
type Moved = Record<string, string>;

class HostileOwner {
  private readonly random: () => number;
  private readonly folder = mkdtempSync(join(tmpdir(), 'hostile-owner-'));
  private readonly jumps: Jump[] = [];
  private readonly feed: MarketFeed;
  private readonly kind: TriedKind;
  private readonly isGrid: boolean;
  private exchange!: TestExchange;
  private who!: Who;
  private id = 0;
  private hasTrial = false;

  constructor(kind: TriedKind, seed: number) {
    this.kind = kind;
    this.isGrid = KIND_BODIES[kind].call === 'createGrid';
    this.random = seededRandom(seed * 7919 + kind.length);
    const wide = createSimulatedFeed({ seed: 'exchange-tests' });
    const thin: MarketFeed = { ...wide, depthWithin: (...asked) => wide.depthWithin(...asked) / 20_000n };
    this.feed = jumpingFeed(this.chance(0.6) ? thin : wide, this.jumps);
  }

  /** Whether there was a bot at all. */
  async live(): Promise<boolean> {
    try {
      await this.open();
      if (!(await this.create())) return false;
      for (let i = 0; i < STEPS; i += 1) {
        // Time goes by before the row is read: what the bot trades in it is none of what the act does.
        this.exchange.clock.advance(2_000 + this.below(3_000));
        await this.exchange.tick();
        this.who = await this.exchange.trader();
        const row = await this.checked();
        if (row.status === 'finished') break;
        await this.act(row);
      }
      const row = await this.checked();
      if (row.status === 'finished' && this.hasTrial) this.expectTrialBack(row);
      await this.expectProven();
      return true;
    } finally {
      await this.exchange.kill();
      rmSync(this.folder, { recursive: true, force: true });
    }
  }

  /** Whatever was done: the life replayed from its tape has every fill, and the books. */
  private async expectProven(): Promise<void> {
    const path = { id: this.id };
    await this.send('startProof', { path });
    const proof = async () => (await this.send('proof', { path })).data;
    await expect.poll(async () => (await proof()).status, { timeout: 30_000, interval: 10 }).toBe('done');
    expect((await proof()).result).toMatchObject({ outcome: 'equal', is_whole: true, difference: null });
  }

  private chance(part: number): boolean {
    return this.random() < part;
  }

  private below(most: number): number {
    return Math.floor(this.random() * most);
  }

  private pick<T>(first: T, ...rest: readonly T[]): T {
    return [first, ...rest][this.below(rest.length + 1)] ?? first;
  }

  private async open(clock?: TestExchange['clock']): Promise<void> {
    this.exchange = await openTestExchange(this.folder, {
      feed: this.feed,
      outlivesTest: true,
      ...(clock ? { clock } : {}),
    });
    this.who = await this.exchange.trader();
  }

  private async send(name: Parameters<TestExchange['send']>[0], what: Parameters<TestExchange['send']>[1]) {
    const answer = await this.exchange.send(name, { who: this.who, ...what });
    expect(ANSWERS, name).toContain(answer.code);
    return answer;
  }

  private async create(): Promise<boolean> {
    const { kind } = this;
    const { call, body } = KIND_BODIES[kind];
    const wish: Record<string, unknown> = { ...FUNDPASS };
    if (kind === 'futures_grid' || kind === 'margin_grid') wish.side = this.pick('buy', 'sell', 'neutral');
    if (this.isGrid && kind !== 'infinite_grid' && this.chance(0.3)) wish.grid_num = `${2 + this.below(100)}`;
    this.hasTrial = (kind === 'spot_grid' || kind === 'futures_grid') && this.chance(0.4);
    if (this.hasTrial) wish.use_experience = 1;
    if (kind === 'contract-martingale')
      wish.params = { side: this.pick('buy', 'sell'), leverage: this.pick('2', '10', '20') };
    if (kind === 'futures_grid') wish.leverage = this.pick('1', '5', '20', '50');
    const made = await this.send(call, { body: { is_hide: 0, ...body(this.exchange, wish) } });
    if (made.code !== 200) return false;
    this.id = made.data.strategy_id;
    await this.exchange.pass(1_000);
    return true;
  }

  private row(): Promise<Row> {
    return rowOf(this.exchange, this.who, this.id, this.kind);
  }

  /** The bot's row, once all that must hold at any time does. */
  private async checked(): Promise<Row> {
    const { exchange, id } = this;
    expect(exchange.fatal).toEqual([]);
    expect(brokenLaw(exchange.ledger)).toBeNull();
    for (const account of TRADING_ACCOUNTS) {
      for (const [asset, amount] of exchange.ledger.assets(userAccount(DEMO, account)))
        expect(amount, asset).toBeGreaterThanOrEqual(0n);
    }
    const row = await this.row();
    expect(row.residual).toBe('0');
    expect(exchange.ledger.assets(botAccount(id)).size === 0).toBe(row.status === 'finished');
    return row;
  }

  /** What the owner has outside of his bots, units by asset. */
  private owned(): Map<string, bigint> {
    const all = new Map<string, bigint>();
    for (const account of TRADING_ACCOUNTS) {
      for (const [asset, amount] of this.exchange.ledger.assets(userAccount(DEMO, account)))
        all.set(asset, (all.get(asset) ?? 0n) + amount);
    }
    return all;
  }

  /** What has moved since `before`, units by asset; positive: came to the owner. */
  private moved(before: ReadonlyMap<string, bigint>): Moved {
    const now = this.owned();
    const assets = [...new Set([...before.keys(), ...now.keys()])];
    const moved = assets.map((asset) => [asset, (now.get(asset) ?? 0n) - (before.get(asset) ?? 0n)] as const);
    return Object.fromEntries(
      moved.filter(([, amount]) => amount !== 0n).map(([asset, amount]) => [asset, `${amount}`]),
    );
  }

  /** Holds what a call has moved, unless the bot ended with it: then what came back came too. */
  private async expectMoved(before: ReadonlyMap<string, bigint>, amount: bigint): Promise<void> {
    if ((await this.row()).status === 'finished') return;
    expect(this.moved(before)).toEqual(amount === 0n ? {} : { USDT: `${amount}` });
  }

  /** Trial money comes back but for what was lost of it. */
  private expectTrialBack(row: Row): void {
    const profit = unitsOf(row.profit);
    const lost = profit < 0n ? -profit : 0n;
    const due = lost > TRIAL ? 0n : TRIAL - lost;
    expect(this.exchange.ledger.balance(userTrial(DEMO), 'USDT')).toBeGreaterThanOrEqual(due - DOLLAR);
  }

  private async act(row: Row): Promise<void> {
    const acts: readonly (readonly [weight: number, act: () => Promise<unknown>])[] = [
      [6, () => this.minutes()],
      [3, () => this.exchange.pass(1_000 * (1 + this.below(65)), 1_000 * (1 + this.below(20)))],
      [2, () => this.jump()],
      [1, () => this.kill()],
      [3, () => this.pauseOrGoOn(row)],
      [3, () => this.change(row)],
      [3, () => this.add()],
      [3, () => this.take()],
      [2, () => this.changeStops(row)],
      [2, () => this.changeLeverage()],
      [2, () => this.changeExits()],
      [row.status === 'stopping' ? 9 : 0, () => this.close(row)],
      [0.7, () => this.close(row)],
    ];
    let at = this.random() * acts.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, act] of acts) {
      at -= weight;
      if (at >= 0) continue;
      await act();
      return;
    }
  }

  private async minutes(): Promise<void> {
    const ms = (1 + this.below(600)) * 60_000;
    await this.exchange.pass(ms, Math.ceil(ms / 4));
  }

  private async jump(): Promise<void> {
    const factor = 1 + (this.random() - 0.5) * this.pick(0.02, 0.1, 0.4);
    this.jumps.push({ atMs: this.exchange.clock.nowMs() + 500, factor });
    await this.exchange.pass(1_000 * (1 + this.below(70)), 1_000);
  }

  private async kill(): Promise<void> {
    const before = await this.row();
    const { clock } = this.exchange;
    await this.exchange.kill();
    await this.open(clock);
    expect(await this.row()).toEqual(before);
    clock.advance(this.below(100) * 60_000);
    await this.exchange.tick();
  }

  private async pauseOrGoOn({ status }: Row): Promise<void> {
    const isPaused = status === 'pause';
    if (this.isGrid) await this.send(isPaused ? 'continueGrid' : 'pauseGrid', { path: { id: this.id } });
    else await this.send(isPaused ? 'startStrategy' : 'pauseStrategy', { path: { id: this.id } });
  }

  private money(): string {
    return this.pick('1', '10', '37.5', '300', '1234.56', '4000');
  }

  /** A plan that is given can be carried out, and takes the money that was asked for. */
  private async change({ last_price }: Row): Promise<void> {
    if (!this.isGrid) return;
    const path = { id: this.id };
    const last = Number(last_price);
    const part = (): string => (0.001 + this.random() * 0.05).toFixed(3);
    const money: Record<string, string> = this.chance(0.5) ? { money: this.money() } : {};
    const asked: Record<string, string> =
      this.kind === 'infinite_grid'
        ? { low_price: part(), high_price: part(), ...money }
        : {
            low_price: (last * (1 - this.random() * 0.1)).toFixed(1),
            high_price: (last * (1 + this.random() * 0.1)).toFixed(1),
            grid_num: `${2 + this.below(120)}`,
            ...money,
          };
    const plan = await this.send('investPlan', { path, body: asked });
    if (plan.code !== 200 || plan.data.plan_type === 3) return;
    const actions = shownActions(plan.data.plans[0].actions);
    const before = this.owned();
    const { code } = await this.send('changeGridParams', { path, body: { ...asked, actions, ...FUNDPASS } });
    expect(code).toBe(200);
    await this.expectMoved(before, -unitsOf(asked.money ?? '0'));
  }

  private async add(): Promise<void> {
    if (KINDS[this.kind] === 'grid') return;
    const amount = this.money();
    const before = this.owned();
    const body = { asset: 'USDT', amount, ...FUNDPASS };
    const { code } = await this.send('increaseBalance', { path: { id: this.id }, body });
    await this.expectMoved(before, code === 200 ? -unitsOf(amount) : 0n);
  }

  /** What may be taken out, units; null where nothing ever is. */
  private async takeable(): Promise<bigint | null> {
    const isMargin = KINDS[this.kind] === 'contract';
    const answer = isMargin
      ? await this.send('reducibleMargin', { path: { id: this.id } })
      : await this.send('withdrawable', { query: { strategy_id: this.id, strategy_type: this.kind } });
    if (answer.code !== 200) return null;
    return unitsOf(isMargin ? answer.data.max_withdrawal_amount : answer.data.unsettled_profit);
  }

  /** All that is offered can be taken, and nothing is offered once it was. */
  private async take(): Promise<void> {
    const most = await this.takeable();
    if (most === null) return;
    const amount = this.chance(0.5) ? most : (most * BigInt(this.below(110))) / 100n;
    const before = this.owned();
    const body = { amount: formatAmount(amount), ...FUNDPASS };
    const { code } =
      KINDS[this.kind] === 'contract'
        ? await this.send('reduceMargin', { path: { id: this.id }, body })
        : await this.send('withdrawProfit', { body: { id: this.id, strategy_type: this.kind, ...body } });
    if (amount > 0n && amount <= most) expect(code).toBe(200);
    await this.expectMoved(before, code === 200 ? amount : 0n);
    if (code !== 200 || amount !== most || (await this.row()).status === 'finished') return;
    expect(await this.takeable()).toBeLessThan(2n);
  }

  private async changeStops({ last_price }: Row): Promise<void> {
    const at = (part: number): string => (Number(last_price) * part).toFixed(1);
    const isPart = ['smart-position', 'futures_grid', 'spot-compose-indicator', 'compose-indicator'].includes(
      this.kind,
    );
    const stops = isPart
      ? { stop_loss: this.pick('', '0.01', '0.05', '0.3'), stop_profit: this.pick('', '0.01', '0.05', '0.3') }
      : {
          stop_loss: this.pick('', at(0.8), at(0.95), at(1.05)),
          stop_profit: this.pick('', at(1.1), at(1.3), at(0.99)),
        };
    await this.send('changeGridParams', { path: { id: this.id }, body: { ...stops, ...FUNDPASS } });
  }

  private async changeLeverage(): Promise<void> {
    if (this.kind !== 'futures_grid') return;
    const leverage = this.pick('1', '2', '5', '20', '50');
    const actions = [{ action: 'transfer', amount: this.pick('1', '50', '500'), currency: 'USDT', leverage }];
    await this.send('updateGrid', { path: { id: this.id }, body: { actions, ...FUNDPASS } });
  }

  private async changeExits(): Promise<void> {
    if (!this.kind.endsWith('martingale')) return;
    const params = JSON.stringify({
      take_profit_per_cycle: this.pick('0.002', '0.01', '0.1'),
      stop_loss_per_cycle: this.pick('', '0.01', '0.2', '0.9'),
    });
    await this.send('strategyParams', {
      body: { strategy_id: this.id, strategy_type: this.kind, params, ...FUNDPASS },
    });
  }

  /** A close does what its preview says: so many trades, whether it rests, and what comes back to the last unit. */
  private async close({ status, trade_num }: Row): Promise<void> {
    const named = { strategy_id: this.id, strategy_type: this.kind };
    const type = this.pick('market', 'limit', 'limit', 'no_close');
    const how = { type, slip: this.pick('0.001', '0.003', '0.05'), expiration: this.pick(60, 180, 3600) };
    const preview = await this.send('closePreview', { query: { ...named, ...how } });
    const { account, stop } = KIND_BODIES[this.kind];
    const before = this.owned();
    const option = { ...how, account, market: 'BTC_USDT', price: 'lastprice' };
    const saved = await this.send('saveStopOptions', { body: { ...named, stop_options: [option] } });
    expect(saved.code === 200).toBe(preview.code === 200);
    if (saved.code !== 200) return;
    if (status !== 'stopping') await this.send(stop, { path: { id: this.id }, body: FUNDPASS });
    const after = await this.row();
    expect(Number(after.trade_num) - Number(trade_num)).toBe(preview.data.trades.length);
    expect(after.status === 'finished').toBe(preview.data.rests === null);
    if (after.status !== 'finished') return;
    const returns = preview.data.returns.map(({ currency, amount }: Record<string, string>) => [
      currency,
      `${unitsOf(amount ?? '')}`,
    ]);
    expect(this.moved(before)).toEqual(Object.fromEntries(returns));
    expect(after.profit).toBe(preview.data.profit);
  }
}

describe('a hostile owner', () => {
  it.each(Object.keys(KINDS) as TriedKind[])(
    'finds nothing that is not as it was said with a %s',
    async (kind) => {
      let lived = 0;
      for (let seed = 1; lived < LIVES && seed < 3 * LIVES + 3; seed += 1) {
        const hasLived = await new HostileOwner(kind, seed).live().catch((error: unknown) => {
          throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
        });
        if (hasLived) lived += 1;
      }
      expect(lived).toBe(LIVES);
    },
    1_800_000,
  );
});
