import type { StrategyRow } from '../../contract/strategy.ts';

export function isOver(row: Pick<StrategyRow, 'status'>): boolean {
  return row.status === 'finished' || row.status === 'stopped';
}
