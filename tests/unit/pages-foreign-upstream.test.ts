import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readBestThere } from '../../app/[lang]/strategybot/_readings/best-there.ts';
import { readFilterChoices } from '../../app/[lang]/strategybot/_readings/discovery.ts';

/** What the exchange answers, by call. */
const replies = vi.hoisted(() => new Map<string, unknown>());
vi.mock('../../app/[lang]/_readings/read-figures.ts', () => ({
  readFigures: async (name: string) => replies.get(name) ?? { code: 200, message: '', data: [] },
}));

const ok = (data: unknown) => ({ code: 200, message: '', data });
const bot = (strategy_id: number, market: string) => ({ strategy_id, market, strategy_type: 'spot_grid' });

describe('pages of an exchange that does not narrow its lists (H61)', () => {
  beforeEach(() => {
    replies.clear();
    replies.set('recommendList', ok([bot(1, 'ETH_USDT'), bot(2, 'BTC_USDT'), bot(3, 'SOL_USDT')]));
  });

  it('show as the best of a market those that trade it, and none on a market that nobody has', async () => {
    replies.set('capabilities', { code: 404, message: 'no such call' });
    expect((await readBestThere('all', 'BTC_USDT'))?.map(({ strategy_id }) => strategy_id)).toEqual([2]);
    expect(await readBestThere('all', 'AAAA_BBBB')).toEqual([]);
  });

  it('believe one that narrows them, portfolios that hold the coin among its bots', async () => {
    replies.set('capabilities', ok(['list_filters']));
    expect(await readBestThere('all', 'BTC_USDT')).toHaveLength(3);
  });

  it('offer and answer no filter that it would not follow, where it has not even the call to say so', async () => {
    replies.set('capabilities', { code: 404, message: 'no such call' });
    expect(await readFilterChoices()).toMatchObject({ names: ['open'], isSure: true });
    replies.set('capabilities', { code: 503, message: 'not now' });
    expect(await readFilterChoices()).toMatchObject({ isSure: false });
  });
});
