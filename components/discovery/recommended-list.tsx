import { GrowingList, type ListProps } from './growing-list.tsx';
import { sortOrdersOf } from './sort-orders.ts';
import { StrategyCard } from './strategy-card.tsx';

/**
 * Recommended bots as cards: whole without JavaScript (links), growing in place with it (C-083, C-084). The cards of its first page are made where
 * the page is made, on the server: who reads that page loads nothing that makes cards.
 */
export function RecommendedList(props: ListProps) {
  return (
    <GrowingList
      {...props}
      orders={sortOrdersOf(props.kind)}
      cards={props.items.map((item) => <StrategyCard key={item.strategy_id} item={item} />)}
    />
  );
}
