'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ConditionSummary } from '#components/conditions/condition-summary.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import type { OverviewBlock } from '#lib/strategies/definition.ts';
import { OpenOrdersTab } from '../open-orders-tab.tsx';
import { ParametersTab } from '../parameters-tab.tsx';
import { TradesTab } from '../trades-tab.tsx';
import { ArbitrageLegs } from './arbitrage-legs.tsx';
import { ArbitrageRecords } from './arbitrage-records.tsx';
import { IndicatorPosition } from './indicator-position.tsx';
import { PortfolioHoldings } from './portfolio-holdings.tsx';

interface BlockProps {
  readonly bot: StrategyRow;
}

/** Coins of a portfolio, or both legs of an arbitrage. */
function Holdings({ bot }: BlockProps) {
  return factsOf(bot.strategy_type).trades === 'portfolio' ? (
    <PortfolioHoldings bot={bot} />
  ) : (
    <ArbitrageLegs bot={bot} />
  );
}

function Conditions({ bot }: BlockProps) {
  const t = useTranslations('bots.params');
  if (bot.params === null) return <p className="text-xs text-ink-3">{t('hidden')}</p>;
  return <ConditionSummary conditions={bot.params.compose_conditions ?? {}} />;
}

const BLOCKS: { readonly [B in OverviewBlock]: (props: BlockProps) => ReactNode } = {
  holdings: Holdings,
  position: IndicatorPosition,
  conditions: Conditions,
  parameters: ParametersTab,
  'open-orders': OpenOrdersTab,
  'arbitrage-records': ArbitrageRecords,
  'trade-history': TradesTab,
};

/** What kinds with an overview alone show there below figures and curve (M-056), in their definition's order. */
export function OverviewBlocks({ bot }: BlockProps) {
  const t = useTranslations('bots.detail.block');
  const kind = bot.strategy_type;
  const blocks = isCreatable(kind) ? (definitionOf(kind).overviewBlocks?.(bot) ?? []) : [];
  return blocks.map((block) => {
    const Block = BLOCKS[block];
    return (
      <section key={block} aria-label={t(block)} className="min-w-0 md:col-span-2">
        <h3 className="mb-2 text-sm font-medium">{t(block)}</h3>
        <Block bot={bot} />
      </section>
    );
  });
}
