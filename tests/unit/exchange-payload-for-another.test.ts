import { describe, expect, it } from 'vitest';
import { definitionOf, RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { specOfPayload } from '#server/exchange/bots/bot-markets.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { payloadForAnother } from '#server/exchange/views/payload-for-another.ts';
import { planBot } from '#server/exchange/world/bot-plan.ts';
import { worldWishes } from '#server/exchange/world/bot-wishes.ts';
import { openTestExchange } from './exchange-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

const AT = Date.UTC(2026, 4, 10);
const OWN = new Set(['strategy_name', 'abstract', 'money', 'is_hide', 'is_hide_order', 'follow_fee_rate']);

describe('“Create a bot like this” (G4)', () => {
  it('opens the form of every kind with what the bot was made of, without its owner’s words and money', () => {
    const feed = createSimulatedFeed({ seed: 'exchange-tests' });
    const specs = [...feed.specs, ...feed.contracts];
    const wishes = worldWishes('exchange-tests', specs, 5, 2 * RUNNABLE_KINDS.length);
    const seen = new Set<string>();
    for (const wish of wishes) {
      const market = specs.find((spec) => instrumentOf(spec) === wish.instrument);
      const payload = market === undefined || seen.has(wish.kind) ? null : planBot(feed, market, wish, AT);
      if (payload === null) continue;
      seen.add(wish.kind);
      const spec = specOfPayload(feed, wish.kind, payload as never) as never;
      const definition = definitionOf(wish.kind);
      // As it travels: text.
      const shown = JSON.parse(JSON.stringify(payloadForAnother(payload))) as never;
      const [form, made] = [definition.decode(shown, spec), definition.decode(payload as never, spec)];
      for (const [field, value] of Object.entries(made)) {
        if (OWN.has(field) || field === 'indicator_follow_fee_rate') continue;
        expect([wish.kind, field, form[field]]).toEqual([wish.kind, field, value]);
      }
      expect([wish.kind, form.money]).toEqual([wish.kind, '']);
      expect(JSON.stringify(shown)).not.toContain(wish.name);
    }
    expect([...seen].sort()).toEqual([...RUNNABLE_KINDS].sort());
  });

  it('is told with a bot whose parameters are open, and with no other', async () => {
    const exchange = await openTestExchange(temporaryFolder(), { worldBots: 30, worldDays: 12 });
    const query = { strategy_type: 'all', page_size: 500, order_by: 'rate' };
    const { data } = await exchange.send('recommendList', { query });
    const kinds = { open: 0, hidden: 0 };
    for (const item of data) {
      const one = { strategy_id: item.strategy_id, strategy_type: item.strategy_type };
      const { data: row } = await exchange.send('strategyDetail', { query: one });
      expect('payload' in row).toBe(row.params !== null);
      kinds[row.params === null ? 'hidden' : 'open'] += 1;
    }
    expect(Math.min(kinds.open, kinds.hidden)).toBeGreaterThan(0);
  });
});
