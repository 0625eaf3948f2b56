import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Glossary } from '#components/help/glossary.tsx';
import { exampleSpec, exampleTicks } from '#lib/backtest/example-market.ts';
import { workedExample } from '#lib/backtest/worked-example.ts';
import { BOOK_TERMS } from '#lib/contract/book-words.ts';
import { figureOfColumn } from '#lib/figures/column-figures.ts';
import {
  BASES,
  type Basis,
  FIGURES,
  type FigureId,
  formulaParts,
  SAID_BY_REPORTS,
  TERMS,
} from '#lib/figures/figures.ts';
import { BOOK_FIGURES, PLAN_FIGURES, REPORT_FIGURES, SUMMARY_FIGURES } from '#lib/figures/screens.ts';
import { arbitrageAnnualRateE8 } from '#lib/formulas/arbitrage-terms.ts';
import { type ContractSpec, contractValueUp } from '#lib/formulas/contract-value.ts';
import { dualExchanged, dualKept } from '#lib/formulas/dual-outcome.ts';
import { HOUSE_SHARE, likelyPrice, offeredRates, optionWorth } from '#lib/formulas/dual-price.ts';
import { liquidationValue, riskTierOf } from '#lib/formulas/liquidation.ts';
import { addOrderTicks, type MartingaleTerms, takeProfitTicks } from '#lib/formulas/martingale-terms.ts';
import { LANGUAGES } from '#lib/i18n/languages.ts';
import { loadMessages } from '#lib/i18n/messages.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import { TABLE_COLUMNS } from '#lib/kinds/table-columns.ts';
import { HELP_FORMULAS } from '#lib/strategies/kind-help.ts';
import backtests from '#messages/en/backtests.json' with { type: 'json' };
import bots from '#messages/en/bots.json' with { type: 'json' };
import glossary from '#messages/en/glossary.json' with { type: 'json' };
import { emptyTips, plainNames } from '#tests/support/plain-names.ts';
import { tagsOf } from '#tests/support/tags-of.ts';

const SPOT_LADDER: MartingaleTerms = {
  spec: exampleSpec({ trades: 'market', page: 'trade' }),
  side: 'buy',
  transactionType: 'high-risk-arbitrage',
  stepType: 'rate',
  priceStep: 2_000_000n,
  multiplierE8: 200_000_000n,
  maxAddOrders: 5,
  freeRows: null,
  takeProfitE8: 1_500_000n,
  stopLossE8: null,
  investment: 100_000_000_000n,
  feeRate: 100_000n,
  leverage: 1,
  firstSize: null,
};

const KINDS = Object.keys(KIND_FACTS) as RunnableKind[];
/** Cells that show what a bot is, when it ended and why, and what can be done with it. */
const NO_FIGURES = ['bot', 'kind', 'status', 'side', 'text', 'time', 'reason', 'actions'];

/** Words of what is no figure: when, where, which, who, and what is done with it. */
const PLAIN_WORDS =
  /^\{?(?:t|header|trades|column)\('(?:column\.|runs\.|offers\.column\.|overview\.|tried\.)?(?:time|created|begun|ended|when|day|days|period|range|market|coin|asset|place|bot|browser|address|seen|side|kind|type|status|signal|leg|line|what|cause|reasonHead|recordText|recordTime|recordType|round|order|actions|name|portfolio|money|title|result|coins|limit|verdict|fills|rowKind|rowTime|field|end|ends|move|life|fork|figure)'\)\}?$/;

/** Names of lists that are drawn from a registry or a property: their figures are named where that is filled, which does not compile without. */
const PASSED_ON =
  /^(?:\{(?:figure\.label|column\.header|name|first|currency|index|count)\}|ReactNode.*|<OfferHead column=\{column\} \/>|<CardLabelContext value=\{[^}]+\}> ?\{column\.header\} ?<\/CardLabelContext>)$/;

/** Names without a tip, by file: what is typed or chosen, what the exchange only writes down, and what is said beside them. */
const NOT_RECKONED: Readonly<Record<string, readonly string[]>> = {
  // The market of an order.
  'bots/why/order-timeline.tsx': ['words.market'],
  'bots/why/why-now.tsx': ['words.market'],
  // The day's figures as the market tells them: nothing is reckoned here.
  'trade/price-header.tsx': [
    '<HeaderFigure figure={null} label={t(\'change\')} className="max-md:hidden">',
    "<HeaderFigure figure={null} label={t('high')}>",
    "<HeaderFigure figure={null} label={t('low')}>",
    ...['base', 'quote'].map(
      (asset) =>
        `<HeaderFigure figure={null} label={t('volume', { asset: row.${asset} })} className={classNames('md:order-1', row.contract === undefined ? 'md:max-lg:hidden' : 'md:max-2xl:hidden')} >`,
    ),
  ],
  // Counted, and a rate whose note stands under it (H3).
  'discovery/provider-header.tsx': ["t('bots')", "t('copierNet')"],
  // How the replay ended, in words.
  'create/preview-panel.tsx': ["<Figure label={t('end')} figure={null}>"],
  // Buttons for readers of screens.
  'account/security/session-list.tsx': ['<span className="sr-only">{t(\'end\')}</span>'],
  'backtests/backtest-columns.tsx': [
    '<span className="sr-only">{t(\'column.actions\')}</span>',
    "hasPeriods ? <TwoHeads first={header('pair')} second={header('period')} /> : header('pair')",
  ],
  'portfolio/bot-list.tsx': ['<span className="sr-only">{own(\'choose\')}</span>'],
  'create/free-params-panel.tsx': [
    '#',
    '<span className="sr-only">{t(\'remove\')}</span>',
    // Typed.
    "{t('share')}",
    "{t('step')}",
  ],
  'bots/bots-table.tsx': ["t('chart.header')"],
  // Parameters: typed, chosen or found, and explained by their fields.
  'bots/parameter-rows.tsx': ['{textsOf(t)(row.label)}'],
  'discovery/bot-parameters.tsx': ['{textsOf(t)(`fields.{row.label}`)}'],
  'discovery/typical/typical-parameters.tsx': ['{textsOf(t)(`fields.{field.label}.label`)}'],
  'create/ai-block.tsx': [
    // Said by the name of the line's first figure.
    '{label}',
    '{label} <FieldHint form={form} label={field.label} />',
  ],
  'create/review-parameters.tsx': ['{label}'],
  // Rows: the copy and its original.
  'copy/copy-preview.tsx': ['{label}'],
  'backtests/backtest-neighbours.tsx': ["t('value')"],
  'bots/fork/fork-changed.tsx': ["t('was')", "t('asked')"],
  // Each row's own name says how it is computed.
  'bots/detail/plan-outcome.tsx': ["t('figureName')", "t('planned')", "t('happened')", "t('difference')"],
  // Handed in: a figure's is one that says it.
  'discovery/typical/typical-figures.tsx': ['{text}'],
  'conditions/condition-summary.tsx': ['{t(`entry.{name}`)}'],
  'create/heat-map-table.tsx': ["{t('corner')}", '{figures.percentOf(width * 100, 1)}'],
  'create/coins-block.tsx': ["{t('minima')}"],
  'create/held-details.tsx': ['<CoinMark coin={row.asset} size={14} /> {row.asset} · {figures.percents(row.rate)}'],
  'bots/terminate/close-prices.tsx': ["{currency} · {t('owed')}"],
  // Stored beside replayed, limit beside standing: figures of many sorts in one column, named by their rows.
  'bots/replay/proof-result.tsx': ["t('stored')", "t('replayed')"],
  'portfolio/protection/standings.tsx': ["t('tried.value')", "t('tried.most')"],
  'bots/detail/capital-flow-tab.tsx': ["t('change')"],
  // Said by the mark of the card, or by a sentence of the bot's own under the figure's name.
  'discovery/strategy-card.tsx': [
    "{t('range')}",
    "{t('grids')}",
    ...['maxDrawDown', 'sharpe', 'matches', 'copies'].map((key) => `t('${key}')`),
  ],
  'discovery/rankings/ranked-definitions.tsx': ['{t(`figure.{figure}`)}'],
  'discovery/landing-head.tsx': ["{t('shared')}"],
  'bots/figures/figure-tip.tsx': ['{words.name(term)}'],
  'help/kind-help.tsx': ['{HELP_FORMULAS[formula]}'],
  // Its formula and its definition stand there.
  'help/earn-help.tsx': ['<bdi>{words.name(term)}</bdi> = <Formula figure={term} />'],
  'earn/dual-how.tsx': ['{t(`{part}.title`)}'],
  // In words.
  'copy/copy-review.tsx': ['<ReviewRow name="worst" figure={null} label={t(\'worst\')}>'],
  'portfolio/result-section.tsx': ["t('bots')"],
  // What a plan is set to, and what is counted. Heads that sort have a mark beside their name (earn-plans.test.tsx).
  'earn/invest/plan-columns.tsx': [
    "sorted('amount')",
    "sorted('yesterday_earnings')",
    "sorted('position_gain')",
    "sorted('cumulative_amount')",
  ],
  'earn/invest/plan-figures.tsx': [
    "<Stat label={t('column.amount')} figure={null}>",
    "<Stat label={t('fact.every')} figure={null}>",
    "<Stat label={t('fact.next')} figure={null}>",
    "<Stat label={t('column.period')} figure={null}>",
    "<Stat label={t('column.portfolio')} figure={null}>",
    "runs('coins')",
  ],
  'earn/invest/plan-replay.tsx': ["<Stat label={t('column.period')} figure={null}>"],
  'earn/invest/plan-runs.tsx': ["t('runs.amount', { money })"],
  // Names of coins, and of buttons.
  'earn/made-offers.tsx': ['<OrderHead />'],
};

/** Heads of tables without values of their own: they have those of any row, which this file provides (ShownRowsContext, FiguredTable). */
const HEADS: Readonly<Record<string, string>> = {
  'backtests/backtest-columns.tsx': 'backtests/backtests-table.tsx',
  'bots/bots-table.tsx': 'bots/bots-table.tsx',
  'bots/detail/blocks/portfolio-holdings.tsx': 'bots/detail/blocks/portfolio-holdings.tsx',
  'copy/copy-preview.tsx': 'copy/copy-preview.tsx',
  'discovery/rankings/rankings-table.tsx': 'discovery/rankings/rankings-table.tsx',
  'discovery/typical/typical-figures.tsx': 'discovery/typical/typical-figures.tsx',
  'earn/dual-orders.tsx': 'earn/dual-orders.tsx',
  'earn/invest/plan-columns.tsx': 'earn/invest/plans-table.tsx',
  'earn/invest/plan-figures.tsx': 'earn/invest/plan-figures.tsx',
  'earn/made-offers.tsx': 'earn/offers-panel.tsx',
  'income/income-types.tsx': 'income/income-types.tsx',
  'income/received-shares.tsx': 'income/received-shares.tsx',
  'portfolio/asset-section.tsx': 'portfolio/asset-section.tsx',
  'portfolio/bot-list.tsx': 'portfolio/bot-list.tsx',
  'portfolio/exposure-section.tsx': 'portfolio/exposure-section.tsx',
  'portfolio/moves-section.tsx': 'portfolio/moves-section.tsx',
  'portfolio/result-section.tsx': 'portfolio/result-section.tsx',
};
/** What names a column; a line of its own has values of its own. */
const HEAD = /^(?:figureHead\(|<Figure(?:Name|sMark) )/;

function isNoFigure(file: string, name: string): boolean {
  return PLAIN_WORDS.test(name) || PASSED_ON.test(name) || (NOT_RECKONED[file]?.includes(name) ?? false);
}

/** Figures without a formula, and why. */
const NO_FORMULA: Readonly<Partial<Record<FigureId, string>>> = {
  ...{ investment: 'given', leverage: 'set', price_range: 'set', grids: 'set', amount_in: 'given', term: 'set' },
  ...{ exercise_price: 'offered', target_share: 'set', house_share: 'set by the house', opening_value: 'set' },
  ...{ matches: 'counted', rounds: 'counted', trades: 'counted', won_trades: 'counted', copies: 'counted' },
  ...{ orders: 'counted', run_time: 'by the clock', exposure_time: 'by the clock' },
  ...{ amount: 'in an account', coins_held: 'in an account', long_contracts: 'in an account' },
  ...{ short_contracts: 'in an account', position: 'in an account', margin: 'in an account' },
  ...{ start_value: 'equity at a moment, which its definition names', end_value: 'the same' },
  keeping: 'nothing is won or lost',
  ...{ largest_gain: 'one of the trades', largest_loss: 'one of the trades', worst_run: 'some of the trades' },
  ...{ order_price: 'of the order', settlement_price: 'the index price of a moment', grade: 'by rules in words' },
  // Found by laying out every order with the steps, fees and minima of the market, by each kind in its own way.
  ...{ min_investment: 'sought by the engine', quantity_per_grid: 'sought by the engine' },
};

describe('every figure says how it is computed', () => {
  it('by a formula, unless nothing is reckoned: each of those is named here, with the reason', () => {
    const without = (Object.keys(FIGURES) as FigureId[]).filter((figure) => FIGURES[figure] === '');
    expect(without.sort()).toEqual(Object.keys(NO_FORMULA).sort());
  });

  it.each(KINDS)('in the tables of %s', (kind) => {
    const without = TABLE_COLUMNS[kind].filter(
      ({ id, cell }) => figureOfColumn(id) === null && !NO_FIGURES.includes(cell),
    );
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  it.each(KINDS)('in the form of %s', (kind) => {
    const labels = workedExample(kind, {}).summary.map(({ label }) => label);
    // What is left of 100 % is said of what is being typed.
    expect(labels.filter((label) => !(label in SUMMARY_FIGURES) && label !== 'summary.remaining_percent')).toEqual([]);
  });

  it('in reports of backtests and the books', () => {
    expect(Object.keys(REPORT_FIGURES).sort()).toEqual(Object.keys(backtests.result.metric).sort());
    for (const id of Object.keys(backtests.result.cost)) expect(FIGURES).toHaveProperty(id);
    expect(Object.keys(PLAN_FIGURES).sort()).toEqual(Object.keys(bots.outcome.figure).sort());
    expect(BOOK_TERMS.filter((term) => BOOK_FIGURES[term] === null)).toEqual([]);
  });

  it('in details, portfolio and protection: none of their figures is shown without', () => {
    const stats = tagsOf('components', 'Stat');
    expect(stats.length).toBeGreaterThan(35);
    expect(stats.filter(({ tag }) => !/\bfigure=/.test(tag))).toEqual([]);
    // What a plan is set to, and what is counted or paid as its purchases say line by line.
    const plain = /t\('(?:column\.(?:amount|period|portfolio)|fact\.(?:every|next))'\)/;
    expect(stats.filter(({ tag }) => tag.includes('figure={null}') && !plain.test(tag))).toEqual([]);
    // The statistics of a detail are all of them.
    const shown = new Set(
      stats.flatMap(({ tag }) => [...tag.matchAll(/t\((?:[^)]*? \? )?'(?:stat\.)?(\w+)'/g)].map(([, key]) => key)),
    );
    const notes = ['profitRate', 'residualExact', 'residualOff', 'difference', 'differenceNote', 'differenceNone'];
    const other = ['totalProfit', 'gridProfit', 'roundProfit', 'realisedProfit', 'position', 'shareIncome'];
    const missing = Object.keys(bots.overview.stat).filter((key) => !shown.has(key));
    expect(missing.filter((key) => ![...notes, ...other].includes(key))).toEqual([]);
  });

  it('under every name of a list, a table or a row: what has no tip is named here, with the reason', () => {
    const bare = plainNames('components').filter(({ file, name }) => !isNoFigure(file, name));
    expect(bare).toEqual([]);
    // What is not there any more is not excused any more.
    const all = plainNames('components');
    const excused = Object.entries(NOT_RECKONED).flatMap(([file, names]) => names.map((name) => ({ file, name })));
    expect(excused.filter((one) => !all.some(({ file, name }) => file === one.file && name === one.name))).toEqual([]);
  });

  it('with values of its own or the way to its help: what hands in neither bot, kind nor values is named here, with the reason', () => {
    const empty = emptyTips('components');
    expect(empty.filter(({ file, tag }) => !(file in HEADS && HEAD.test(tag)))).toEqual([]);
    for (const [file, table] of Object.entries(HEADS)) {
      expect(
        empty.map((one) => one.file),
        file,
      ).toContain(file);
      expect(readFileSync(`components/${table}`, 'utf8'), table).toMatch(
        /<ShownRows(?:Context value| rows)=|<FiguredTable\b/,
      );
    }
  });

  it('on a shared bot’s page and in its dialog: no label of a figure stands there bare', () => {
    const source = readFileSync('components/discovery/bot-metrics.tsx', 'utf8');
    expect([...source.matchAll(/label: (?!figureLabel\()[^\n]*/g)].map(([line]) => line)).toEqual([]);
  });
});

const LINEAR = exampleSpec({ trades: 'market', page: 'futures' }) as ContractSpec;
const CONTRACTS = [
  { spec: LINEAR, basis: 'contract' },
  {
    spec: { ...LINEAR, contract: { ...LINEAR.contract, settle: 'BTC', isInverse: true, quantoUnits: 100_000_000n } },
    basis: 'coin_margined',
  },
] as const;

describe('formulas with two signs', () => {
  /** What a formula comes to with values for its terms, of a long or a short position. */
  const resultOf = (
    figure: FigureId,
    side: 'long' | 'short',
    values: Readonly<Record<string, number>>,
    basis?: Basis,
  ): number => {
    const isLong = side === 'long';
    const text = formulaParts(figure, basis)
      .map((part) => ('term' in part ? String(values[part.term]) : part.text))
      .join('');
    const code = text
      .replaceAll('∓', isLong ? '-' : '+')
      .replaceAll('±', isLong ? '+' : '-')
      .replaceAll('÷', '/')
      .replaceAll('×', '*')
      .replaceAll('−', '-')
      .replaceAll('365 d', '365')
      .replaceAll('²', '**2')
      .replaceAll('e^', 'Math.E**')
      .replaceAll('√', 'Math.sqrt');
    return Number(new Function(`return ${code}`)());
  };

  it('say the price that the engine liquidates at, of long and short positions (H39)', () => {
    for (const { spec, basis } of CONTRACTS) {
      const ticks = exampleTicks(spec);
      const contracts = 100_000n;
      const entryValue = contractValueUp(spec, contracts, ticks);
      const margin = entryValue / 5n;
      const counted = Number(contracts * spec.contract.quantoUnits);
      // Of a price and a value one follows from the other.
      const priceAt = (value: number) => (basis === 'coin_margined' ? counted / value : value / counted);
      const values = {
        entry_price: priceAt(Number(entryValue)),
        // What the engine has behind it is the balance, and that the equity without what is not realised.
        ...{ equity: Number(margin) + 7, unrealised_profit: 7 },
        position: Number(contracts),
        contract_size: Number(spec.contract.quantoUnits),
        maintenance_rate: Number(riskTierOf(spec.contract, entryValue).maintenanceE8) / 1e8,
        fee_rate: Number(spec.contract.takerE8) / 1e8,
      };
      for (const [side, size] of [['long', contracts] as const, ['short', -contracts] as const]) {
        const { numerator, denominator } = liquidationValue(spec, { size, entryValue, margin })!;
        const price = priceAt(Number(numerator) / Number(denominator));
        expect(resultOf('liquidation', side, values, basis) / price, `${basis} ${side}`).toBeCloseTo(1, 6);
        expect(resultOf('full_liquidation', side, values, basis) / price, `${basis} ${side}`).toBeCloseTo(1, 6);
      }
    }
  });

  it('say what a position and an order on a contract are worth: contracts × their size × the price, of coin-margined ones ÷ the price', () => {
    for (const { spec, basis } of CONTRACTS) {
      const ticks = exampleTicks(spec);
      const price = (ticks * Number(spec.tickUnits)) / 1e8;
      const contracts = 12_345n;
      const size = Number(spec.contract.quantoUnits) / 1e8;
      const worth = Number(contractValueUp(spec, contracts, ticks)) / 1e8;
      const position = { position: Number(contracts), contract_size: size, last_price: price };
      const order = { quantity: Number(contracts), contract_size: size, order_price: price };
      expect(resultOf('position_value', 'long', position, basis) / worth, basis).toBeCloseTo(1, 6);
      expect(resultOf('order_value', 'long', order, basis) / worth, basis).toBeCloseTo(1, 6);
    }
  });

  it('say where the next order of a spot ladder lies, by a ratio and by an amount', () => {
    const [byRatio = '', byAmount = ''] = HELP_FORMULAS.ladder.split('\n');
    const priceBy = (formula: string, values: Readonly<Record<string, number>>): number => {
      const code = (formula.split(' = ')[1] ?? '').replaceAll('pₖ₋₁', 'p').replaceAll('×', '*').replaceAll('−', '-');
      return Number(new Function(...Object.keys(values), `return ${code}`)(...Object.values(values)));
    };
    const terms = { ...SPOT_LADDER, freeRows: null };
    const next = (stepType: 'rate' | 'diff', priceStep: bigint) =>
      addOrderTicks({ ...terms, stepType, priceStep }, 1, 600_000);
    expect(priceBy(byRatio, { p: 600_000, s: 0.02 })).toBe(next('rate', 2_000_000n));
    // 100 USDT are 1,000 ticks of 0.1.
    expect(priceBy(byAmount, { p: 600_000, d: 1_000 })).toBe(next('diff', 10_000_000_000n));
  });

  it('say what an offer of sell high or buy low pays, and at what it is worth just that', () => {
    const days = 30;
    for (const type of ['call', 'put'] as const) {
      const terms = {
        type,
        spot: 60_000,
        strike: type === 'call' ? 66_000 : 54_000,
        years: days / 365,
        volatility: 0.6,
      };
      const putIn = type === 'call' ? terms.spot : terms.strike;
      const fair = resultOf('option_rate', 'long', { option_worth: optionWorth(terms), amount_in: putIn, term: days });
      const { offeredE8, fairE8 } = offeredRates(terms, days);
      expect(Math.abs(fair - Number(fairE8) / 1e8)).toBeLessThan(1e-4);
      const offered = resultOf('offered_rate', 'long', { option_rate: fair, house_share: HOUSE_SHARE });
      expect(Math.abs(offered - Number(offeredE8) / 1e8)).toBeLessThan(1e-4);
      const order = { type, invested: 100_000_000n, strike: 6_600_000_000_000n, aprE8: offeredE8, days };
      const values = { amount_in: 1, offered_rate: Number(offeredE8) / 1e8, term: days };
      const kept = resultOf('dual_kept', 'long', values);
      expect(Math.abs(kept - Number(dualKept(order)) / 1e8)).toBeLessThan(1e-8);
      const exchanged = resultOf(type === 'call' ? 'dual_sold' : 'dual_bought', 'long', {
        dual_kept: kept,
        exercise_price: 66_000,
      });
      expect(Math.abs(exchanged - Number(dualExchanged(order)) / 1e8)).toBeLessThan(1e-6);
      for (const [side, end] of [['long', 'high'] as const, ['short', 'low'] as const]) {
        const deviation = resultOf('term_deviation', 'long', { volatility: 0.6, time_left: days });
        const likely = resultOf('likely_price', side, { index_price: 60_000, term_deviation: deviation });
        expect(likely / likelyPrice(terms, end)).toBeCloseTo(1, 4);
      }
    }
  });

  it('say what funding comes to in a year by the contract’s own interval', () => {
    for (const hours of [1, 4, 8]) {
      const values = { funding_rate: 0.0001, funding_interval: hours / 24, leverage: 2 };
      const exact = arbitrageAnnualRateE8(10_000n, hours * 3_600_000, 2);
      expect(resultOf('reference_rate', 'long', values) / (Number(exact) / 1e8)).toBeCloseTo(1, 6);
    }
  });

  it('say where a round is closed with its profit, of buyers and sellers, and the help of contracts as well', () => {
    for (const [side, order] of [['long', 'buy'] as const, ['short', 'sell'] as const]) {
      const ticks = takeProfitTicks(
        { side: order, takeProfitE8: 1_000_000n },
        { numerator: 600_000n, denominator: 1n },
      );
      expect(resultOf('take_profit_price', side, { average_cost: 600_000, take_profit: 0.01 })).toBe(ticks);
    }
    const said = MACHINES['contract-martingale'].help.formulas.map((formula) => HELP_FORMULAS[formula]).join(' ');
    expect(said).toContain('a × (1 ± g)');
    expect(said).toContain('(1 ∓ s)');
  });
});

describe('the glossary', () => {
  it('has every term of every formula, each with a name and a definition of its own or a report’s', () => {
    const terms = new Set<string>(TERMS);
    expect(terms.size).toBe(TERMS.length);
    for (const figure of Object.keys(FIGURES) as FigureId[])
      for (const basis of [undefined, ...BASES])
        for (const part of formulaParts(figure, basis)) if ('term' in part) expect(terms, figure).toContain(part.term);
    const own = TERMS.filter((term) => !(term in SAID_BY_REPORTS));
    expect(Object.keys(glossary.terms).sort()).toEqual([...own].sort());
  });

  it.each(LANGUAGES)('in %s: names differ, and every term has its anchor', async (language) => {
    const messages = await loadMessages(language, ['glossary', 'backtests']);
    const faults: string[] = [];
    const html = renderToStaticMarkup(
      <NextIntlClientProvider
        locale={language}
        messages={messages}
        timeZone="UTC"
        onError={({ message }) => faults.push(message)}
      >
        <Glossary url="https://bots.example/help/glossary" />
      </NextIntlClientProvider>,
    );
    expect(faults).toEqual([]);
    for (const term of TERMS) expect(html).toContain(`id="${term}"`);
    // For search engines as well, and so that the page, which carries this twice, keeps the budget of a visitor's.
    for (const property of ['name', 'description'])
      expect(html.match(new RegExp(`<d[td] itemProp="${property}"`, 'gi')), property).toHaveLength(TERMS.length);
    expect(gzipSync(html).byteLength).toBeLessThan(22_000);
    const names = [...html.matchAll(/<dt [^>]*>(.*?)<\/dt>/g)].map(([, name]) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
