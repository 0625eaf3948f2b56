import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ScenarioBot } from '#lib/backtest/price-scenario.ts';
import type { LabReply } from '#lib/client/lab-protocol.ts';
import { studyLab } from '#lib/client/lab-study.ts';
import type { PreviewPrices } from '#lib/client/preview-prices.ts';
import type { PreviewNeed } from '#lib/client/preview-protocol.ts';
import { encodeDay } from '#lib/engine/day-codec.ts';
import { DAY_MINUTES, LAB_NOW, labBot, stillMinutes } from '#tests/support/lab-bots.ts';

afterEach(() => void vi.unstubAllGlobals());

/** What the exchange says of a recorded day, by market: its bytes, or the status that it refuses with. */
function recorded(answers: Readonly<Record<string, number>>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URLSearchParams(url.split('?')[1]);
    asked.push(`${query.get('market')} ${query.get('day')} ${query.get('recorded')}`);
    const status = answers[query.get('market') ?? ''] ?? 404;
    return status === 200 ? new Response(encodeDay(stillMinutes(400_000))) : new Response('{}', { status });
  });
  return asked;
}

/** Every market stands still at 60,000, or where `closes` says. */
const reader =
  (closes: Readonly<Record<string, number>> = {}) =>
  async ({ markets }: PreviewNeed): Promise<PreviewPrices> => {
    const others = Object.fromEntries(
      markets.map(({ key }) => [key, { candles: stillMinutes(closes[key] ?? 600_000, 2) }]),
    );
    const own = others[markets[0]?.key ?? ''] as { candles: PreviewPrices['candles'] };
    return { ...own, startIndex: DAY_MINUTES, ...(markets.length > 1 ? { others } : {}) };
  };

async function study(bots: readonly ScenarioBot[], hasRecordedDays = false, read = reader()): Promise<LabReply[]> {
  const replies: LabReply[] = [];
  await studyLab({ bots, nowMs: LAB_NOW, hasRecordedDays }, read, (reply) => void replies.push(reply));
  return replies;
}

const offered = (replies: readonly LabReply[]) => replies.flatMap((one) => (one.type === 'begun' ? one.scenarios : []));

describe('what the lab offers', () => {
  it('is a spike of funding where a contract is traded, and not on spot', async () => {
    expect(offered(await study([labBot('spot_grid')]))).toEqual([
      'flash-crash',
      'gap',
      'slow-bleed',
      'thin-book',
      'outage',
    ]);
    expect(offered(await study([labBot('futures_grid')]))).toContain('funding-spike');
  });

  it('is the historic day where the exchange has it as it was, of every market; a contract lives through its coin’s', async () => {
    const asked = recorded({ BTC_USDT: 200 });
    const replies = await study([labBot('futures_grid')], true);
    expect(asked).toEqual(['BTC_USDT 2021-05-19 1']);
    expect(offered(replies)).toContain('may-2021');
    expect(replies.at(-1)).toMatchObject({ type: 'ran', result: { id: 'may-2021', direction: 'fall' } });
    // It begins at the present price, not at that day's.
    const last = replies.at(-1);
    expect(last?.type === 'ran' && last.result.ends).toEqual([]);
  });

  it('is not that day where one market of the bot has none, where it is refused, or where nothing is announced', async () => {
    const smart = labBot('smart-position');
    recorded({ BTC_USDT: 200 });
    expect(offered(await study([smart], true))).not.toContain('may-2021');
    recorded({ BTC_USDT: 422 });
    expect(offered(await study([labBot('spot_grid')], true))).not.toContain('may-2021');
    const asked = recorded({ BTC_USDT: 200 });
    expect(offered(await study([labBot('spot_grid')]))).not.toContain('may-2021');
    expect(asked).toEqual([]);
  });

  it('is not known while nobody is there to say: that is no refusal', async () => {
    recorded({ BTC_USDT: 503 });
    await expect(study([labBot('spot_grid')], true)).rejects.toThrow('503');
  });
});

describe('what the lab tells', () => {
  it('comes one by one, in the order that it said, reading first', async () => {
    const read: Parameters<typeof studyLab>[1] = (need, _nowMs, onDay) => {
      onDay(1, 31);
      return reader()(need);
    };
    const replies: LabReply[] = [];
    await studyLab({ bots: [labBot('spot_grid')], nowMs: LAB_NOW, hasRecordedDays: false }, read, (one) =>
      replies.push(one),
    );
    expect(replies.map(({ type }) => type)).toEqual(['reading', 'begun', 'ran', 'ran', 'ran', 'ran', 'ran']);
    expect(replies.flatMap((one) => (one.type === 'ran' ? [one.result.id] : []))).toEqual(offered(replies));
  });

  it('says of one that the engine would not run that it would not, and goes on', async () => {
    const bot = labBot('spot_grid');
    const replies = await study([{ ...bot, prices: { BTC_USDT: 0 } }]);
    expect(replies.slice(1).map(({ type }) => type)).toEqual(Array(5).fill('refused'));
  });

  it('takes the other markets of a bot at their newest close, whatever the page takes them for', async () => {
    const bot = labBot('smart-position');
    const [own, other] = Object.keys(bot.prices) as [string, string];
    const replies = await study([{ ...bot, prices: { [own]: 600_000 } }], false, reader({ [other]: 30_000 }));
    expect(replies.filter(({ type }) => type === 'refused')).toEqual([]);
  });
});
