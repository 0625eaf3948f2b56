import type { StrategyRow } from '#lib/contract/strategy.ts';
import { strategyRow as listedRow } from './strategy-rows.ts';

/** A running spot grid of the trader `demo`, a week old and with hidden parameters; tests change what they are about. */
export function strategyRow(changes: Partial<StrategyRow> = {}): StrategyRow {
  return listedRow({
    strategy_id: 42,
    strategy_name: 'My grid',
    behavior_status: '',
    create_time: 1_760_000_000,
    run_times: 700_000,
    fee: '1.2',
    year_pft_rate: '0.56',
    max_draw_down: '0.02',
    adj_sharp_rate: '1.2',
    match_times: 7,
    trade_num: 20,
    total_trade_count: 20,
    win_num: 7,
    margin: '',
    liq_price: '',
    user_info: { nick: 'demo', nick_en: 'demo', nickname: 'demo', avatar: '', tier: 1, anonymous: '0123456789abcdef' },
    max_order_amount: '',
    avg_hold_cost: '60000',
    params: null,
    ...changes,
  });
}
