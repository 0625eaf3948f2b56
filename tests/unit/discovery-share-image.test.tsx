import { createTranslator } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { botShareImage } from '#components/discovery/bot-share-image.tsx';
import texts from '#messages/en/public.json' with { type: 'json' };
import { strategyRow } from '#tests/support/strategy-row.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';

/** What messengers show for a bot is drawn from the bot's own curve. That a picture comes of it is seen in the browser tests. */

const t = createTranslator({ locale: 'en', messages: { public: texts }, namespace: 'public' });

/** The heights of the line in the picture of a bot with these yields, day by day. */
function lineOf(yields: readonly number[]): readonly number[] {
  // The call answers newest first.
  const days = yields.map((rate, at) => ({ trading_date: `2026-05-0${at + 1}`, profit_rate: `${rate}` })).toReversed();
  const picture = renderToStaticMarkup(botShareImage(strategyRow(), days, t));
  const lines = [...picture.matchAll(/<path d="([^"]+)" stroke="#\w+" stroke-width="4"/g)];
  expect(lines).toHaveLength(1);
  // Downwards in a picture.
  return [...(lines[0]?.[1] ?? '').matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => 0 - Number(y));
}

it('is the same line for the same curve, and another for one that came to the same end in another way', () => {
  const ways = [
    [0.01, 0.04, 0.02],
    [0.01, -0.04, 0.02],
  ];
  const lines: (readonly number[])[] = [];
  for (const way of ways) {
    const line = lineOf(way);
    expect(lineOf(way)).toEqual(line);
    expect(lines).not.toContainEqual(line);
    // The whole life begins at nothing; each day stands as high as its yield, as parts of the way from the lowest to the highest.
    const curve = [0, ...way];
    const parts = (all: readonly number[]) =>
      all.map((one) => ((one - Math.min(...all)) / (Math.max(...all) - Math.min(...all))).toFixed(2));
    expect(parts(line)).toEqual(parts(curve));
    lines.push(line);
  }
});

it('is headed by the coins of a portfolio, whose market is that of the first alone', () => {
  const asset_info = ['SOL', 'DOGE'].map((asset) => ({ asset, rate: '0.5', amount: '' }));
  const row = strategyRow({ strategy_type: 'smart-position', market: 'SOL_USDT', params: gridParams({ asset_info }) });
  const picture = renderToStaticMarkup(botShareImage(row, [], t));
  expect(picture).toContain('SOL · DOGE');
  expect(picture).not.toContain('SOL/USDT');
});
