import { useLocale } from 'next-intl';
import { InfoTip } from '#components/ui/info-tip.tsx';
import { PortfolioMarks } from '#components/ui/portfolio-marks.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import { withUnit } from '#lib/money/display.ts';
import type { PlanRow } from './plan-words.ts';

/** The coins of a plan, the first five by their marks; all of them with their shares in a tip (E-030, E-031). */
export function PlanPortfolio({ pie }: { readonly pie: PlanRow['pie_info'] }) {
  return (
    <InfoTip width="portfolio" face={<PortfolioMarks coins={pie.map(({ asset }) => asset)} />}>
      <PlanShares pie={pie} />
    </InfoTip>
  );
}

export function PlanShares({ pie }: { readonly pie: PlanRow['pie_info'] }) {
  const figures = useFigures();
  const language = useLocale();
  return pie.map(({ asset, ratio }) => (
    <span key={asset} className="flex justify-between gap-4 tabular-nums">
      <span>{asset}</span>
      <span>{withUnit(figures.upTo(ratio, 2), '%', language)}</span>
    </span>
  ));
}
