'use client';

import dynamic from 'next/dynamic';
import type { ComponentType, ReactNode } from 'react';
import type { DualProduct } from '#components/addresses/paths.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { ListMode } from '#lib/client/bots-view.ts';
import { latePart } from '#lib/client/late-part.ts';
import type { SessionInfo } from '#lib/client/session.ts';
import type { DualList } from '#lib/contract/dual-words.ts';
import { type EarnType, isEarnType } from '#lib/contract/earn-types.ts';
import type { OwnPart } from '#lib/contract/endpoints.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import type { ListedType } from '#lib/kinds/listed.ts';

/** What a list is shown by. It asks for nothing while it is not `isActive`, and begins at its first page: another list, or another type's, is another element. */
export interface ListProps {
  readonly type: ListedType;
  readonly mode: ListMode;
  readonly isActive: boolean;
  readonly viewer: SessionInfo;
}

interface List {
  readonly mode: ListMode;
  /** Loaded late: a guest has nothing that could be listed, so a guest's browser gets none of it. */
  readonly Part: ComponentType<ListProps>;
}

interface EarnLists {
  /** What the exchange announces where it has the product (H61); null: its calls are the documents'. */
  readonly needs: OwnPart | null;
  /** The first one is shown where nothing was chosen, or what this type has not (E-025, E-141, E-150). */
  readonly lists: readonly [List, ...List[]];
}

function ListPlace() {
  return <Skeleton className="m-3 h-40 w-[calc(100%-24px)]" />;
}

const BotsTable = dynamic(
  () => latePart('bots-table', () => import('#components/bots/bots-table.tsx').then((part) => part.BotsTable)),
  { loading: () => <ListPlace /> },
);
const BacktestsTable = dynamic(
  () =>
    latePart('backtests-table', () =>
      import('#components/backtests/backtests-table.tsx').then((part) => part.BacktestsTable),
    ),
  { loading: () => <ListPlace /> },
);
const IncomePart = dynamic(
  () => latePart('income', () => import('#components/income/income-part.tsx').then((part) => part.IncomePart)),
  { loading: () => <ListPlace /> },
);

/** A list of bots: of what has none, nothing. */
function ofBots(show: (kind: RunnableKind, props: ListProps) => ReactNode): List['Part'] {
  return (props) => (isEarnType(props.type) ? null : show(props.type, props));
}

const BOT_LISTS: readonly List[] = [
  { mode: 'running', Part: ofBots((kind, props) => <BotsTable kind={kind} tab="running" {...props} />) },
  { mode: 'history', Part: ofBots((kind, props) => <BotsTable kind={kind} tab="history" {...props} />) },
  { mode: 'income', Part: ({ type, isActive }) => <IncomePart type={type} isActive={isActive} /> },
  // The documents have backtests of one kind alone (E-023); here every kind can be backtested, and has the records.
  { mode: 'backtests', Part: ofBots((kind, { isActive }) => <BacktestsTable kind={kind} isActive={isActive} />) },
];

const PlansTable = dynamic(
  () =>
    latePart('plans-table', () => import('#components/earn/invest/plans-table.tsx').then((part) => part.PlansTable)),
  { loading: () => <ListPlace /> },
);
const DualOrders = dynamic(
  () => latePart('dual-orders', () => import('#components/earn/dual-list.tsx').then((part) => part.DualListPart)),
  { loading: () => <ListPlace /> },
);

const Plans: List['Part'] = ({ mode, isActive }) => <PlansTable mode={mode} isActive={isActive} />;

/** Orders that run and orders that have ended, of one product. */
function dualLists(product: DualProduct): EarnLists {
  const part =
    (list: DualList): List['Part'] =>
    ({ isActive }) => <DualOrders product={product} list={list} isActive={isActive} />;
  return {
    needs: null,
    lists: [
      { mode: 'running', Part: part('PROCESSING') },
      { mode: 'history', Part: part('SETTLEMENT_SUCCESS') },
    ],
  };
}

/**
 * What is earned without a bot (E-024), each type with its lists: a type without a line here has no tab. A part is loaded late, as those above, and takes `ListProps`; what
 * runs of it the exchange counts by its `EarnSource` (server/exchange/earn). `needs` is a word of `OwnPart` (lib/contract/endpoints.ts),
 * null where everything that the part asks is documented. Names of modes are texts of `bots.tab`, of types of `bots.kind`.
 */
const EARN_LISTS: { readonly [Type in EarnType]?: EarnLists } = {
  'auto-investment': {
    needs: 'auto_invest',
    lists: [
      { mode: 'active', Part: Plans },
      { mode: 'inactive', Part: Plans },
      { mode: 'history', Part: Plans },
    ],
  },
  'sell-high': dualLists('sell-high'),
  'buy-low': dualLists('buy-low'),
};

/** E-022: total income is told of some kinds. */
function botLists(kind: RunnableKind): readonly List[] {
  return BOT_LISTS.filter(({ mode }) => mode !== 'income' || KIND_FACTS[kind].hasIncome);
}

/** The lists of a type, the first one first; none of what has no part. */
export function listsOf(type: ListedType): readonly List[] {
  return isEarnType(type) ? (EARN_LISTS[type]?.lists ?? []) : botLists(type);
}

/** Whether a type of the earn products has its part here, and the exchange what that asks. */
export function isEarnListed(type: EarnType, announced: readonly string[] | undefined): boolean {
  const known = EARN_LISTS[type];
  return known !== undefined && (known.needs === null || (announced?.includes(known.needs) ?? false));
}

/** The list that is shown of a type: the chosen one, or its first where it has none such (E-025, E-150). */
export function modeOf(type: ListedType, chosen: ListMode): ListMode {
  const modes = listsOf(type).map(({ mode }) => mode);
  return modes.find((mode) => mode === chosen) ?? modes[0] ?? 'running';
}
