'use client';

import { useLocale, useTranslations } from 'next-intl';
import { FigureLine } from '#components/bots/figures/figure-line.tsx';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import {
  isPastLiquidation,
  type LiquidationRisk,
  liquidationGapE8,
  liquidationRisk,
} from '#lib/formulas/liquidation-distance.ts';
import { onwardArrow } from '#lib/i18n/languages.ts';
import { formatAmount, parseAmountDown } from '#lib/money/amount.ts';
import { MASKED_FIGURE } from '#lib/money/display.ts';
import { type SaidPrices, sidesOf } from '../detail/use-liquidation-estimate.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { usePriceText } from '../use-price-text.ts';

const isPrice = (text: string): boolean => /[1-9]/.test(text);

type Marked = Pick<StrategyRow, 'mark_price'>;
type SaidSide = Exclude<SaidPrices, 'none' | null>['long'];

/** The mark price, and where what is held would be liquidated – as far as that is told apart –; null while either is not known. */
function levelsOf(bot: Marked, after: SaidPrices) {
  const mark = parseAmountDown(bot.mark_price);
  if (after === null || after === 'none' || mark === null || mark <= 0n) return null;
  const at = ({ held, full }: SaidSide): bigint | null => {
    const text = held === '' ? full : held;
    return isPrice(text) ? parseAmountDown(text) : null;
  };
  return { mark, levels: { long: at(after.long), short: at(after.short) } };
}

/** How near the price would be to the liquidation of what is held (M-190, M-202). */
export function riskOf(bot: Marked, after: SaidPrices): LiquidationRisk | null {
  const known = levelsOf(bot, after);
  return known === null ? null : liquidationRisk(known.mark, known.levels);
}

/** Whether the price would be past the liquidation of what is held (M-201). */
export function isPast(bot: Marked, after: SaidPrices): boolean {
  const known = levelsOf(bot, after);
  return known !== null && isPastLiquidation(known.mark, known.levels);
}

/** A warning where the liquidation is near or the price is past it, else how far it is (M-190, M-201, M-202); nothing where there is none. */
function Nearness({ bot, after, stopsAt }: { readonly bot: StrategyRow; readonly after: SaidPrices } & Stopping) {
  const t = useTranslations('actions.liquidation');
  const format = useBotFormat();
  const known = levelsOf(bot, after);
  if (known === null) return null;
  const gap = liquidationGapE8(known.mark, known.levels);
  if (gap === null) return null;
  const risk = liquidationRisk(known.mark, known.levels);
  if (risk === null) return <Notice>{t('far', { percent: format.percent(formatAmount(gap), false) })}</Notice>;
  const isBehind = isPastLiquidation(known.mark, known.levels);
  const isStopped = isBehind || (stopsAt === 'at-hand' && risk === 'liquidation-at-hand');
  return <Notice tone={isStopped ? 'danger' : 'warn'}>{t(isBehind ? 'past' : risk)}</Notice>;
}

/** Whether a liquidation at hand is in the way of what is asked (M-190), or only one that the price is past (M-201). */
interface Stopping {
  readonly stopsAt: 'at-hand' | 'past';
}

/** Where the bot is liquidated now, and where it would be: of what is held, and if every order on the losing side fills. */
export function LiquidationChange({
  bot,
  before,
  after,
  failure,
  stopsAt,
}: {
  readonly bot: StrategyRow;
  readonly before: SaidPrices;
  readonly after: SaidPrices;
  /** Why what comes after cannot be had (M-340); null or '': nothing is to be said. */
  readonly failure: string | null;
} & Stopping) {
  const t = useTranslations('actions.liquidation');
  const arrow = onwardArrow(useLocale());
  const price = usePriceText(bot);
  const text = (figure: string): string => (isPrice(figure) ? price(figure) : '--');
  // M-340: what cannot be had is '-', and not on its way.
  const told = (said: SaidPrices, side: 'long' | 'short', what: 'held' | 'full'): string =>
    said === null ? '…' : said === 'none' ? MASKED_FIGURE : text(said[side][what]);
  const sides = sidesOf(bot.side);
  return (
    <section aria-label={t('title')} className="flex flex-col gap-2 rounded-md bg-surface-2 p-3 text-sm">
      <h3 className="text-xs text-ink-3">{t('title')}</h3>
      <dl aria-live="polite" className="flex flex-col gap-1">
        {sides.flatMap((side) =>
          (['held', 'full'] as const).map((what) => (
            <div key={`${side} ${what}`} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-ink-3">
                <FigureName figure={what === 'held' ? 'liquidation' : 'full_liquidation'} bot={bot}>
                  {t(sides.length > 1 ? `${side}.${what}` : what)}
                </FigureName>
              </dt>
              <dd data-liquidation={`${side}-${what}`}>
                {told(before, side, what)} {arrow} {told(after, side, what)}
              </dd>
            </div>
          )),
        )}
        <FigureLine figure="mark_price" bot={bot} label={t('mark')}>
          {text(bot.mark_price)}
        </FigureLine>
      </dl>
      <Nearness bot={bot} after={after} stopsAt={stopsAt} />
      {failure !== null && failure !== '' && <Notice tone="warn">{failure}</Notice>}
    </section>
  );
}
