import type { Page } from '@playwright/test';
import { post, QUANT } from './exchange-calls.ts';

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
    const { code, data } = await post<{ strategy_id: number }>(page.request, '/api/apiw/v2/grid-trading/follow', body);
    if (code === 200) return data.strategy_id;
  }
  throw new Error('the demo world shares no grid that can be copied now');
}
