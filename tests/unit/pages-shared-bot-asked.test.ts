import { expect, it, vi } from 'vitest';
import { strategyRow } from '#tests/support/strategy-row.ts';
import { readSharedBot } from '../../app/[lang]/strategybot/_readings/shared-bot.ts';

/** What the page of a shared bot asks an exchange. */

interface Asked {
  readonly name: string;
  readonly input: object;
}

const asked = vi.hoisted((): Asked[] => []);

vi.mock('../../app/[lang]/_readings/read-figures.ts', () => ({
  readFigures: async (name: string, input: object = {}) => {
    asked.push({ name, input });
    const row = strategyRow({ strategy_id: 42 });
    if (name === 'strategyDetail') return { code: 200, message: '', data: row };
    if (name === 'strategies') return { code: 200, message: '', data: [row] };
    return { code: 200, message: '', data: name === 'tradeRecords' ? { orders: [] } : [] };
  },
}));

it('is its executed orders as every other list of them: by its id, and those that are finished alone (M-296)', async () => {
  const bot = await readSharedBot('spot_grid', '42');
  expect(bot?.trades).toEqual([]);
  expect(asked.find(({ name }) => name === 'tradeRecords')?.input).toEqual({
    path: { id: '42' },
    query: { strategyId: '42', status: 'finished', page: 1, page_size: 10 },
  });
});
