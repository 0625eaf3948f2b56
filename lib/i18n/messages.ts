import type account from '../../messages/en/account.json';
import type actions from '../../messages/en/actions.json';
import type backtests from '../../messages/en/backtests.json';
import type books from '../../messages/en/books.json';
import type bots from '../../messages/en/bots.json';
import type common from '../../messages/en/common.json';
import type conditions from '../../messages/en/conditions.json';
import type fields from '../../messages/en/fields.json';
import type fork from '../../messages/en/fork.json';
import type issues from '../../messages/en/issues.json';
import type notifications from '../../messages/en/notifications.json';
import type portfolio from '../../messages/en/portfolio.json';
import type publicPages from '../../messages/en/public.json';
import type refusals from '../../messages/en/refusals.json';
import type replay from '../../messages/en/replay.json';
import type trade from '../../messages/en/trade.json';
import type { Language } from './languages.ts';

/** All texts of the product; English is the shape that every language must have (tests compare the keys). */
export interface Messages {
  common: typeof common;
  public: typeof publicPages;
  account: typeof account;
  trade: typeof trade;
  bots: typeof bots;
  /** Dialogs of what an owner does with a bot; read when one opens. */
  actions: typeof actions;
  /** Books of a bot; read when they are opened. */
  books: typeof books;
  backtests: typeof backtests;
  conditions: typeof conditions;
  portfolio: typeof portfolio;
  fields: typeof fields;
  issues: typeof issues;
  /** The notification centre; read when it opens. */
  notifications: typeof notifications;
  /** What the exchange refuses, by the `issue` of its reply (the forms' own findings are `issues`). */
  refusals: typeof refusals;
  /** What stands on a bot's tape; read with the part that shows it. */
  fork: typeof fork;
  replay: typeof replay;
}
export type Namespace = keyof Messages;

const LOADERS: { readonly [L in Language]: { readonly [N in Namespace]: () => Promise<{ default: object }> } } = {
  en: {
    common: () => import('../../messages/en/common.json'),
    public: () => import('../../messages/en/public.json'),
    account: () => import('../../messages/en/account.json'),
    trade: () => import('../../messages/en/trade.json'),
    bots: () => import('../../messages/en/bots.json'),
    actions: () => import('../../messages/en/actions.json'),
    books: () => import('../../messages/en/books.json'),
    backtests: () => import('../../messages/en/backtests.json'),
    conditions: () => import('../../messages/en/conditions.json'),
    portfolio: () => import('../../messages/en/portfolio.json'),
    fields: () => import('../../messages/en/fields.json'),
    issues: () => import('../../messages/en/issues.json'),
    notifications: () => import('../../messages/en/notifications.json'),
    refusals: () => import('../../messages/en/refusals.json'),
    fork: () => import('../../messages/en/fork.json'),
    replay: () => import('../../messages/en/replay.json'),
  },
  zh: {
    common: () => import('../../messages/zh/common.json'),
    public: () => import('../../messages/zh/public.json'),
    account: () => import('../../messages/zh/account.json'),
    trade: () => import('../../messages/zh/trade.json'),
    bots: () => import('../../messages/zh/bots.json'),
    actions: () => import('../../messages/zh/actions.json'),
    books: () => import('../../messages/zh/books.json'),
    backtests: () => import('../../messages/zh/backtests.json'),
    conditions: () => import('../../messages/zh/conditions.json'),
    portfolio: () => import('../../messages/zh/portfolio.json'),
    fields: () => import('../../messages/zh/fields.json'),
    issues: () => import('../../messages/zh/issues.json'),
    notifications: () => import('../../messages/zh/notifications.json'),
    refusals: () => import('../../messages/zh/refusals.json'),
    fork: () => import('../../messages/zh/fork.json'),
    replay: () => import('../../messages/zh/replay.json'),
  },
};

/** Loads namespaces of a language: what a page needs, not everything. */
export async function loadMessages(language: Language, namespaces: readonly Namespace[]): Promise<Partial<Messages>> {
  const loaded = await Promise.all(
    namespaces.map(async (namespace) => [namespace, (await LOADERS[language][namespace]()).default] as const),
  );
  return Object.fromEntries(loaded) as Partial<Messages>;
}

/** The parts of a tree of texts that lie at these paths; `*` is any name. */
export function partsOf(tree: object, paths: readonly string[]): Record<string, unknown> {
  const parts: Record<string, unknown> = {};
  for (const path of paths) copyPart(tree as Record<string, unknown>, path.split('.'), parts);
  return parts;
}

function copyPart(
  tree: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
  into: Record<string, unknown>,
) {
  for (const key of name === '*' ? Object.keys(tree) : [name]) {
    const value = tree[key];
    if (value === undefined) throw new Error(`there is no text at ${key}`);
    if (rest.length === 0) into[key] = value;
    else {
      into[key] ??= {};
      copyPart(value as Record<string, unknown>, rest, into[key] as Record<string, unknown>);
    }
  }
}

export const NAMESPACES = Object.keys(LOADERS.en) as readonly Namespace[];
