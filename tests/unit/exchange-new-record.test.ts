import { expect, it, vi } from 'vitest';
import { feedsOf } from '#lib/engine/bot-feeds.ts';
import { definitionOf, RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import { newRecord } from '#server/exchange/bots/create-bot.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

/** A bot's record is made of its payload and exact params: nothing is turned back into form text to be asked of it. */
it.each(RUNNABLE_KINDS)('the record of %s says what it is funded in', (kind) => {
  const definition = definitionOf(kind);
  const { spec, good } = KIND_CASES[kind];
  const prices = feedsOf(spec).map(() => 600_000);
  for (const form of [good, { ...good, is_use_base: '1' }]) {
    const asset = definition.investmentAsset(form, spec);
    const payload = definition.encode(form, spec);
    const decode = vi.spyOn(definition, 'decode');
    const order = { kind, ownerId: 1, spec, payload, feeRate: 100_000n, isOpenParams: true, trial: 0n };
    expect(newRecord(1, order as never, prices, 0).moneyAsset).toBe(asset);
    expect(decode).not.toHaveBeenCalled();
  }
});
