import fc from 'fast-check';
import { describe, it } from 'vitest';
import { botAccount, FEES, userHold, userSpot } from '#server/exchange/ledger/account-names.ts';
import type { Posting } from '#server/exchange/ledger/ledger.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import {
  flowPostings,
  issueTo,
  postReserved,
  reserve,
  returnAll,
  tradeFlows,
  voidReserved,
} from '#server/exchange/ledger/movements.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import { openCore, temporaryFolder } from '../unit/store-fixture.ts';

/** Each run opens two stores: an ordinary run has no time for more. */
const RUNS = runs(12, 200);

const user = fc.integer({ min: 1, max: 3 });
const bot = fc.integer({ min: 1, max: 4 });
const asset = fc.constantFrom('USDT', 'BTC');
// Small and huge: what overflows a float must stay exact.
const amount = fc.oneof(fc.bigInt(1n, 50n), fc.bigInt(1n, 10n ** 30n));

const command = fc.oneof(
  fc.record({ kind: fc.constant('issue' as const), user, asset, amount }),
  fc.record({ kind: fc.constant('reserve' as const), user, asset, amount }),
  fc.record({ kind: fc.constant('post' as const), user, bot, asset, amount }),
  fc.record({ kind: fc.constant('void' as const), user, asset, amount }),
  fc.record({ kind: fc.constant('return' as const), user, bot }),
  fc.record({
    kind: fc.constant('trade' as const),
    bot,
    side: fc.constantFrom('buy' as const, 'sell' as const),
    quantity: amount,
    price: fc.bigInt(1n, 10n ** 12n),
  }),
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

const step = fc.record({ command, isRefused: fc.boolean(), throws: fc.boolean() });

type Core = Awaited<ReturnType<typeof openCore>>;

function postingsOf(ledger: Core['ledger'], command: Command): Posting[] {
  if (command.kind === 'issue') return [issueTo(userSpot(command.user), command.asset, command.amount)];
  if (command.kind === 'reserve') return [reserve(command.user, command.asset, command.amount)];
  if (command.kind === 'post') return [postReserved(command.user, command.bot, command.asset, command.amount)];
  if (command.kind === 'void') return [voidReserved(command.user, command.asset, command.amount)];
  if (command.kind === 'return') return returnAll(ledger, command.bot, command.user);
  const quoteAmount = command.quantity * command.price;
  const received = command.side === 'buy' ? command.quantity : quoteAmount;
  const trade = {
    ...{ market: 'BTC_USDT', base: 'BTC', quote: 'USDT', side: command.side },
    ...{ quantity: command.quantity, quoteAmount, fee: (received + 999n) / 1000n },
  };
  return flowPostings(ledger, command.bot, tradeFlows(trade));
}

function balancesOf({ ledger }: Core): Record<string, Record<string, string>> {
  return Object.fromEntries(
    [...ledger.everyAccount()]
      .map(
        (account) =>
          [
            account,
            Object.fromEntries([...ledger.assets(account)].map(([name, units]) => [name, `${units}`]).sort()),
          ] as const,
      )
      .filter(([, assets]) => Object.keys(assets).length > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

describe('the ledger under any commands and prices', () => {
  it('sums to zero per asset, has no account below zero, and is on disk what it is in memory', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
        const folder = temporaryFolder();
        const core = await openCore(folder);
        await Promise.allSettled(
          steps.map(({ command, isRefused, throws }) =>
            core.sequencer.submit(
              (tx) => {
                core.ledger.post(postingsOf(core.ledger, command), command.kind, 'test', tx.nowMs);
                if (throws) throw new Error('a bug in the command');
              },
              () => !isRefused,
            ),
          ),
        );
        expect(brokenLaw(core.ledger)).toBeNull();
        const before = balancesOf(core);
        await core.store.close();
        const again = await openCore(folder);
        expect(balancesOf(again)).toEqual(before);
        await again.store.close();
      }),
      { numRuns: RUNS },
    );
  });

  it('loses and makes nothing when money goes through reserve, post, trades, fees and back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt(1n, 10n ** 24n),
        fc.array(fc.record({ quantity: fc.bigInt(1n, 10n ** 12n), price: fc.bigInt(1n, 10n ** 9n) }), {
          maxLength: 20,
        }),
        async (money, trades) => {
          const { sequencer, ledger, store } = await openCore(temporaryFolder());
          await sequencer.submit((tx) => {
            ledger.post([issueTo(userSpot(1), 'USDT', money)], 'grant', 'user:1', tx.nowMs);
            ledger.post([reserve(1, 'USDT', money), postReserved(1, 9, 'USDT', money)], 'create', 'bot:9', tx.nowMs);
            for (const { quantity, price } of trades) {
              for (const side of ['buy', 'sell'] as const) {
                const market = { market: 'BTC_USDT', base: 'BTC', quote: 'USDT' };
                const trade = { ...market, side, quantity, quoteAmount: quantity * price, fee: 1n };
                const postings = flowPostings(ledger, 9, tradeFlows(trade));
                ledger.post(postings, 'fill', 'bot:9', tx.nowMs);
              }
            }
            ledger.post(returnAll(ledger, 9, 1), 'close', 'bot:9', tx.nowMs);
          });
          expect(ledger.assets(botAccount(9)).size).toBe(0);
          expect(ledger.balance(userHold(1), 'USDT')).toBe(0n);
          const everywhere = [userSpot(1), FEES, 'market:BTC_USDT', 'issue'].reduce(
            (sum, account) => sum + ledger.balance(account, 'USDT'),
            0n,
          );
          expect(everywhere).toBe(0n);
          expect(brokenLaw(ledger)).toBeNull();
          await store.close();
        },
      ),
      { numRuns: RUNS },
    );
  });
});
