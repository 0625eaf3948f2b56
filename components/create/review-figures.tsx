'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { FigureLine } from '#components/bots/figures/figure-line.tsx';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import type { FigureOf } from '#components/bots/figures/figure-of.ts';
import { isBatch } from '#components/form/creation-payload.ts';
import { fundingAccount } from '#components/form/funding-account.ts';
import { pairsOf } from '#components/form/several-coins.ts';
import { TRIAL_FIELD } from '#components/form/trial-field.ts';
import { useFieldText } from '#components/form/use-issue-text.ts';
import { LabButton } from '#components/lab/lab-button.tsx';
import { InfoTip } from '#components/ui/info-tip.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { Opening, ScenarioBot } from '#lib/backtest/price-scenario.ts';
import { textAt } from '#lib/client/keyed-texts.ts';
import type { ReviewedMove } from '#lib/client/review-question.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import { marketsOf } from '#lib/engine/bot-feeds.ts';
import type { TermId } from '#lib/figures/figures.ts';
import { SUMMARY_FIGURES } from '#lib/figures/screens.ts';
import { hourlyInterest } from '#lib/formulas/margin-loan.ts';
import { MARGIN_HOURLY_INTEREST_E8 } from '#lib/formulas/margin-terms.ts';
import { onwardArrow } from '#lib/i18n/languages.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { type AssetAmount, sumByAsset } from '#lib/money/asset-amounts.ts';
import { readDecimal } from '#lib/money/decimal-text.ts';
import { formatAmountOf } from '#lib/money/display.ts';
import { formatTicks, instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import type { AmountContext } from '#lib/money/precision.ts';
import { bringsOwnCoins } from './pre-checks.ts';
import { summaryText } from './summary-text.ts';
import type { ReviewedForm, ReviewFigures } from './use-review.ts';
import { useSummaryFigures } from './use-summary-figures.ts';

const signed = (units: bigint): string => (units < 0n ? `-${formatAmount(-units)}` : formatAmount(units));
const profitText = (units: bigint, spec: MarketSpec, locale: string): string =>
  formatAmountOf('profit', signed(units), profitAsset(spec), { locale, isSigned: true });
const profitAsset = (spec: MarketSpec): string => spec.contract?.settle ?? spec.quote;

/** A line of a review; a figure's name says how it is computed. */
export function ReviewRow({
  label,
  name,
  figure,
  children,
  ...of
}: FigureOf & {
  readonly label: ReactNode;
  readonly name: string;
  readonly figure: TermId | null;
  readonly children: ReactNode;
}) {
  return (
    <FigureLine mark={{ 'data-review': name }} label={label} figure={figure} {...of}>
      {children}
    </FigureLine>
  );
}

/** Amounts as their context writes them, with their asset. */
function useWritten(): (context: AmountContext, amount: AssetAmount) => string {
  const locale = useLocale();
  return (context, { asset, amount }) => formatAmountOf(context, formatAmount(amount), asset, { locale });
}

/** What is taken, borrowed, bought, reserved and charged when the bot starts at the present price. */
export function ReviewOpening({ form, figures }: { readonly form: ReviewedForm; readonly figures: ReviewFigures }) {
  const t = useTranslations('trade.review');
  const trade = useTranslations('trade');
  const written = useWritten();
  const text = useFigures();
  const { definition, values, spec, context } = form;
  const asset = definition.investmentAsset(values, spec);
  const count = isBatch(definition, values) ? pairsOf(values).length : 1;
  const each = parseAmount(readDecimal(values.money ?? '') ?? '') ?? 0n;
  const account = trade(`account.${fundingAccount(definition.calls.account, spec)}`);
  const taken = written('held-coin', { asset, amount: each * BigInt(count) });
  const feeRate = text.percent(formatAmount(context.feeRate), 4);
  const leverage = values.leverage === undefined || values.leverage === '' ? {} : { leverage: `${values.leverage}X` };
  const of: FigureOf = { kind: definition.kind, values: { investment: taken, fee_rate: feeRate, ...leverage } };
  return (
    <dl className="flex flex-col gap-1 text-xs" aria-label={t('opening')}>
      <ReviewRow
        name="taken"
        figure="investment"
        {...of}
        label={bringsOwnCoins(definition.kind, values) ? t('brought') : t('taken', { account })}
      >
        {taken}
        {values[TRIAL_FIELD] === '1' && <span className="block text-2xs text-warn">{t('trial')}</span>}
      </ReviewRow>
      {figures.state === 'ready' ? (
        <OpeningRows bots={figures.bots} openings={figures.answer.openings} of={of} />
      ) : (
        figures.state === 'waiting' && <Skeleton className="h-12 w-full" />
      )}
      {/* What rests in a contract's book may pay less than what takes from it. */}
      <ReviewRow
        name="fee-rate"
        figure="fee_rate"
        {...of}
        label={t(spec.contract === undefined ? 'feeRate' : 'feeRateMost')}
      >
        {feeRate}
      </ReviewRow>
    </dl>
  );
}

function LoanRow({ loan, of }: { readonly loan: AssetAmount; readonly of: FigureOf }) {
  const t = useTranslations('trade.review');
  const written = useWritten();
  const exact = (amount: AssetAmount): string => written('held-coin', amount);
  return (
    <ReviewRow
      name="borrowed"
      figure="debt"
      kind={of.kind}
      values={{ ...of.values, debt: exact(loan) }}
      label={t('borrowed')}
    >
      {exact(loan)}
      <span className="block text-2xs text-ink-3">
        {t('interest', {
          amount: exact({ asset: loan.asset, amount: hourlyInterest(loan.amount, MARGIN_HOURLY_INTEREST_E8) }),
        })}
      </span>
    </ReviewRow>
  );
}

function TradeRow({
  trade: { side, quantity, quote },
  market,
  of,
}: {
  readonly of: FigureOf;
  readonly trade: Opening['trades'][number];
  readonly market: MarketSpec | undefined;
}) {
  const t = useTranslations('trade.review');
  const written = useWritten();
  if (market === undefined) return null;
  const isContract = market.contract !== undefined;
  const coins = written('held-coin', { asset: market.base, amount: quantity });
  const value = written('order-amount', { asset: profitAsset(market), amount: quote });
  return (
    <ReviewRow
      name="bought"
      figure="order_value"
      kind={of.kind}
      values={{ order_value: value, quantity: coins }}
      label={t(isContract ? `contract.${side}` : `coin.${side}`)}
    >
      {coins}
      <span className="text-ink-3"> ≈ {value}</span>
    </ReviewRow>
  );
}

function OpeningRows({
  bots,
  openings,
  of,
}: {
  readonly of: FigureOf;
  readonly bots: readonly ScenarioBot[];
  readonly openings: readonly Opening[];
}) {
  const t = useTranslations('trade.review');
  const written = useWritten();
  const borrowed = sumByAsset(openings.flatMap((opening) => opening.borrowed));
  const fees = sumByAsset(openings.flatMap((opening) => opening.fees));
  const specs = new Map(bots.flatMap(({ params }) => marketsOf(params.spec)).map((one) => [instrumentOf(one), one]));
  const quotes = new Set([...specs.values()].map(({ quote }) => quote));
  // A sum of fees is written as profits are (E-362) where it is money; coins have every digit (E-366).
  const moneys = new Set([...specs.values()].map(profitAsset));
  const reserved = sumByAsset(openings.flatMap((opening) => opening.reserved));
  const reservedText = reserved
    .map((one) => written(quotes.has(one.asset) ? 'order-amount' : 'held-coin', one))
    .join(' + ');
  const feesText = fees.map((one) => written(moneys.has(one.asset) ? 'profit' : 'held-coin', one)).join(' + ');
  const trades = openings.flatMap((opening) => opening.trades);
  const orders = openings.map(({ restingBuys, restingSells }) => restingBuys + restingSells).reduce((a, b) => a + b, 0);
  return (
    <>
      {borrowed.map((loan) => (
        <LoanRow key={loan.asset} loan={loan} of={of} />
      ))}
      {trades.map((trade) => (
        <TradeRow
          key={`${trade.instrument} ${trade.side}`}
          trade={trade}
          market={specs.get(trade.instrument)}
          of={of}
        />
      ))}
      {trades.length === 0 && (
        <ReviewRow name="bought" figure="order_value" kind={of.kind} label={t('coin.buy')}>
          {t(orders === 0 ? 'waits' : 'nothing')}
        </ReviewRow>
      )}
      {orders > 0 && (
        <ReviewRow
          name="orders"
          figure="reserved"
          kind={of.kind}
          values={reservedText === '' ? {} : { reserved: reservedText }}
          label={t('orders')}
        >
          {t('ordersCount', {
            buys: openings.reduce((sum, { restingBuys }) => sum + restingBuys, 0),
            sells: openings.reduce((sum, { restingSells }) => sum + restingSells, 0),
          })}
          {reservedText !== '' && <span className="block text-2xs text-ink-3">{reservedText}</span>}
        </ReviewRow>
      )}
      <ReviewRow
        name="fees"
        figure="fees"
        kind={of.kind}
        values={{ ...of.values, ...(feesText === '' ? {} : { fees: feesText }) }}
        label={t('fees')}
      >
        {feesText === '' ? t('none') : feesText}
      </ReviewRow>
    </>
  );
}

/** What the engine says of a fall and a rise, the worst first (H52). */
export function ReviewMoves({ form, figures }: { readonly form: ReviewedForm; readonly figures: ReviewFigures }) {
  const t = useTranslations('trade.review');
  const locale = useLocale();
  const worstMove = figures.state === 'ready' ? figures.answer.moves[0] : undefined;
  const worst = worstMove === undefined ? '' : profitText(worstMove.result.profit, form.spec, locale);
  return (
    <section aria-label={t('moves')} data-review="moves" data-state={figures.state}>
      <h3 className="mb-1 flex items-center gap-1.5 text-xs text-ink-2">
        <FigureName
          figure="move_in_bots"
          kind={form.definition.kind}
          values={worst === '' ? {} : { move_in_bots: worst }}
        >
          {t('moves')}
        </FigureName>
        <InfoTip label={`${t('moves')}: ?`}>{t('movesText')}</InfoTip>
      </h3>
      {figures.state === 'waiting' && <Skeleton className="h-44 w-full" />}
      {figures.state === 'failed' && <p className="text-xs text-ink-3">{t('unknown')}</p>}
      {figures.state === 'ready' && (
        <ol className="flex flex-col divide-y text-xs">
          {figures.answer.moves.map((one, index) => (
            <MoveRow key={one.id} form={form} move={one} isWorst={index === 0} isSeveral={figures.bots.length > 1} />
          ))}
        </ol>
      )}
      {figures.state === 'ready' && (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2 text-xs text-ink-3">
          {t('labText')}
          <LabButton kind={form.definition.kind} spec={form.spec} bots={figures.bots} />
        </div>
      )}
    </section>
  );
}

function MoveRow({
  form: { spec },
  move: { id, result },
  isWorst,
  isSeveral,
}: {
  readonly form: ReviewedForm;
  readonly move: ReviewedMove;
  readonly isWorst: boolean;
  readonly isSeveral: boolean;
}) {
  const t = useTranslations('trade.review');
  const reason = useTranslations('bots.reason');
  const locale = useLocale();
  const figures = useFigures();
  const hasOnePrice = !isSeveral && (spec.companions === undefined || spec.contract !== undefined);
  const price = hasOnePrice ? figures.fixed(formatTicks(spec, result.ticks), spec.priceDecimals) : '';
  const label = id === 'low' || id === 'high' ? t(`leaves.${id}`) : figures.percent(String(Number(id) / 100), 0);
  return (
    <li className="flex items-baseline justify-between gap-3 py-1" data-move={id} data-rate={result.rate}>
      <span className={isWorst ? 'font-semibold' : undefined}>
        {id.startsWith('-') || id === 'low' || id === 'high' ? label : `+${label}`}
        {price !== '' && <span className="font-normal text-ink-3"> {`${onwardArrow(locale)} ${price}`}</span>}
      </span>
      <span className="text-end whitespace-nowrap">
        <TrendText value={signed(result.profit)} text={profitText(result.profit, spec, locale)} />{' '}
        <TrendText value={signed(result.profit)} text={`(${figures.change(result.rate.toFixed(8))})`} />
        {result.finish !== null && (
          <span className={result.finish === 'liquidated' ? 'block text-2xs text-danger' : 'block text-2xs text-ink-3'}>
            {textAt(reason, result.finish) ?? result.finish}
          </span>
        )}
      </span>
    </li>
  );
}

/** Where it would be liquidated or closed by force: as held, and with everything filled (H39). Nothing for what cannot be. */
export function ReviewLiquidation({ form }: { readonly form: ReviewedForm }) {
  const text = useFieldText();
  const locale = useLocale();
  const of = useSummaryFigures(form);
  const rows = form.summary.filter(({ label }) => label.startsWith('summary.liquidation'));
  if (rows.length === 0) return null;
  return (
    <dl className="flex flex-col gap-1 text-xs">
      {rows.map((row) => (
        <ReviewRow
          key={row.label}
          name="liquidation"
          figure={SUMMARY_FIGURES[row.label] ?? 'liquidation'}
          {...of}
          label={text(row.label) ?? row.label}
        >
          {summaryText(row, form.spec, locale)} <span className="text-ink-3">{row.unit}</span>
        </ReviewRow>
      ))}
    </dl>
  );
}
