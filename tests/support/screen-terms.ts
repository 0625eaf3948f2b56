import { FIELD_TERMS } from '#lib/figures/field-terms.ts';
import type { TermId } from '#lib/figures/figures.ts';
import fields from '#messages/en/fields.json' with { type: 'json' };

/** The term of the glossary that explains a word of the screens, or why it needs none. */
type Explained = TermId | { readonly none: string };

const none = (reason: string): Explained => ({ none: reason });
const PLAIN = none('everyday word: when, where, which, who, or what is done');
const TEXT = none('a sentence or a name of its own, which explains itself');
const SENT = none('what the exchange only writes down of a payment or a change, in whole words');

const FIELDS: Readonly<Record<string, readonly [TermId, ...TermId[]]>> = FIELD_TERMS;
/** Rows that are called as a field: what explains the one explains the other. */
const OF_FIELDS: Readonly<Record<string, TermId>> = Object.fromEntries(
  Object.keys(fields.rows).flatMap((row) => (FIELDS[row] === undefined ? [] : [[row, FIELDS[row][0]]])),
);

/**
 * Words of the screens' registries, by where they stand in messages/en: a list of columns, states, tabs or parts each. Labels of fields are not
 * here – what explains them is the product's own table (lib/figures/field-terms.ts) –, nor names of figures, which hold their own
 * (lib/figures/screens.ts, figures.test.tsx).
 */
export const SCREEN_TERMS: Readonly<Record<string, Readonly<Record<string, Explained>>>> = {
  'fields.rows': {
    ...OF_FIELDS,
    ...{ price_range: 'price_range', current_range: 'price_range', unit_qty: 'quantity_per_grid' },
    ...{ unit_contracts: 'quantity_per_grid', stop_loss_rate: 'stop_loss', stop_profit_rate: 'take_profit' },
    ...{ stop_upward_price: 'trailing_up_limit', stop_downward_price: 'trailing_down_limit' },
    ...{ moving_average_momentum: 'momentum', on: PLAIN, off: PLAIN, settle: 'perpetual_contract' },
    ...{ free_rows: 'free_params', constant_value: 'constant_value', brought: 'investment' },
  },
  'fields.lines': {
    ...{ low: 'price_range', high: 'price_range', trigger: 'trigger_price', stop_loss: 'stop_loss' },
    ...{ take_profit: 'take_profit', trail_up: 'trailing_up_limit', trail_down: 'trailing_down_limit' },
    ...{ liquidation: 'liquidation', full_liquidation: 'full_liquidation', next_sell: 'constant_value' },
    ...{ next_buy: 'constant_value', average_cost: 'average_cost', entry: 'entry_price', rebalance: 'rebalance' },
    reduction: 'forced_reduction',
  },
  'fields.price_type': { arithmetic: 'arithmetic', geometric: 'geometric', label: 'spacing', hint: TEXT },
  'fields.side': {
    ...{ long: 'long', short: 'short', neutral: 'neutral', label: 'direction', hint: TEXT },
  },
  'fields.transaction_type': { low: 'risk', high: 'risk', hoarding: 'hoarding', label: 'risk', hint: TEXT },
  'fields.trailing': {
    ...{ label: 'trailing', hint: TEXT, up: 'trailing', down: 'trailing', up_limit: 'trailing_up_limit' },
    ...{ down_limit: 'trailing_down_limit', momentum: 'momentum', momentum_hint: TEXT, custom: PLAIN },
    ...{ custom_placeholder: TEXT, title: 'trailing', confirm: PLAIN, cancel: PLAIN, edit: PLAIN },
  },
  'bots.columns': {
    ...{ bot: PLAIN, status: PLAIN, money: 'investment', profit: 'total_profit', grid_profit: 'grid_profit' },
    ...{ year_pft_rate: 'annualised', price_range: 'price_range', match_times: 'matches', run_times: 'run_time' },
    ...{ finish_time: PLAIN, reason: PLAIN, actions: PLAIN, side: 'direction', liquidation: 'liquidation' },
    ...{ cycles: 'rounds', average_cost: 'average_cost', take_profit_price: 'take_profit_price' },
    ...{ trades: 'trades', funding: 'funding', period: 'k_line', kind: PLAIN },
  },
  'bots.status': {
    ...{ open: 'opening', running: PLAIN, pause: 'paused', pausing: 'paused', finishing: 'terminating' },
    ...{ stopping: 'terminating', stopped: 'terminating', finished: 'terminating', starting: 'opening' },
    retrying: 'reconnecting',
  },
  'bots.badge': {
    ...{ triggered: 'trigger_price', opening: 'opening', paused: 'paused', terminating: 'terminating' },
    ...{ pausing: 'paused', reconnecting: 'reconnecting', abnormal: none('its reason stands beside it') },
  },
  'bots.reason': {
    ...{ cancelled: 'terminating', protection_drawdown: 'account_protection' },
    ...{ protection_exposure: 'account_protection', failed: PLAIN, stop_profit: 'take_profit' },
    ...{ external: TEXT, external_futures: TEXT, external_margin: TEXT, stop_loss: 'stop_loss' },
    ...{ liquidated: 'liquidated', less_low: 'stop_below', over_high: 'stop_above', stop_market_forbid: TEXT },
    ...{ money_not_enough: TEXT, auto_deleveraged: 'auto_deleveraged' },
  },
  'bots.detail.tab': {
    ...{ overview: PLAIN, 'open-orders': 'open_orders', holdings: 'coins_held', 'trade-history': 'trades' },
    ...{ parameters: none('each is a field'), 'current-round': 'rounds', 'capital-flow': 'capital_flow' },
    ...{ 'completed-rounds': 'rounds', books: 'books', why: TEXT, fork: 'fork' },
  },
  'bots.detail.block': {
    ...{ holdings: 'coins_held', position: 'position', conditions: 'condition', 'open-orders': 'open_orders' },
    ...{ parameters: none('each is a field'), 'arbitrage-records': 'trades', 'trade-history': 'trades' },
  },
  'bots.trades.role': {
    ...{ open: 'opening', grid: 'grid_profit', close: 'terminating', increase: 'condition', reduce: 'condition' },
    rebalance: 'rebalance',
  },
  'bots.trades.signal': {
    ...{ open: 'condition', close: 'condition', reduce: 'condition', increase: 'condition' },
    ...{ stop_profit: 'take_profit', stop_loss: 'stop_loss', 'open-l': 'long', 'open-s': 'short' },
    ...{ 'increase-l': 'long', 'increase-s': 'short', 'reduce-l': 'long', 'reduce-s': 'short' },
    ...{ 'protect-profit': 'protected_profit', 'base-close': 'terminating', in: PLAIN, out: PLAIN },
    ...{ 'ptn-stoploss': 'position_stop_loss', 'ptn-stoprofit': 'position_take_profit' },
  },
  'bots.flow.type': {
    ...{ trade: 'trades', fee: 'fees', funding: 'funding', interest: 'interest', loan: 'debt' },
    ...{ liquidation_fee: 'liquidation_fee', insurance: 'insurance_fund', transfer: SENT },
    ...{ 'bot-fund': 'investment', 'bot-return': SENT, 'bot-add': 'deposits', 'profit-share': 'share_rate' },
    ...{ 'profit-share-end': 'share_rate', 'profit-withdrawal': 'withdrawals', 'margin-add': 'margin' },
    ...{ 'margin-withdrawal': 'margin', 'experience-in': 'trial_funds', 'experience-out': 'trial_funds' },
  },
  'bots.rounds.orderType': {
    ...{ first_order: 'first_order', increase_order: 'add_orders', take_profit: 'take_profit' },
    ...{ stop_loss: 'stop_loss', close: 'terminating', liquidation: 'liquidated' },
  },
  'bots.tab': {
    ...{
      running: PLAIN,
      active: PLAIN,
      inactive: PLAIN,
      history: PLAIN,
      income: 'total_profit',
      backtests: 'backtest',
    },
  },
  'bots.side': { buy: 'long', sell: 'short', neutral: 'neutral' },
  'bots.overview.stat': {
    ...{ investment: 'investment', totalProfit: 'total_profit', profitRate: 'profit_rate', gridProfit: 'grid_profit' },
    ...{ positionProfit: 'position_profit', fees: 'fees', apr: 'annualised', runTime: 'run_time', matches: 'matches' },
    ...{ range: 'price_range', position: 'position', drawdown: 'drawdown', residual: 'account_check' },
    ...{ residualExact: TEXT, residualOff: TEXT, roundProfit: 'round_profit', rounds: 'rounds' },
    ...{ averageCost: 'average_cost', takeProfit: 'take_profit_price', leverage: 'leverage', margin: 'margin' },
    ...{ markPrice: 'mark_price', liquidation: 'liquidation', fullLiquidation: 'full_liquidation' },
    ...{ funding: 'funding', riskRatio: 'risk_ratio', interest: 'interest', forcedClose: 'forced_close' },
    ...{ realisedProfit: 'realised_profit', trades: 'trades', won: 'won_trades', held: 'coins_held' },
    ...{ coinsHeld: 'coins_held', fullForcedClose: 'full_forced_close', shareAccrued: 'share_accrued' },
    ...{ sharePaid: 'share_paid', shareIncome: 'share_income', difference: 'difference', differenceNote: TEXT },
  },
  'conditions.side': { open: 'condition', close: 'condition', increase: 'condition', reduce: 'condition' },
  'conditions.comparator': {
    ...{ gt: PLAIN, gte: PLAIN, lt: PLAIN, lte: PLAIN, eq: PLAIN },
    ...{ 'cross-up': 'golden_cross', 'cross-down': 'death_cross' },
  },
  'conditions.indicator': {
    ...{
      macd: 'macd_line',
      'macd-signal': 'macd_line',
      'macd-histogram': 'macd_line',
      ma: 'moving_average',
      ema: 'ema',
      rsi: 'rsi',
    },
    ...{ 'kdj-k': 'kdj', 'kdj-d': 'kdj', 'kdj-j': 'kdj', 'boll-upper': 'bollinger', 'boll-mid': 'bollinger' },
    ...{ 'boll-lower': 'bollinger', atr: 'atr', adx: 'adx', 'plus-di': 'adx', 'minus-di': 'adx', cci: 'cci' },
    ...{ obv: 'obv', volume: 'volume', 'volume-ma': 'volume', zigzag: 'zigzag', smi: 'smi', 'smi-signal': 'smi' },
    ...{ 'td-plus-nine': 'td_count', 'td-minus-nine': 'td_count', 'percent-channel-upper': 'percent_channel' },
    ...{ 'percent-channel-lower': 'percent_channel', 'atr-range-upper': 'atr_range' },
    ...{ 'atr-range-lower': 'atr_range', gravity: 'center_of_gravity', 'gravity-signal': 'center_of_gravity' },
    ...{
      'keltner-upper': 'keltner_channel',
      'keltner-mid': 'keltner_channel',
      'keltner-lower': 'keltner_channel',
      close: 'k_line',
    },
    number: PLAIN,
  },
  'trade.header': {
    ...{ label: TEXT, last: 'last_price', change: PLAIN, high: PLAIN, low: PLAIN, volume: 'volume', choose: PLAIN },
    ...{ mark: 'mark_price', index: 'index_price', funding: 'funding_rate', leverage: 'leverage', types: PLAIN },
  },
  'trade.header.type': { spot: PLAIN, futures_usdt: 'perpetual_contract', futures_btc: 'perpetual_contract' },
  'trade.account': {
    ...{
      spot: PLAIN,
      margin: PLAIN,
      futures_usdt: PLAIN,
      futures_btc: PLAIN,
      invest: 'auto_invest',
      hold: 'sell_high',
    },
  },
  'trade.book': {
    ...{ title: 'order_book', price: PLAIN, amount: PLAIN, total: PLAIN, asks: 'order_book', bids: 'order_book' },
    spread: 'spread',
  },
  'books.part': {
    ...{ funded: 'investment', paid_in: 'deposits', paid_out: 'withdrawals', shared: 'share_paid', put_back: TEXT },
    ...{ returned: SENT, completed: 'completed_profit', forced_rounds: 'liquidated', completed_fees: 'fees' },
    ...{ sold: 'received', bought: 'cost', coin_fees: 'fees', realised: 'realised_profit' },
    ...{
      insurance: 'insurance_fund',
      held: 'coins_held',
      owed: 'debt',
      money: PLAIN,
      open_position: 'unrealised_profit',
    },
    ...{ brought: 'investment', coin_interest: 'interest', in_grid_profit: 'completed_profit', trade_fees: 'fees' },
    ...{ liquidation_fee: 'liquidation_fee', funding: 'funding', interest: 'interest' },
  },
  'books.why.reason': {
    ...{ 'grid-line': 'lower_line', opening: 'opening', 'counter-order': 'matches', closing: 'terminating' },
    ...{ 'add-order': 'add_orders', 'take-profit': 'take_profit', 'stop-loss': 'stop_loss' },
    ...{ 'below-minimum': TEXT, 'above-maximum': TEXT, 'at-price': TEXT, 'out-of-range': 'price_range' },
    ...{ 'momentum-gate': 'momentum', 'trail-limit': 'trailing_up_limit', 'waiting-trigger': 'trigger_price' },
    ...{ 'slippage-exceeded': 'slippage', 'no-funds': TEXT, paused: 'paused', signal: 'indicator' },
    ...{ rebalance: 'rebalance', schedule: 'first_purchase', 'spread-exceeded': 'spread' },
    'forced-reduction': 'forced_reduction',
  },
  'backtests.list.column': {
    ...{ created: PLAIN, range: PLAIN, pair: PLAIN, period: 'k_line', money: 'investment', profit: 'total_profit' },
    ...{ annual: 'annualised', trades: 'trades', win: 'win_rate', loss: 'win_rate', gain: 'largest_gain' },
    ...{ drop: 'largest_loss', status: PLAIN, actions: PLAIN },
  },
  'backtests.list.status': {
    running: 'backtest',
    queued: PLAIN,
    stopped: PLAIN,
    abnormal: none('its reason stands beside it'),
  },
  'backtests.result.column': {
    ...{ time: PLAIN, market: PLAIN, side: 'direction', signal: 'condition', price: 'order_price', amount: 'quantity' },
    ...{ fee: 'fees', profit: 'total_profit' },
  },
  'backtests.fills.column': {
    ...{ fills: 'touched', profit: 'total_profit', rate: 'profit_rate', drawdown: 'drawdown', orders: 'orders' },
  },
  'backtests.fills': {
    ...{ title: TEXT, text: TEXT, touched: 'touched', through: 'traded_through', throughBy: 'traded_through' },
    ...{ ticks: 'traded_through', ticksError: TEXT, this: PLAIN },
  },
  'invest.column': {
    ...{ portfolio: 'target_share', created: PLAIN, name: PLAIN, money: 'investment', amount: 'purchase_amount' },
    ...{ yesterday: 'yesterday_profit', gain: 'unrealised_profit', period: 'purchases', total: 'invested' },
    ...{ status: PLAIN, actions: PLAIN },
  },
  'invest.status': { 1: PLAIN, 2: 'paused', 3: PLAIN, 4: 'plan_version' },
  'invest.action': { redeem: 'redeem', edit: PLAIN, pause: 'paused', resume: PLAIN, end: PLAIN },
  'invest.fact': {
    ...{ next: 'first_purchase', every: 'first_purchase', gain: 'total_profit', lump: 'lump_sum', lumpHint: TEXT },
  },
  'invest.holdings': { title: TEXT, quantity: 'quantity', cost: 'cost', average: 'average_cost', worth: 'value' },
  'invest.result': { bought: PLAIN, partly: PLAIN, failed: PLAIN, redeemed: 'redeem', sold: 'redeem' },
  'dual.offers.column': {
    ...{ price: 'exercise_price', distance: 'strike_distance', days: 'term', expiry: 'expiry', apr: 'offered_rate' },
    ...{ worth: 'option_rate', order: PLAIN },
  },
  'dual.orders.column': {
    ...{ product: PLAIN, created: PLAIN, pair: PLAIN, amount: 'amount_in', profit: 'dual_profit', expiry: 'expiry' },
    ...{ apr: 'offered_rate', days: 'term', settlement: 'settlement_price', status: PLAIN, actions: PLAIN },
  },
  'dual.status': {
    ...{ INIT: 'not_begun', PROCESSING: PLAIN, SETTLEMENT_PROCESSING: 'being_settled', SETTLEMENT_SUCCESS: 'expiry' },
    ...{ FAILED: PLAIN, CANCELED: PLAIN },
  },
  'help.example.column': {
    ...{ course: PLAIN, profit: 'total_profit', rate: 'profit_rate', matched: 'completed_profit', fees: 'fees' },
    ...{ carry: 'carry', drawdown: 'drawdown', hold: 'holding', end: PLAIN },
  },
  'lab.outcome': { survived: PLAIN, liquidated: 'liquidated', ended: PLAIN },
  'portfolio.protection.action': {
    ...{ warn: 'account_protection', 'stop-creating': 'account_protection', 'stop-all': 'account_protection' },
  },
  'copy.row': {
    ...{ taken: 'investment', leverage: 'leverage', feeRate: 'fee_rate', share: 'share_rate' },
    ...{ liquidation: 'liquidation', fullLiquidation: 'full_liquidation', liquidationUntold: TEXT, worst: TEXT },
    worstText: TEXT,
  },
  'trade.arbitrage': {
    ...{ market: PLAIN, choose: PLAIN, search: PLAIN, filter: 'leverage', funding: 'funding_rate' },
    ...{ annual: 'reference_rate', next: 'funding_interval', list: PLAIN, none: TEXT },
  },
};

/** Lists whose words are no terms, or have theirs in the product's own tables. */
export const OTHER_LISTS: Readonly<Record<string, string>> = {
  'backtests.result.metric': 'REPORT_FIGURES (lib/figures/screens.ts)',
  'books.term': 'BOOK_FIGURES (lib/figures/screens.ts)',
  ...{ 'backtests.list.reason': 'sentences', 'invest.reason': 'sentences', 'issues.side': 'sentences' },
  ...{ 'backtests.result.side': 'bought or sold', 'books.why.side': 'bought or sold' },
  ...{ 'bots.change.value.side': 'bought or sold', 'notifications.side': 'bought or sold' },
  ...{ 'dual.outcome': 'sentences', 'portfolio.end.outcome': 'sentences' },
  'issues.names.side': 'conditions.side',
  'bots.outcome': 'PLAN_FIGURES (lib/figures/screens.ts) and sentences',
  'glossary.terms.term': 'an entry of the glossary itself',
};

/** Terms that are called as the screens call what they explain, in every language: where their name stands in the messages. */
export const NAMED_AS: Readonly<Partial<Record<TermId, string>>> = {
  ...{ spacing: 'fields.price_type.label', arithmetic: 'fields.price_type.arithmetic' },
  ...{ geometric: 'fields.price_type.geometric', trailing: 'fields.trailing.label' },
  ...{ trailing_up_limit: 'fields.trailing.up_limit', trailing_down_limit: 'fields.trailing.down_limit' },
  ...{ momentum: 'fields.trailing.momentum', grids: 'fields.grid_num.label', investment: 'fields.money.label' },
  ...{ trigger_price: 'fields.trigger_price.label', quantity_per_grid: 'fields.qty_type.label' },
  ...{ quantity_ratio: 'fields.qty_rate.label', take_profit: 'fields.stop_profit_on.label' },
  ...{ stop_loss: 'fields.stop_loss_on.label', stop_check: 'fields.stop_check_type.label' },
  ...{ stop_below: 'fields.is_less_low_stop.label', stop_above: 'fields.is_over_high_stop.label' },
  ...{ slippage: 'fields.slip.label', keep_coins: 'fields.store_coin_flag.label', direction: 'fields.side.label' },
  ...{ long: 'fields.side.long', short: 'fields.side.short', neutral: 'fields.side.neutral' },
  ...{ share_rate: 'fields.follow_fee_rate.label', risk: 'fields.transaction_type.label' },
  ...{ hoarding: 'fields.transaction_type.hoarding', price_step: 'fields.price_steps.label' },
  ...{ first_order: 'trade.overview.first', add_orders: 'fields.max_order_amount.label' },
  ...{ free_params: 'fields.enable_free_params.label', multiplier: 'fields.amount_multiplier.label' },
  ...{ constant_value: 'fields.rows.constant_value', threshold: 'fields.threshold.label' },
  ...{ purchase_amount: 'fields.each_amount.label', first_purchase: 'fields.first_time.label' },
  ...{ reinvest: 'fields.pft_increase_ptn.label', position_stop_loss: 'fields.position_stop_rate.label' },
  ...{ position_take_profit: 'fields.position_stop_profit.label', start_profit: 'fields.start_profit_rate.label' },
  ...{ protected_profit: 'fields.protect_profit_rate.label', close_percentage: 'fields.close_percentage.label' },
  ...{ position_ratio: 'fields.open_ratio.label', leverage: 'fields.leverage.label' },
  ...{ indicator: 'conditions.indicatorLabel', moving_average: 'conditions.indicator.ma.name' },
  ...{ ema: 'conditions.indicator.ema.name', rsi: 'conditions.indicator.rsi.name', bollinger: 'bots.kind.boll' },
  ...{ atr: 'conditions.indicator.atr.name', adx: 'conditions.indicator.adx.name' },
  ...{
    cci: 'conditions.indicator.cci.name',
    obv: 'conditions.indicator.obv.name',
    smi: 'conditions.indicator.smi.name',
  },
  ...{ zigzag: 'conditions.indicator.zigzag.name', center_of_gravity: 'conditions.indicator.gravity.name' },
  ...{ overbought: 'fields.args.overbought.label', oversold: 'fields.args.oversold.label' },
  ...{ market_close: 'bots.terminate.market', limit_close: 'bots.terminate.limit', order_book: 'trade.book.title' },
  ...{ open_orders: 'bots.detail.tab.open-orders', forced_reduction: 'fields.lines.reduction' },
  ...{ opening: 'bots.badge.opening', paused: 'bots.badge.paused', terminating: 'bots.badge.terminating' },
  ...{ reconnecting: 'bots.badge.reconnecting', liquidated: 'bots.reason.liquidated' },
  ...{ auto_deleveraged: 'bots.reason.auto_deleveraged', books: 'bots.detail.tab.books', fork: 'bots.detail.tab.fork' },
  ...{ capital_flow: 'bots.detail.tab.capital-flow', fund_password: 'account.security.fundpass.title' },
  ...{ backtest: 'backtests.button', scenario_lab: 'lab.title', touched: 'backtests.fills.touched' },
  ...{ traded_through: 'backtests.fills.through', liquidation_fee: 'books.part.liquidation_fee' },
  ...{ account_protection: 'portfolio.protection.title', sell_high: 'bots.kind.sell-high' },
  ...{ buy_low: 'bots.kind.buy-low', auto_invest: 'bots.kind.auto-investment', redeem: 'invest.action.redeem' },
  ...{ expiry: 'dual.offers.column.expiry', plan_version: 'invest.status.4', not_begun: 'dual.status.INIT' },
  ...{ invested: 'invest.column.total', unrealised_profit: 'bots.holdings.unrealised' },
  ...{ income_assets: 'income.assets', being_settled: 'dual.status.SETTLEMENT_PROCESSING' },
};
