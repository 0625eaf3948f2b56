'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { Icon } from '#components/ui/icon.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { textsOf } from '#lib/client/keyed-texts.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { MASKED_FIGURE, NO_FIGURE } from '#lib/money/display.ts';
import type { ColumnDescriptor } from '#lib/strategies/definition.ts';
import { BotMarket } from './bot-market.tsx';
import { BotSide } from './bot-side.tsx';
import { isStoppable, isTerminationAdjustable, reasonKey } from './bot-state.ts';
import { BotStatusBadge } from './bot-status.tsx';
import { creatorName } from './creator-name.ts';
import { isLiquidationInRange } from './liquidation.ts';
import { useBotFormat } from './use-bot-format.ts';
import { usePriceText } from './use-price-text.ts';

interface Props {
  readonly column: ColumnDescriptor;
  readonly row: StrategyRow;
  readonly onTerminate: (row: StrategyRow) => void;
}

/** One cell of a bots table: the definition says what is read, its kind says how it looks. */
export function BotCell({ column, row, onTerminate }: Props): ReactNode {
  const t = useTranslations('bots');
  const format = useBotFormat();
  const read = column.read(row);
  const [first = '', second = '', third = ''] = typeof read === 'string' ? [read] : read;
  switch (column.cell) {
    case 'bot':
      return (
        <span className="flex min-w-0 flex-col">
          <BotMarket bot={row} />
          <BotName row={row} />
        </span>
      );
    case 'money':
      return format.investment(first, second, row.market);
    case 'profit':
      return (
        <span className="flex flex-col md:items-end">
          <TrendText value={first} text={format.profit(first, second)} />
          {third !== '' && <TrendText value={third} text={format.percent(third)} className="text-2xs" />}
        </span>
      );
    case 'percent':
      return first === '' ? (
        <abbr title={format.youngNote} className="no-underline">
          --
        </abbr>
      ) : (
        <TrendText value={first} text={format.percent(first)} />
      );
    case 'price-range':
      return first === MASKED_FIGURE ? MASKED_FIGURE : <PriceRange row={row} low={first} high={second} />;
    case 'price':
      return <OnePrice row={row} price={first} />;
    case 'price-pair':
      return (
        <span
          className={classNames('flex flex-wrap md:flex-col md:items-end', isLiquidationInRange(row) && 'text-danger')}
        >
          <span>
            {isLiquidationInRange(row) && <Icon name="warning" size={12} className="me-1 inline align-[-1px]" />}
            <OnePrice row={row} price={first} />
          </span>
          <span className="whitespace-pre md:sr-only"> / </span>
          <OnePrice row={row} price={second} />
          {isLiquidationInRange(row) && <span className="sr-only"> {t('overview.liquidationInRange')}</span>}
        </span>
      );
    case 'side':
      return <BotSide side={first} leverage={second} />;
    case 'count':
      return format.figure(first);
    case 'duration':
      return format.duration(Number(first));
    case 'time':
      return first === '0' ? '-' : format.time(Number(first));
    case 'kind':
      return t(`kind.${row.strategy_type}`);
    case 'status':
      return <BotStatusBadge bot={row} />;
    case 'reason':
      return row.finish_as === ''
        ? '-'
        : textsOf(t)(`reason.${reasonKey(row.finish_as, row.strategy_type, row.settle)}`);
    case 'actions':
      return <RowActions row={row} onTerminate={onTerminate} />;
    default:
      return first;
  }
}

/** What its owner calls it, with the provider before it where it is a copy. */
function BotName({ row }: Pick<Props, 'row'>) {
  const t = useTranslations('bots.detail');
  const provider = row.follow_id > 0 && row.follow_info !== null ? creatorName(row.follow_info.nickname) : null;
  return (
    <span className="max-w-44 truncate text-2xs text-ink-3">
      {provider !== null && (
        <>
          <span aria-hidden title={t('copiedFrom', { name: provider })}>
            <Icon name="copy" size={12} className="me-1 inline align-[-1px]" />
            {provider}{' '}
          </span>
          <span className="sr-only">{t('copiedFrom', { name: provider })} </span>
        </>
      )}
      {row.strategy_name}
    </span>
  );
}

function PriceRange({ row, low, high }: { readonly row: StrategyRow; readonly low: string; readonly high: string }) {
  const price = usePriceText(row);
  return /[1-9]/.test(low) ? `${price(low)} – ${price(high)}` : NO_FIGURE;
}

/** '--' where there is none: a spot bot, or a position that cannot be liquidated. */
function OnePrice({ row, price: figure }: { readonly row: StrategyRow; readonly price: string }) {
  const price = usePriceText(row);
  return /[1-9]/.test(figure) ? price(figure) : '--';
}

function RowActions({ row, onTerminate }: Pick<Props, 'row' | 'onTerminate'>) {
  const t = useTranslations('bots.action');
  const canStop = isStoppable(row);
  if (!canStop && !isTerminationAdjustable(row)) return null;
  return (
    <Button
      size="sm"
      onClick={(event) => {
        // The row itself opens the detail.
        event.stopPropagation();
        onTerminate(row);
      }}
    >
      {canStop ? t('terminate') : t('adjust')}
    </Button>
  );
}
