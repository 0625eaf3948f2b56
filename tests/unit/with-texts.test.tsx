// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { NextIntlClientProvider, useMessages, useTranslations } from 'next-intl';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WithTexts } from '#components/ui/with-texts.tsx';
import { fetchMessages } from '#lib/i18n/fetch-messages.ts';
import type { Language } from '#lib/i18n/languages.ts';
import { loadMessages, type Namespace } from '#lib/i18n/messages.ts';
import common from '#messages/zh/common.json' with { type: 'json' };
import refusals from '#messages/zh/refusals.json' with { type: 'json' };

/** A phone's page comes without the texts of what is opened later: they are read with it, in the page's language. */

let isDown: boolean;
vi.mock('#lib/i18n/fetch-messages.ts', () => ({
  fetchMessages: vi.fn((language: Language, namespaces: readonly Namespace[]) =>
    isDown ? Promise.reject(new Error('offline')) : loadMessages(language, namespaces),
  ),
}));
beforeEach(() => {
  vi.useFakeTimers();
  isDown = false;
  vi.mocked(fetchMessages).mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Part() {
  const t = useTranslations('common.nav');
  const there = useMessages();
  return (
    <p>
      {t('login')} {Object.keys(there.refusals ?? {}).length}
    </p>
  );
}

function show(messages: object): void {
  render(
    <NextIntlClientProvider locale="zh" messages={messages} timeZone="UTC">
      <SWRConfig value={{ provider: () => new Map() }}>
        <WithTexts namespaces={['common', 'refusals']} fallback="loading">
          <Part />
        </WithTexts>
      </SWRConfig>
    </NextIntlClientProvider>,
  );
}
const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
const WORDS = `${common.nav.login} ${Object.keys(refusals).length}`;

it('reads what is missing, and nothing else', async () => {
  show({ common });
  expect(document.body.textContent).toBe('loading');
  vi.useRealTimers();
  expect(await screen.findByText(WORDS)).toBeTruthy();
  expect(vi.mocked(fetchMessages).mock.calls).toEqual([['zh', ['refusals']]]);
});

it('reads nothing where the page came with all of it', () => {
  show({ common, refusals });
  expect(document.body.textContent).toBe(WORDS);
  expect(fetchMessages).not.toHaveBeenCalled();
});

it('asks again for what could not be read', async () => {
  isDown = true;
  show({ common });
  await pass(500);
  expect(document.body.textContent).toBe('loading');
  isDown = false;
  await pass(5_000);
  vi.useRealTimers();
  expect(await screen.findByText(WORDS)).toBeTruthy();
});
