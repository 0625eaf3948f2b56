/** How an AI martingale is called on the wire, and the transaction type that it stands for (C-141 … C-143). */
export const TRANSACTION_TYPE_OF = {
  stock_up: 'hoarding',
  high_risk_arb: 'high-risk-arbitrage',
  low_risk_arb: 'low-risk-arbitrage',
} as const;

/** The wire's word for a transaction type; the least risky one for words that are none. */
export function subTypeOf(transactionType: string | undefined): keyof typeof TRANSACTION_TYPE_OF {
  const words = Object.keys(TRANSACTION_TYPE_OF) as (keyof typeof TRANSACTION_TYPE_OF)[];
  return words.find((word) => TRANSACTION_TYPE_OF[word] === transactionType) ?? 'low_risk_arb';
}

/** AI parameters as every form reads them (C-144): what a kind does not have is ''. Rates are fractions. */
export interface AiParams {
  readonly low_price: string;
  readonly high_price: string;
  readonly grid_num: string;
  /** Profit rate of the held-out part; never shown without the fitted one beside it. */
  readonly rate: string;
  readonly leverage: string;
  readonly price_steps: string;
  readonly amount_multiplier: string;
  readonly max_order_amount: string;
  readonly price_step_type: string;
  readonly take_profit_per_cycle: string;
  /** Martingales only: days of the window. */
  readonly day?: number;
}

const NONE: AiParams = {
  low_price: '',
  high_price: '',
  grid_num: '',
  rate: '',
  leverage: '',
  price_steps: '',
  amount_multiplier: '',
  max_order_amount: '',
  price_step_type: '',
  take_profit_per_cycle: '',
};

/** Of a reply of one of the grids' calls. */
export function gridAiParams(
  reply: Pick<AiParams, 'low_price' | 'high_price' | 'rate'> & Partial<Pick<AiParams, 'grid_num' | 'leverage'>>,
): AiParams {
  const { low_price, high_price, rate, grid_num = '', leverage = '' } = reply;
  return { ...NONE, low_price, high_price, rate, grid_num, leverage };
}

/** Of a reply of the martingale's call (C-385): its steps are always percentages. */
export function martingaleAiParams(reply: {
  readonly rate: string;
  readonly price_step: string;
  readonly frequency: number;
  readonly take_profit: string;
  readonly multiplier: string;
  readonly cycle: number;
}): AiParams {
  return {
    ...NONE,
    rate: reply.rate,
    price_steps: reply.price_step,
    price_step_type: 'rate',
    max_order_amount: String(reply.frequency),
    amount_multiplier: reply.multiplier,
    take_profit_per_cycle: reply.take_profit,
    day: reply.cycle,
  };
}
