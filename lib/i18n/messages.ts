import type account from '../../messages/en/account.json';
import type actions from '../../messages/en/actions.json';
import type backtests from '../../messages/en/backtests.json';
import type books from '../../messages/en/books.json';
import type bots from '../../messages/en/bots.json';
import type common from '../../messages/en/common.json';
import type conditions from '../../messages/en/conditions.json';
import type copy from '../../messages/en/copy.json';
import type dual from '../../messages/en/dual.json';
import type fields from '../../messages/en/fields.json';
import type fork from '../../messages/en/fork.json';
import type glossary from '../../messages/en/glossary.json';
import type guides from '../../messages/en/guides.json';
import type help from '../../messages/en/help.json';
import type income from '../../messages/en/income.json';
import type invest from '../../messages/en/invest.json';
import type issues from '../../messages/en/issues.json';
import type lab from '../../messages/en/lab.json';
import type notifications from '../../messages/en/notifications.json';
import type pages from '../../messages/en/pages.json';
import type portfolio from '../../messages/en/portfolio.json';
import type publicPages from '../../messages/en/public.json';
import type refusals from '../../messages/en/refusals.json';
import type replay from '../../messages/en/replay.json';
import type start from '../../messages/en/start.json';
import type trade from '../../messages/en/trade.json';
import type { Language } from './languages.ts';

/** All texts of the product; English is the shape that every language must have (tests compare the keys). */
export interface Messages {
  common: typeof common;
  public: typeof publicPages;
  /** What public pages say that is made on the server alone: the browser never gets it. */
  pages: typeof pages;
  account: typeof account;
  trade: typeof trade;
  bots: typeof bots;
  /** Dialogs of what an owner does with a bot; read when one opens. */
  actions: typeof actions;
  /** Books of a bot; read when they are opened. */
  books: typeof books;
  backtests: typeof backtests;
  conditions: typeof conditions;
  /** The copy form and what is said of copies; read when one opens. */
  copy: typeof copy;
  /** Sell high and buy low; read when the page is alive. */
  dual: typeof dual;
  portfolio: typeof portfolio;
  fields: typeof fields;
  /** Total income; read with the part that shows it. */
  income: typeof income;
  /** Guides of kinds; read when one opens. */
  guides: typeof guides;
  issues: typeof issues;
  /** Auto-invest plans: their pages, and their lists beside those of bots; read with the part that shows them. */
  invest: typeof invest;
  /** The scenario lab; read when it opens. */
  lab: typeof lab;
  /** Terms and how figures are computed; read when the first name of a figure is pressed. */
  glossary: typeof glossary;
  /** Help pages; of the browser their worked example alone reads it, when a value is changed. */
  help: typeof help;
  /** The notification centre; read when it opens. */
  notifications: typeof notifications;
  /** What the exchange refuses, by the `issue` of its reply (the forms' own findings are `issues`). */
  refusals: typeof refusals;
  /** What stands on a bot's tape; read with the part that shows it. */
  fork: typeof fork;
  replay: typeof replay;
  /** The start page, and the ways that lead to it. */
  start: typeof start;
}
export type Namespace = keyof Messages;

/** Every file of a language's folder (a test compares). */
export const NAMESPACES = [
  'common',
  'public',
  'pages',
  'account',
  'trade',
  'bots',
  'actions',
  'books',
  'backtests',
  'conditions',
  'copy',
  'dual',
  'portfolio',
  'fields',
  'invest',
  'income',
  'guides',
  'issues',
  'lab',
  'glossary',
  'help',
  'notifications',
  'refusals',
  'fork',
  'replay',
  'start',
] as const satisfies readonly Namespace[];

/** One file each: the bundler makes a piece of every one of them, and whoever asks gets that piece alone. */
async function textsOf(language: Language, namespace: Namespace): Promise<object> {
  const { default: texts } = await import(`../../messages/${language}/${namespace}.json`);
  return texts;
}

/** Loads namespaces of a language: what a page needs, not everything. */
export async function loadMessages(language: Language, namespaces: readonly Namespace[]): Promise<Partial<Messages>> {
  const loaded = await Promise.all(
    namespaces.map(async (namespace) => [namespace, await textsOf(language, namespace)] as const),
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
