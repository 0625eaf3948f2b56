import { useLocale } from 'next-intl';
import { detailPath } from '#components/addresses/paths.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { KindCard } from './kind-card.tsx';
import { useKindText } from './kind-text.ts';

export type HotRow = NonNullable<ReplyOf<'hotStrategies'>['data']>[number];

export interface PopularBot {
  readonly key: string | number;
  readonly kind: RunnableKind;
  readonly row: HotRow;
}

/** The popular bots (C-034, C-104) of kinds that are offered. */
export function popularBots(hot: readonly HotRow[], offered: readonly RunnableKind[]): readonly PopularBot[] {
  return hot.flatMap((row, at) => {
    const kind = offered.find((each) => each === row.strategy_type);
    return kind === undefined ? [] : [{ key: row.strategy_id ?? `${kind}-${row.market}-${at}`, kind, row }];
  });
}

/** One of them; it leads to the bot where the exchange says which it is. */
export function PopularCard({ kind, row }: Pick<PopularBot, 'kind' | 'row'>) {
  const kindText = useKindText();
  const language = useLocale();
  const { strategy_id, anonymous } = row;
  return (
    <KindCard
      kind={kind}
      kindName={kindText(kind, 'name')}
      name={row.name || kindText(kind, 'name')}
      text={row.desc || kindText(kind, 'text')}
      followNum={row.follow_num}
      yearRate={row.year_pft_rate}
      market={row.market}
      {...(strategy_id === undefined || anonymous === undefined
        ? {}
        : { href: detailPath(language, { ...row, strategy_id, anonymous }) })}
    />
  );
}
