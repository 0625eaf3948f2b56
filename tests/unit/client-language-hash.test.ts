// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import '#lib/client/language-hash.ts';

/** A change of language keeps the part of the page, by whichever link; other links lead where they say. */

afterEach(() => document.body.replaceChildren());

function pressed(html: string): string {
  document.body.innerHTML = html;
  const link = document.querySelector('a') as HTMLAnchorElement;
  // jsdom goes nowhere.
  link.addEventListener('click', (event) => event.preventDefault());
  fireEvent.click(document.querySelector('[data-press]') ?? link);
  return link.getAttribute('href') ?? '';
}

it('takes the part of the page along at the foot and in a menu that keeps clicks for itself', () => {
  window.history.replaceState(null, '', '/en/help/glossary#drawdown');
  expect(pressed('<nav><a href="/fr/help/glossary" hreflang="fr">Français</a></nav>')).toMatch(
    /\/fr\/help\/glossary#drawdown$/,
  );
  document.body.addEventListener('click', (event) => event.stopPropagation(), { capture: true, once: true });
  expect(pressed('<a href="/de/there?id=1" hreflang="de"><span data-press>Deutsch</span></a>')).toMatch(
    /\/de\/there\?id=1#drawdown$/,
  );
});

it('leaves no part behind where one stands at the top, and other links alone', () => {
  window.history.replaceState(null, '', '/en/help/glossary');
  expect(pressed('<a href="/fr/help/glossary" hreflang="fr">Français</a>')).toMatch(/\/fr\/help\/glossary$/);
  window.history.replaceState(null, '', '/en/help/glossary#drawdown');
  expect(pressed('<a href="/en/help">Help</a>')).toBe('/en/help');
});
