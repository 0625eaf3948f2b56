import { PAPER_ACCOUNTS } from '#lib/contract/paper-accounts.ts';
import { DAY_MS, midnightOf } from '#lib/time/durations.ts';
import type { BacktestBook } from '../backtests/backtest-book.ts';
import type { BacktestRunner } from '../backtests/backtest-runner.ts';
import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { planBot } from './bot-plan.ts';
import { DEMO_DAYS, demoBots } from './demo-wishes.ts';

/** Backtests that the demo account begins with: of its own wishes, over this many whole days before today. */
const ASKED: readonly { readonly kind: string; readonly days: number }[] = [
  { kind: 'spot_grid', days: 30 },
  { kind: 'futures_grid', days: 14 },
  { kind: 'martingale', days: 30 },
  { kind: 'macd', days: 60 },
];

interface Needs extends Pick<ExchangeParts, 'accounts' | 'feed' | 'sequencer' | 'clock'> {
  readonly backtests: BacktestBook;
  readonly runner: BacktestRunner;
}

/** Queues the demo account's backtests; they run behind those of traders, like anybody's. */
export async function askDemoBacktests({ accounts, feed, sequencer, clock, backtests, runner }: Needs): Promise<void> {
  const demo = accounts.credentials(PAPER_ACCOUNTS[0].account);
  if (demo === undefined) return;
  const nowMs = clock.nowMs();
  const endMs = midnightOf(nowMs);
  const wishes = demoBots(feed, endMs - DEMO_DAYS * DAY_MS, endMs).map(({ wish }) => wish);
  await sequencer.submit((tx) => {
    for (const { kind, days } of ASKED) {
      const wish = wishes.find((one) => one.kind === kind);
      const spec = wish === undefined ? undefined : feed.spec(wish.instrument);
      const beginMs = endMs - days * DAY_MS;
      if (wish === undefined || spec === undefined || !feed.knowsPath(wish.instrument, beginMs, endMs)) continue;
      const payload = planBot(feed, spec, wish, beginMs);
      if (payload === null) continue;
      const id = backtests.nextId();
      const asked = { id, ownerId: demo.userId, kind: wish.kind, payload, market: spec.market, createMs: tx.nowMs };
      backtests.put(tx, { ...asked, beginMs, endMs, status: 'queued', reason: '', figures: null });
    }
    tx.afterCommit(runner.wake);
  });
}
