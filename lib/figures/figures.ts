/** Behind a position stands all that its account has, and not what its margin alone is (lib/formulas/liquidation.ts). */
const BEHIND = '([equity] − [unrealised_profit])';
const LIQUIDATION = `([entry_price] ∓ ${BEHIND} ÷ ([position] × [contract_size])) ÷ (1 ∓ ([maintenance_rate] + [fee_rate]))`;

/**
 * Every figure on the screens, once: how it is reckoned, from terms that are explained in the glossary. `[term]` is a term; what stands
 * between is notation that needs no language, Δ what an event changes. '' where no formula says it: it is counted, chosen, or told by the market, and the
 * glossary says how; each of those has its reason in tests/unit/figures.test.tsx. Of ± and ∓ the upper sign is that of a long position. Formulas with their sources stand in lib/formulas/README.md.
 */
export const FIGURES = {
  investment: '',
  total_profit: '[completed_profit] + [position_profit]',
  profit_rate: '[total_profit] ÷ [investment]',
  grid_profit: 'Σ ([received] − [cost]) − [fees]',
  round_profit: 'Σ ([received] − [cost]) − [fees]',
  realised_profit: 'Σ ([received] − [cost]) − [fees]',
  position_profit: '[total_profit] − [completed_profit]',
  fees: 'Σ ([received] × [fee_rate])',
  annualised: '[profit_rate] × 365 d ÷ [run_time]',
  run_time: '',
  drawdown: 'max (([peak] − [equity]) ÷ [peak])',
  under_water: 'max (t − t ([peak]))',
  sharpe: '[mean_return] ÷ [deviation] × √365',
  score: '[mean_return] − [luck] − [drawdown] ÷ 365',
  holding: '[last_price] ÷ [first_price] − 1',
  keeping: '',
  matches: '',
  rounds: '',
  trades: '',
  won_trades: '',
  win_rate: '[won_trades] ÷ [trades]',
  price_range: '',
  grids: '',
  average_cost: 'Σ [cost] ÷ Σ [quantity]',
  take_profit_price: '[average_cost] × (1 ± [take_profit])',
  leverage: '',
  position: '',
  position_value: '[position] × [last_price]',
  margin: '',
  mark_price: '[index_price] + [premium]',
  liquidation: LIQUIDATION,
  full_liquidation: LIQUIDATION,
  funding: 'Σ ([position_value] × [funding_rate])',
  interest: 'Σ ([debt] × [interest_rate])',
  risk_ratio: '[assets] ÷ [debt]',
  forced_close: '[assets] = 1.1 × [debt]',
  full_forced_close: '[assets] = 1.1 × [debt]',
  share_accrued: '[share_rate] × ([total_profit] − [high_water_mark])',
  share_paid: 'Σ [share_accrued]',
  share_income: 'Σ [share_paid]',
  difference: '[profit_rate] − [original_rate]',
  account_check: '[equity] − ([investment] + [deposits] − [withdrawals] + [total_profit])',
  equity: '[investment] + [deposits] − [withdrawals] + [total_profit]',
  copies: '',
  copier_profit: 'Σ [total_profit]',
  copier_money: 'Σ [investment]',
  compound_rate: '([end_value] ÷ [start_value])^(365 d ÷ [run_time]) − 1',
  profit_factor: '[gains] ÷ [losses]',
  expectancy: '([gains] − [losses]) ÷ [trades]',
  expectancy_ratio: '(1 + ø [gains] ÷ ø [losses]) × [win_rate] − 1',
  exposure_time: '',
  worst_run: '',
  orders: '',
  largest_gain: '',
  largest_loss: '',
  open_profit: '[total_profit] − [completed_profit]',
  unrealised_profit: '± ([position_value] − [cost])',
  start_value: '',
  end_value: '',
  today_profit: '[total_profit] − [total_profit] (00:00 UTC)',
  all_assets: '[assets_in_accounts] + [assets_in_bots]',
  assets_in_accounts: 'Σ [value]',
  assets_in_bots: 'Σ [equity]',
  amount: '',
  value: '[amount] × [last_price]',
  coins_held: '',
  long_contracts: '',
  short_contracts: '',
  debt: '[investment] × ([leverage] − 1)',
  coin_exposure: '[coins_held] + [long_contracts] − [short_contracts] − [debt]',
  move_result: '[move_in_bots] + [move_in_accounts]',
  move_in_bots: 'Σ Δ [equity]',
  move_in_accounts: 'Σ Δ [value]',
  account_peak: 'max [all_assets]',
  account_fall: '([account_peak] − [all_assets]) ÷ [account_peak]',
  entry_price: 'Σ [cost] ÷ Σ [quantity]',
  return_per_grid: '[upper_line] ÷ [lower_line] × (1 − [fee_rate])² − 1',
  min_investment: '',
  quantity_per_grid: '',
  covered_move: '|[order_price]ₙ ÷ [order_price]₀ − 1|',
  full_average: 'Σ [cost] ÷ Σ [quantity]',
  reference_rate: '[funding_rate] × 365 d ÷ [funding_interval] × [leverage] ÷ (1 + [leverage])',
  opening_value: '',
  funding_reserve: '15 × [funding_rate] × [position_value]',
  purchases: '⌊[investment] ÷ [purchase_amount]⌋',
  reserved: 'Σ [order_value]',
  order_price: '',
  order_value: '[quantity] × [order_price]',
  carry: '[funding] − [interest]',
  yesterday_profit: '[total_profit] (00:00 UTC) − [total_profit] (00:00 UTC − 1 d)',
  invested: 'Σ ([quantity] × [order_price])',
  lump_sum: 'Σ ([invested] × [last_price] ÷ [first_price]) − [invested]',
  total_return: 'Σ [total_profit] + [share_income]',
  income_assets: 'Σ [equity] + Σ [value]',
  coin_share: '[value] ÷ Σ [value]',
  target_share: '',
  drift: '[coin_share] − [target_share]',
  grade: '',
  judged_rate: 'ø [profit_rate]',
  middle_rate: 'ø [profit_rate]',
  similar_rate: 'ø [profit_rate]',
  exercise_price: '',
  strike_distance: '[exercise_price] ÷ [index_price] − 1',
  offered_rate: '[option_rate] × (1 − [house_share])',
  option_rate: '[option_worth] ÷ ([amount_in] − [option_worth]) × 365 d ÷ [term]',
  house_share: '',
  volatility: '√(ø [hourly_return]² × 8760)',
  amount_in: '',
  term: '',
  dual_kept: '[amount_in] × (1 + [offered_rate] × [term] ÷ 365 d)',
  dual_sold: '[dual_kept] × [exercise_price]',
  dual_bought: '[dual_kept] ÷ [exercise_price]',
  term_deviation: '[volatility] × √([time_left] ÷ 365 d)',
  likely_price: '[index_price] × e^(±1.645 × [term_deviation] − [term_deviation]² ÷ 2)',
  worst_money: '[amount] × [likely_price]',
  worst_coins: '[value] ÷ [likely_price]',
  dual_interest: '[amount_in] × [offered_rate] × [term] ÷ 365 d',
  fair_interest: '[amount_in] × [option_rate] × [term] ÷ 365 d',
  dual_profit: '[payment] − [amount_in]',
  settlement_price: '',
} as const satisfies Readonly<Record<string, string>>;

export type FigureId = keyof typeof FIGURES;

/** What a bot trades, where figures are reckoned another way for it. */
export const BASES = ['contract', 'coin_margined', 'portfolio'] as const;
export type Basis = (typeof BASES)[number];

/** Of coin-margined contracts a size is an amount of the quote asset, and a value one of the coin: the higher the price, the lower. */
const COIN_LIQUIDATION = `(1 ± ([maintenance_rate] + [fee_rate])) ÷ (1 ÷ [entry_price] ± ${BEHIND} ÷ ([position] × [contract_size]))`;
const CONTRACT_AVERAGE = 'Σ [cost] ÷ (Σ [quantity] × [contract_size])';
const COIN_AVERAGE = 'Σ [quantity] × [contract_size] ÷ Σ [cost]';

/** Formulas of those figures. */
const OTHERWISE: Readonly<Record<Basis, Readonly<Partial<Record<TermId, string>>>>> = {
  contract: {
    average_cost: CONTRACT_AVERAGE,
    entry_price: CONTRACT_AVERAGE,
    full_average: CONTRACT_AVERAGE,
    position_value: '[position] × [contract_size] × [last_price]',
    order_value: '[quantity] × [contract_size] × [order_price]',
  },
  coin_margined: {
    average_cost: COIN_AVERAGE,
    entry_price: COIN_AVERAGE,
    full_average: COIN_AVERAGE,
    position_value: '[position] × [contract_size] ÷ [last_price]',
    order_value: '[quantity] × [contract_size] ÷ [order_price]',
    unrealised_profit: '± ([cost] − [position_value])',
    liquidation: COIN_LIQUIDATION,
    full_liquidation: COIN_LIQUIDATION,
    // What was given is the coin itself.
    holding: '[investment] ÷ [investment] − 1',
  },
  portfolio: { holding: 'Σ ([target_share] × ([last_price] ÷ [first_price] − 1))' },
};

/** Terms that are no figure of a screen, but stand in formulas, forms or texts. */
export const PLAIN_TERMS = [
  'completed_profit',
  'received',
  'cost',
  'quantity',
  'fee_rate',
  'funding_rate',
  'interest_rate',
  'maintenance_rate',
  'peak',
  'mean_return',
  'deviation',
  'luck',
  'first_price',
  'last_price',
  'index_price',
  'premium',
  'assets',
  'share_rate',
  'high_water_mark',
  'original_rate',
  'deposits',
  'withdrawals',
  'gains',
  'losses',
  'take_profit',
  'stop_loss',
  'trigger_price',
  'trailing',
  'slippage',
  'spread',
  'upper_line',
  'lower_line',
  'perpetual_contract',
  'contract_size',
  'k_line',
  'condition',
  'rebalance',
  'funding_interval',
  'option_worth',
  'hourly_return',
  'time_left',
  'payment',
  'trailing_up_limit',
  'trailing_down_limit',
  'spacing',
  'arithmetic',
  'geometric',
  'momentum',
  'quantity_ratio',
  'stop_check',
  'stop_below',
  'stop_above',
  'keep_coins',
  'direction',
  'long',
  'short',
  'neutral',
  'risk',
  'hoarding',
  'price_step',
  'first_order',
  'add_orders',
  'free_params',
  'multiplier',
  'constant_value',
  'threshold',
  'purchase_amount',
  'first_purchase',
  'reinvest',
  'position_stop_loss',
  'position_take_profit',
  'start_profit',
  'protected_profit',
  'close_percentage',
  'position_ratio',
  'shared_bot',
  'indicator',
  'moving_average',
  'ema',
  'macd_line',
  'rsi',
  'kdj',
  'bollinger',
  'atr',
  'adx',
  'cci',
  'obv',
  'volume',
  'zigzag',
  'smi',
  'td_count',
  'percent_channel',
  'atr_range',
  'center_of_gravity',
  'keltner_channel',
  'overbought',
  'oversold',
  'indicator_period',
  'golden_cross',
  'death_cross',
  'market_close',
  'limit_close',
  'order_book',
  'open_orders',
  'forced_reduction',
  'opening',
  'paused',
  'terminating',
  'reconnecting',
  'liquidated',
  'auto_deleveraged',
  'books',
  'capital_flow',
  'fork',
  'trial_funds',
  'fund_password',
  'backtest',
  'scenario_lab',
  'touched',
  'traded_through',
  'insurance_fund',
  'liquidation_fee',
  'account_protection',
  'sell_high',
  'buy_low',
  'auto_invest',
  'redeem',
  'expiry',
  'plan_version',
  'not_begun',
  'being_settled',
] as const;

export type TermId = FigureId | (typeof PLAIN_TERMS)[number];

export type FormulaPart = { readonly text: string } | { readonly term: TermId };

/** All terms of the glossary. */
export const TERMS: readonly TermId[] = [...(Object.keys(FIGURES) as FigureId[]), ...PLAIN_TERMS];

const TERM_BY_NAME: ReadonlyMap<string, TermId> = new Map(TERMS.map((term) => [term, term]));

const FORMULAS: Readonly<Partial<Record<TermId, string>>> = FIGURES;

/** Whether there is something to reckon a term by. */
export function hasFormula(term: TermId): boolean {
  return (FORMULAS[term] ?? '') !== '';
}

/** Where a term is reckoned another way than usual. */
export function basesOf(term: TermId): readonly Basis[] {
  return BASES.filter((basis) => OTHERWISE[basis][term] !== undefined);
}

/** The formula of a term, cut into what stands as it is and terms, in order; nothing where nothing is reckoned. `basis`: of what bots. */
export function formulaParts(figure: TermId, basis?: Basis): readonly FormulaPart[] {
  const own = basis === undefined ? undefined : OTHERWISE[basis][figure];
  return (own ?? FORMULAS[figure] ?? '').split(/\[(\w+)\]/).flatMap((part, at): readonly FormulaPart[] => {
    // What the brackets held stands at every second place.
    if (at % 2 === 0) return part === '' ? [] : [{ text: part }];
    const term = TERM_BY_NAME.get(part);
    if (term === undefined) throw new RangeError(`${figure} is reckoned from ${part}, which is no term`);
    return [{ term }];
  });
}

/** Whose name and definition the report of a backtest already has (messages/{lang}/backtests.json, `result`): its key there. */
export const SAID_BY_REPORTS = {
  holding: 'hold_rate',
  trades: 'trades',
  win_rate: 'win_rate',
  compound_rate: 'compound_rate',
  profit_factor: 'profit_factor',
  expectancy: 'expectancy',
  expectancy_ratio: 'expectancy_ratio',
  exposure_time: 'exposure',
  worst_run: 'worst_run',
  orders: 'orders',
  largest_gain: 'max_gains',
  largest_loss: 'max_loss',
  open_profit: 'un_pnl',
  start_value: 'start_value',
  end_value: 'end_value',
} as const satisfies Partial<Record<TermId, string>>;
