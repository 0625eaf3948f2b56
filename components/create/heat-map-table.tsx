'use client';

import { useTranslations } from 'next-intl';
import { classNames } from '#components/ui/class-names.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { HEAT_MAP_COUNTS, HEAT_MAP_WIDTHS } from '#lib/backtest/search/heat-map-scale.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import type { HeatMapView } from './heat-map-choice.ts';

/** The map's numbers as a table: a row a width, a column a count, every cell a button. */
export function HeatMapTable({
  cells,
  present,
  asset,
  onTake,
  onClose,
}: HeatMapView & { readonly onClose: () => void }) {
  const t = useTranslations('trade.heatMap');
  const figures = useFigures();
  return (
    <Dialog isOpen onClose={onClose} title={t('title')} width="lg">
      <div className="overflow-x-auto">
        <table aria-label={t('title')} className="w-full border-collapse text-xs">
          <thead className="text-ink-3">
            <tr>
              <th scope="col" className="px-2 text-start font-normal">
                {t('corner')}
              </th>
              {HEAT_MAP_COUNTS.map((count) => (
                <th key={count} scope="col" className="h-8 px-1 text-end font-normal">
                  {count}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {HEAT_MAP_WIDTHS.map((width, widthIndex) => (
              <tr key={width} className="border-t">
                <th scope="row" className="px-2 text-start font-normal text-ink-3">
                  {figures.percentOf(width * 100, 1)}
                </th>
                {HEAT_MAP_COUNTS.map((count, countIndex) => {
                  const cell = cells.get(`${widthIndex}-${countIndex}`);
                  const rate = cell?.rate ?? null;
                  const isPresent = present?.widthIndex === widthIndex && present.countIndex === countIndex;
                  return (
                    <td key={count} className="text-end">
                      {cell === undefined || rate === null ? (
                        <span className="px-1 text-ink-3">
                          {cell?.needs == null
                            ? NO_FIGURE
                            : t('least', { amount: `${figures.balance(formatAmount(cell.needs))} ${asset}` })}
                        </span>
                      ) : (
                        <button
                          type="button"
                          aria-current={isPresent || undefined}
                          onClick={() => onTake(cell)}
                          className={classNames(
                            'min-h-11 rounded px-1 hover:bg-surface-2 md:min-h-7',
                            rate >= 0 ? 'text-rise' : 'text-fall',
                            isPresent && 'outline-1 outline-(--accent)',
                          )}
                        >
                          {figures.change(rate.toFixed(6))}
                        </button>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
