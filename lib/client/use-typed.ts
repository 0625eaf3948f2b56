'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { readStored, writeStored } from './browser-storage.ts';
import { TYPED_KEY, whenTraderLeaves } from './trader-leaves.ts';

/**
 * What stands in the forms of a page while its language is changed, which is a page of its own. A form names what of it is kept, and
 * so a password never is; pressed, a link to the page in another language leaves it for that one address, where it is taken once.
 */

/** Path and query, however the query is written. */
function addressOf({ pathname, search }: { readonly pathname: string; readonly search: string }): string {
  return `${pathname}?${new URLSearchParams(search).toString()}`;
}

/** By form, as texts of its own: what an earlier page left for this one. */
function takeLeft(): Map<string, string> {
  const [address, left] = readStored('session', TYPED_KEY)?.split('\n') ?? [];
  writeStored('session', TYPED_KEY, null);
  const isOurs = typeof window !== 'undefined' && address === addressOf(window.location);
  return new Map(isOurs ? new URLSearchParams(left) : []);
}

/** Of this page, by its path and the form's name: pages may follow one another without a load. */
const typed = new Map([...takeLeft()].map(([form, text]) => [placeOf(form), text]));

whenTraderLeaves(() => typed.clear());

function placeOf(form: string): string {
  return `${window.location.pathname} ${form}`;
}

/** Leaves what stands in this page's forms for where a link leads to. */
function leaveFor(link: HTMLAnchorElement): void {
  const here = placeOf('');
  const left = [...typed].filter(([place, text]) => place.startsWith(here) && text !== '');
  const forms = new URLSearchParams(left.map(([place, text]) => [place.slice(here.length), text]));
  writeStored('session', TYPED_KEY, left.length === 0 ? null : `${addressOf(link)}\n${forms.toString()}`);
}

if (typeof document !== 'undefined')
  // Caught on its way down: menus keep clicks for themselves. Only links to the page in another language say a language.
  document.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[hreflang]') : null;
      if (link !== null) leaveFor(link);
    },
    { capture: true },
  );

/** What was kept of a form of this page; '' = nothing. */
export function typedBefore(form: string): string {
  return typed.get(placeOf(form)) ?? '';
}

export function keepTyped(form: string, text: string): void {
  typed.set(placeOf(form), text);
}

/**
 * Keeps `text` – what stands in a form, in words of its own, the same in every language – for the page in another language. `putBack` is
 * told what was kept as the form comes to be; a form that went away meanwhile (a dialog) finds it too. '' = nothing is kept.
 */
export function useTyped(form: string, text: string, putBack: (text: string) => void): void {
  const [isPutBack, setPutBack] = useState(false);
  const tell = useEffectEvent(putBack);
  useEffect(() => {
    if (isPutBack) keepTyped(form, text);
    else {
      const before = typedBefore(form);
      if (before !== '') tell(before);
      // What stands there now is not kept before this is in it.
      setPutBack(true);
    }
  }, [form, text, isPutBack]);
}
