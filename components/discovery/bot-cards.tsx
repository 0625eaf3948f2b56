import { CardGrid } from './card-grid.tsx';
import type { CardItem } from './card-item.ts';
import { StrategyCard } from './strategy-card.tsx';

/** Cards of shared bots, whole as they come: each a link to its page. */
export function BotCards({ items }: { readonly items: readonly CardItem[] }) {
  return (
    <CardGrid>
      {items.map((item) => (
        <li key={item.strategy_id}>
          <StrategyCard item={item} />
        </li>
      ))}
    </CardGrid>
  );
}
