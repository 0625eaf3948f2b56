'use client';

import { useLocale } from 'next-intl';
import { isContractBot, profitAssetOf } from '#components/bots/bot-instrument.ts';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { useInstrumentRow } from '#components/bots/use-instrument-row.ts';
import { useMarkedRow } from '#components/bots/use-marked.ts';
import { usePriceText } from '#components/bots/use-price-text.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { TermId } from '#lib/figures/figures.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { formatNumber } from '#lib/money/display.ts';
import { roundsOf, takeProfitOf } from '#lib/strategies/fields/columns.ts';

type Values = Readonly<Partial<Record<TermId, string>>>;

const isTold = (figure: string | undefined): figure is string =>
  figure !== undefined && figure !== '' && figure !== '-' && figure !== '--';

/** What the exchange tells of a bot, by the glossary's terms, as the screens write it. What is masked or not known is not there. */
export function useBotValues(row: StrategyRow): Values {
  // Formulas of several figures reckon with the mark price, of which a row of the documents says nothing.
  const bot = useMarkedRow(row);
  const format = useBotFormat();
  const price = usePriceText(bot);
  const locale = useLocale();
  const asset = profitAssetOf(bot);
  const [base = '', quote = ''] = bot.market.split('_');
  const told = (figure: string | undefined, text: (figure: string) => string): string | undefined =>
    isTold(figure) ? text(figure) : undefined;
  const profit = (figure: string | undefined) => told(figure, (one) => format.profit(one, asset));
  const priced = (figure: string) => (/[1-9]/.test(figure) ? told(figure, price) : undefined);
  const rate = (figure: string) => told(figure, (one) => format.percent(one));
  const { profits } = factsOf(bot.strategy_type);
  const onContract = isContractBot(bot);
  const size = useInstrumentRow(bot).row?.contract?.quanto_multiplier;
  const values: Readonly<Partial<Record<TermId, string | undefined>>> = {
    investment: told(bot.money, (one) => format.investment(one, bot.money_asset, bot.market)),
    total_profit: profit(bot.profit),
    profit_rate: rate(bot.profit_rate),
    completed_profit: profit(bot.strategy_profit),
    [`${profits}_profit`]: profit(bot.strategy_profit),
    position_profit: profit(bot.position_profit),
    fees: told(bot.fee, (one) => format.amount('profit', one, asset)),
    annualised: rate(bot.year_pft_rate),
    run_time: format.duration(bot.run_times),
    drawdown: told(bot.max_draw_down, (one) => format.percent(one, false)),
    sharpe: told(bot.adj_sharp_rate, (one) => formatNumber(one, { locale, decimals: 2 })),
    matches: format.figure(String(bot.match_times)),
    rounds: format.figure(String(roundsOf(bot))),
    trades: format.figure(String(bot.trade_num)),
    won_trades: format.figure(String(bot.win_num)),
    average_cost: priced(bot.avg_hold_cost),
    entry_price: onContract ? priced(bot.avg_hold_cost) : undefined,
    contract_size: told(size, (one) => format.amount('held-coin', one, bot.settle === 'btc' ? quote : base)),
    take_profit_price: priced(takeProfitOf(bot)),
    leverage: told(bot.leverage, (one) => `${one}X`),
    // Formulas have the side in their signs.
    position: told(bot.position, (one) =>
      bot.settle === '' ? format.amount('quantity', one, base) : format.figure(one.replace('-', '')),
    ),
    // A contract's value is in what it is settled in: of a coin-margined one these are coins.
    position_value: told(bot.position_value, (one) =>
      bot.settle === '' ? format.amount('portfolio-money', one, quote) : format.amount('order-amount', one, asset),
    ),
    margin: told(bot.margin, (one) => format.amount('margin', one, bot.money_asset)),
    mark_price: priced(bot.mark_price),
    last_price: priced(bot.last_price),
    liquidation: priced(bot.liq_price),
    full_liquidation: priced(bot.full_liq_price),
    forced_close: priced(bot.liq_price),
    full_forced_close: priced(bot.full_liq_price),
    funding: told(bot.funding, (one) => format.profit(one, bot.money_asset)),
    interest: told(bot.interest, (one) => format.amount('profit', one, quote)),
    risk_ratio: told(bot.risk_ratio, (one) => format.percent(one, false)),
    share_accrued: told(bot.share_accrued, (one) => format.amount('profit', one, asset)),
    share_paid: told(bot.share_paid, (one) => format.amount('profit', one, asset)),
    share_income: told(bot.share_income, (one) => format.amount('profit', one, asset)),
    high_water_mark: told(bot.share_mark, (one) => format.amount('profit', one, asset)),
    share_rate: bot.follow_id > 0 ? told(bot.follow_fee_rate, (one) => format.percent(one, false)) : undefined,
    account_check: told(bot.residual, (one) => format.amount('book', one, asset)),
    grade: bot.ai_grade?.grade,
    copies: format.figure(String(bot.follow_num)),
  };
  return Object.fromEntries(Object.entries(values).filter(([, text]) => text !== undefined)) as Values;
}
