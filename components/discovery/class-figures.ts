import type { ReplyOf } from '#lib/contract/contract.ts';

export type ClassCards = NonNullable<ReplyOf<'strategyClass'>['data']>;
export type ClassCard = ClassCards[number]['list'][number];

/**
 * The figures of each kind, from the reply about the page's own sort of market and from that about the other one (the
 * call tells of one sort at a time, C-039). Kinds of both are in both: their copies add up, the rate is that of the own
 * markets where there is one.
 */
export function classFigures(own: ClassCards, other: ClassCards): ReadonlyMap<string, ClassCard> {
  const figures = new Map<string, ClassCard>();
  for (const card of [...own, ...other].flatMap(({ list }) => list)) {
    const known = figures.get(card.strategy_type);
    figures.set(
      card.strategy_type,
      known === undefined
        ? card
        : {
            ...known,
            follow_num: known.follow_num + card.follow_num,
            year_pft_rate: known.year_pft_rate || card.year_pft_rate,
          },
    );
  }
  return figures;
}
