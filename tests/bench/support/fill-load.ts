import { performance } from 'node:perf_hooks';
import type { Fill } from '#lib/engine/machine.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import { STREAM } from '#server/exchange/bots/bot-book.ts';
import { formatFill } from '#server/exchange/bots/journal-rows.ts';
import { movePostings, reasonOf } from '#server/exchange/bots/move-flows.ts';
import { tradeReference } from '#server/exchange/bots/settle-bot.ts';
import { botAccount } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw, openLedger } from '#server/exchange/ledger/memory-ledger.ts';
import { issueTo } from '#server/exchange/ledger/movements.ts';
import { openSequencer } from '#server/exchange/sequencer/turn-sequencer.ts';
import type { Store, TurnBatch } from '#server/exchange/store/store.ts';
import { testSpec } from '#tests/support/market-specs.ts';

const BOTS = 1_000;
const SPEC = testSpec();
const TICKS = 600_000;

export interface FillLoad {
  readonly fills: number;
  /** Each waits for its answer before it sends the next: what groups into one turn. */
  readonly clients: number;
  /** So many go before and are not counted: an exchange's code is compiled and the store's log has its size when users come. */
  readonly before?: number;
}

export interface FillsDone {
  readonly seconds: number;
  readonly commits: number;
}

/** The fill of a grid's line. A sell gives what the buy before it received after its fee. */
function fillOf(side: 'buy' | 'sell'): Fill {
  const quantity = side === 'buy' ? 100_000n : 99_900n;
  return {
    ...{ timeMs: 0, feed: 0, side, role: 'grid', level: 7, ticks: TICKS },
    quantity,
    quote: (quantity * BigInt(TICKS) * SPEC.tickUnits) / UNITS_PER_COIN,
    ...{ fee: 100n, feeAsset: side === 'buy' ? SPEC.base : SPEC.quote },
    matchProfit: side === 'buy' ? null : 0n,
  };
}

/**
 * Fills through sequencer, ledger and disk, posted and written as the exchange does it: each is three postings, an account-book row and a
 * fill row, answered when the disk has it. The store is closed.
 */
export async function runFills(store: Store, { fills, clients, before = 0 }: FillLoad): Promise<FillsDone> {
  const ledger = await openLedger(store);
  let commits = 0;
  const counted = {
    ...store,
    commit: (batch: TurnBatch) => {
      commits += 1;
      return store.commit(batch);
    },
  };
  const sequencer = openSequencer({
    store: counted,
    clock: { nowMs: () => 0 },
    participants: [ledger],
    onFatal: (error) => {
      throw error;
    },
  });
  await sequencer.submit((tx) => {
    for (let bot = 1; bot <= BOTS; bot += 1) {
      ledger.post([issueTo(botAccount(bot), 'USDT', 1_000_000n * UNITS_PER_COIN)], 'fund', botAccount(bot), tx.nowMs);
    }
  });
  let sent = 0;
  const send = (number: number) => {
    const botId = 1 + (number % BOTS);
    const fill = fillOf(Math.floor(number / BOTS) % 2 === 0 ? 'buy' : 'sell');
    const move = { kind: 'fill', fill } as const;
    return sequencer.submit((tx) => {
      const postings = movePostings(ledger, botId, SPEC, [move]);
      const refusal = ledger.post(postings, reasonOf(move), tradeReference(botId), tx.nowMs);
      if (refusal !== null) throw new Error(`fill refused: ${refusal.account} ${refusal.asset}`);
      tx.append(STREAM.fills, `${botId}`, tx.nowMs, formatFill(SPEC, fill));
    });
  };
  const fillUntil = (last: number) =>
    Promise.all(
      Array.from({ length: clients }, async () => {
        while (sent < last) {
          sent += 1;
          await send(sent - 1);
        }
      }),
    );
  await fillUntil(before);
  commits = 0;
  const start = performance.now();
  await fillUntil(before + fills);
  const seconds = (performance.now() - start) / 1_000;
  const broken = brokenLaw(ledger);
  if (broken !== null) throw new Error(broken);
  await store.close();
  return { seconds, commits };
}
