import { type IntlError, NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import type { Messages, Namespace } from '#lib/i18n/messages.ts';
import account from '#messages/en/account.json' with { type: 'json' };
import actions from '#messages/en/actions.json' with { type: 'json' };
import backtests from '#messages/en/backtests.json' with { type: 'json' };
import books from '#messages/en/books.json' with { type: 'json' };
import bots from '#messages/en/bots.json' with { type: 'json' };
import common from '#messages/en/common.json' with { type: 'json' };
import conditions from '#messages/en/conditions.json' with { type: 'json' };
import copy from '#messages/en/copy.json' with { type: 'json' };
import dual from '#messages/en/dual.json' with { type: 'json' };
import fields from '#messages/en/fields.json' with { type: 'json' };
import fork from '#messages/en/fork.json' with { type: 'json' };
import glossary from '#messages/en/glossary.json' with { type: 'json' };
import guides from '#messages/en/guides.json' with { type: 'json' };
import help from '#messages/en/help.json' with { type: 'json' };
import income from '#messages/en/income.json' with { type: 'json' };
import invest from '#messages/en/invest.json' with { type: 'json' };
import issues from '#messages/en/issues.json' with { type: 'json' };
import lab from '#messages/en/lab.json' with { type: 'json' };
import notifications from '#messages/en/notifications.json' with { type: 'json' };
import pages from '#messages/en/pages.json' with { type: 'json' };
import portfolio from '#messages/en/portfolio.json' with { type: 'json' };
import publicPages from '#messages/en/public.json' with { type: 'json' };
import refusals from '#messages/en/refusals.json' with { type: 'json' };
import replay from '#messages/en/replay.json' with { type: 'json' };
import start from '#messages/en/start.json' with { type: 'json' };
import trade from '#messages/en/trade.json' with { type: 'json' };

const TEXTS: Readonly<Partial<Messages>> = {
  account,
  actions,
  backtests,
  books,
  bots,
  common,
  conditions,
  copy,
  dual,
  fields,
  fork,
  invest,
  income,
  guides,
  glossary,
  help,
  issues,
  lab,
  notifications,
  pages,
  portfolio,
  public: publicPages,
  refusals,
  replay,
  start,
  trade,
};

/** A text that the product asks for and does not have, or cannot make, is seen as its key: in no test. Under other providers see missing-texts-fail.ts. */
function failOnMissing(error: IntlError): void {
  throw error;
}

/** English texts and an empty cache around a component under test: all texts, or `texts` alone, as a page has them that loads others with its parts. */
export function ComponentHost({
  texts,
  children,
}: {
  readonly texts?: readonly Namespace[];
  readonly children: ReactNode;
}) {
  const messages = texts === undefined ? TEXTS : Object.fromEntries(texts.map((name) => [name, TEXTS[name]]));
  return (
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC" onError={failOnMissing}>
      <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>{children}</SWRConfig>
    </NextIntlClientProvider>
  );
}

export interface FakeCall {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers fetch by path; records what was asked, in order. `null` = the network is down; a Response goes out as it is. */
export function fakeFetch(answer: (call: FakeCall) => object | null | Promise<object | null>): {
  readonly calls: FakeCall[];
  readonly fetch: typeof fetch;
} {
  const calls: FakeCall[] = [];
  const fake: typeof fetch = async (input, init) => {
    const call: FakeCall = {
      method: init?.method ?? 'GET',
      url: String(input),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: (init?.headers ?? {}) as Readonly<Record<string, string>>,
    };
    calls.push(call);
    const reply = await answer(call);
    if (reply === null) throw new TypeError('network down');
    if (reply instanceof Response) return reply;
    return new Response(JSON.stringify(reply), { headers: { 'content-type': 'application/json' } });
  };
  return { calls, fetch: fake };
}
