'use client';

import { useLocale, useTranslations } from 'next-intl';
import { createPath } from '#components/addresses/create-path.ts';
import type { PosterTexts } from '#components/bots/poster/draw-poster.ts';
import { PosterFrame } from '#components/bots/poster/poster-frame.tsx';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { trendShown } from '#components/ui/trend-text.tsx';
import type { ScenarioResult } from '#lib/backtest/lab/run-scenario.ts';
import { textAt } from '#lib/client/keyed-texts.ts';
import { marketKindOf } from '#lib/money/market-spec.ts';
import { type LabBots, marketsText } from './lab-bots.ts';
import { outcomeOf } from './outcome.ts';
import { rateOf } from './scenario-card.tsx';
import { useRule } from './use-rule.ts';

/**
 * A scenario as a picture to give on: rates, times and its rule, on the poster that bots have. No amount, no parameter and no price – those would
 * tell what the bot is –, and its link is the form of the kind, empty.
 */
export function ScenarioPicture({
  bots,
  result,
  onClose,
}: {
  readonly bots: LabBots;
  readonly result: ScenarioResult;
  readonly onClose: () => void;
}) {
  const t = useTranslations('lab');
  const texts = useTexts(bots, result);
  return (
    <PosterFrame
      title={t('pictureTitle')}
      texts={texts}
      curve={result.curve}
      label={t('pictureLabel', { name: texts.name, outcome: t(`outcome.${outcomeOf(result)}`), rate: texts.rate })}
      fileName={`${bots.kind}-${result.id}`}
      onClose={onClose}
    />
  );
}

function useTexts(bots: LabBots, result: ScenarioResult): PosterTexts {
  const t = useTranslations('lab');
  const brand = useTranslations('common')('brand');
  const poster = useTranslations('books.poster');
  const kinds = useTranslations('bots.kind');
  const language = useLocale();
  const format = useBotFormat();
  const { name, rule } = useRule(result.id, result.direction);
  const { kind, spec } = bots;
  const time = (ms: number): string => format.duration(Math.round(ms / 1000));
  const worst = rateOf(result.worst, result.start);
  return {
    brand,
    name,
    what: `${marketsText(bots, language)} · ${textAt(kinds, kind) ?? kind}`,
    rate: format.percent(worst),
    rateLabel: t('worst'),
    trend: trendShown(worst, format.percent(worst)),
    rule,
    figures: [
      [t('outcomeLabel'), t(`outcome.${outcomeOf(result)}`)],
      [t('underWater'), result.underWaterMs === 0 ? t('never') : time(result.underWaterMs)],
      [t('result'), format.percent(rateOf(result.end, result.start))],
    ],
    owner: t('title'),
    scan: t('scan'),
    noCurve: poster('noCurve'),
    link: `${window.location.origin}${createPath(language, kind, spec.market, marketKindOf(spec))}`,
  };
}
