import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { QUANT } from './exchange-calls.ts';

interface Listed {
  readonly strategy_id: number;
  readonly finish_time: number;
}

/** Has whoever is logged in copy a shared spot grid, the first that can be copied at the present price. Resolves with the copy's id. */
export async function copySharedGrid(page: Page, fundPassword: string): Promise<number> {
  const list = `${QUANT}/strategybot/recommend_list?strategy_type=spot_grid&page=1&page_size=50`;
  const { data: bots } = (await (await page.request.get(list)).json()) as { readonly data: readonly Listed[] };
  for (const bot of bots.filter(({ finish_time }) => finish_time === 0)) {
    const body = { follow_id: bot.strategy_id, money: '900', fundpass: fundPassword };
    const reply = await page.request.post('/api/apiw/v2/grid-trading/follow', {
      data: body,
      headers: { 'idempotency-key': randomUUID(), origin: new URL(page.url()).origin },
    });
    const { code, data } = (await reply.json()) as { readonly code: number; readonly data: { strategy_id: number } };
    if (code === 200) return data.strategy_id;
  }
  throw new Error('the demo world shares no grid that can be copied now');
}
