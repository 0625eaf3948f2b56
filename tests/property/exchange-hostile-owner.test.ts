import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect as ask, describe, it } from 'vitest';
import { formatAmount } from '#lib/money/amount.ts';
import { botAccount, TRADING_ACCOUNTS, userAccount, userTrial } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import { TRIED_KINDS, type TriedKind } from '#tests/support/tried-kind.ts';
import { seededRandom } from '#tests/support/venue/venue-post.ts';
import { type Jump, jumpingFeed } from '#tests/unit/exchange-crash-feed.ts';
import { openTestExchange, type TestExchange, type Who } from '#tests/unit/exchange-fixture.ts';
import { KIND_BODIES, rowOf, shownActions } from '#tests/unit/exchange-kind-bodies.ts';
import { unitsOf } from '#tests/unit/exchange-own-books.ts';

import {
  addedMoney,
  Draws,
  drawnClose,
  drawnExits,
  drawnLeverage,
  drawnRange,
  drawnStops,
  FUNDPASS,
  fundingOf,
  isGridCall,
  type OwnerAct,
  pauseOrGoOn,
  stopOf,
  takenMoney,
} from './owner-acts.ts';

/**
 * An owner who does anything with one bot, over the calls of the contract, on a market that jumps and whose book may be thin, through kills
 * of the exchange: what a preview says is what happens, what is asked for is what moves, and the ledger's laws hold after each.
 */

const LIVES = runs(1, 40);
const STEPS = 30;
const DEMO = 10_001;
/** What a call may answer to its owner: never an error of ours. */
const ANSWERS = [200, 403, 404, 409, 422];
const DOLLAR = 100_000_000n;
/** What an account is given to try bots with. */
const TRIAL = 100n * DOLLAR;

type Row = Awaited<ReturnType<typeof rowOf>>;
type Moved = Record<string, string>;

class HostileOwner {
  private readonly draws: Draws;
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
    this.isGrid = isGridCall(kind);
    this.draws = new Draws(seededRandom(seed * 7919 + kind.length));
    const wide = createSimulatedFeed({ seed: 'exchange-tests' });
    const thin: MarketFeed = { ...wide, depthWithin: (...asked) => wide.depthWithin(...asked) / 20_000n };
    this.feed = jumpingFeed(this.draws.chance(0.6) ? thin : wide, this.jumps);
  }

  /** Whether there was a bot at all. */
  async live(): Promise<boolean> {
    try {
      await this.open();
      if (!(await this.create())) return false;
      for (let i = 0; i < STEPS; i += 1) {
        // Time goes by before the row is read: what the bot trades in it is none of what the act does.
        this.exchange.clock.advance(2_000 + this.draws.below(3_000));
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
    await ask.poll(async () => (await proof()).status, { timeout: 120_000, interval: 10 }).toBe('done');
    expect((await proof()).result).toMatchObject({ outcome: 'equal', is_whole: true, difference: null });
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

  private sendAct({ call, what }: OwnerAct) {
    return this.send(call, what);
  }

  private async create(): Promise<boolean> {
    const { kind } = this;
    const { call, body } = KIND_BODIES[kind];
    const wish: Record<string, unknown> = { ...FUNDPASS };
    if (kind === 'futures_grid' || kind === 'margin_grid') wish.side = this.draws.pick('buy', 'sell', 'neutral');
    if (this.isGrid && kind !== 'infinite_grid' && this.draws.chance(0.3))
      wish.grid_num = `${2 + this.draws.below(100)}`;
    this.hasTrial = (kind === 'spot_grid' || kind === 'futures_grid') && this.draws.chance(0.4);
    if (this.hasTrial) wish.use_experience = 1;
    if (kind === 'contract-martingale')
      wish.params = { side: this.draws.pick('buy', 'sell'), leverage: this.draws.pick('2', '10', '20') };
    if (kind === 'futures_grid') wish.leverage = this.draws.pick('1', '5', '20', '50');
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
      [3, () => this.exchange.pass(1_000 * (1 + this.draws.below(65)), 1_000 * (1 + this.draws.below(20)))],
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
    let at = this.draws.part() * acts.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, act] of acts) {
      at -= weight;
      if (at >= 0) continue;
      await act();
      return;
    }
  }

  private async minutes(): Promise<void> {
    const ms = (1 + this.draws.below(600)) * 60_000;
    await this.exchange.pass(ms, Math.ceil(ms / 4));
  }

  private async jump(): Promise<void> {
    const factor = 1 + (this.draws.part() - 0.5) * this.draws.pick(0.02, 0.1, 0.4);
    this.jumps.push({ atMs: this.exchange.clock.nowMs() + 500, factor });
    await this.exchange.pass(1_000 * (1 + this.draws.below(70)), 1_000);
  }

  private async kill(): Promise<void> {
    const before = await this.row();
    const { clock } = this.exchange;
    await this.exchange.kill();
    await this.open(clock);
    expect(await this.row()).toEqual(before);
    clock.advance(this.draws.below(100) * 60_000);
    await this.exchange.tick();
  }

  private async pauseOrGoOn({ status }: Row): Promise<void> {
    await this.sendAct(pauseOrGoOn(this.kind, this.id, status === 'pause'));
  }

  private money(): string {
    return this.draws.pick('1', '10', '37.5', '300', '1234.56', '4000');
  }

  /** A plan that is given can be carried out, and takes the money that was asked for. */
  private async change({ last_price }: Row): Promise<void> {
    if (!this.isGrid) return;
    const path = { id: this.id };
    const money: Record<string, string> = this.draws.chance(0.5) ? { money: this.money() } : {};
    const asked = { ...drawnRange(this.draws, this.kind, Number(last_price)), ...money };
    const plan = await this.send('investPlan', { path, body: asked });
    if (plan.code !== 200 || plan.data.plan_type === 3) return;
    const actions = shownActions(plan.data.plans[0].actions);
    const before = this.owned();
    const { code } = await this.send('changeGridParams', { path, body: { ...asked, actions, ...FUNDPASS } });
    expect(code).toBe(200);
    await this.expectMoved(before, -unitsOf(money.money ?? '0'));
  }

  private async add(): Promise<void> {
    if (fundingOf(this.kind) === 'grid') return;
    const amount = this.money();
    const before = this.owned();
    const { code } = await this.sendAct(addedMoney(this.id, amount));
    await this.expectMoved(before, code === 200 ? -unitsOf(amount) : 0n);
  }

  /** What may be taken out, units; null where nothing ever is. */
  private async takeable(): Promise<bigint | null> {
    const isMargin = fundingOf(this.kind) === 'contract';
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
    const amount = this.draws.chance(0.5) ? most : (most * BigInt(this.draws.below(110))) / 100n;
    const before = this.owned();
    const { code } = await this.sendAct(takenMoney(this.kind, this.id, formatAmount(amount)));
    if (amount > 0n && amount <= most) expect(code).toBe(200);
    await this.expectMoved(before, code === 200 ? amount : 0n);
    if (code !== 200 || amount !== most || (await this.row()).status === 'finished') return;
    expect(await this.takeable()).toBeLessThan(2n);
  }

  private async changeStops({ last_price }: Row): Promise<void> {
    await this.sendAct(drawnStops(this.draws, this.kind, this.id, Number(last_price)));
  }

  private async changeLeverage(): Promise<void> {
    if (this.kind === 'futures_grid') await this.sendAct(drawnLeverage(this.draws, this.id));
  }

  private async changeExits(): Promise<void> {
    if (this.kind.endsWith('martingale')) await this.sendAct(drawnExits(this.draws, this.kind, this.id));
  }

  /** A close does what its preview says: so many trades, whether it rests, and what comes back to the last unit. */
  private async close({ status, trade_num }: Row): Promise<void> {
    const named = { strategy_id: this.id, strategy_type: this.kind };
    const { how, option } = drawnClose(this.draws, this.kind);
    const preview = await this.send('closePreview', { query: { ...named, ...how } });
    const before = this.owned();
    const saved = await this.send('saveStopOptions', { body: { ...named, stop_options: [option] } });
    expect(saved.code === 200).toBe(preview.code === 200);
    if (saved.code !== 200) return;
    if (status !== 'stopping') await this.sendAct(stopOf(this.kind, this.id));
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
  it.each(TRIED_KINDS)(
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
