import { isRecord } from '#lib/contract/is-record.ts';
import { takeBackNewest } from './awaited.ts';
import { hearFirst } from './first-ear.ts';
import { marked, markIn, withoutMark } from './step-mark.ts';

/**
 * What is open over the page, as steps of the browser's history: Back closes the topmost as Escape does. The steps are brought into line with the
 * layers that are open, one journey at a time: `history.go` answers later, and what opens or closes meanwhile waits for it.
 */

/** Names that Next's router writes into every entry: that it is its own, and what it shows. */
const ROUTERS = '__NA';
const ROUTER_TREE = '__PRIVATE_NEXTJS_INTERNALS_TREE';

/** An answer to `history.go` takes milliseconds; what has none by then was swallowed by a navigation that came to nothing. */
const LOST_JOURNEY_MS = 2_000;

/** How long a page that was about to be left (`beforeunload`) is taken for going: a download does not leave it. */
const LEAVING_MS = 2_000;

export interface Layer {
  /** As Escape does; a layer that refuses stays open, and its step comes back. */
  readonly close: () => void;
  /** It is a step of the history by other means, which close it on Back. */
  readonly hasOwnStep: boolean;
}

interface PageAddress {
  readonly href: string;
  /** What others keep in the entry. */
  readonly rest: string;
}

interface Entry {
  readonly href: string;
  readonly state: unknown;
}

interface Step {
  /** Where Back leads to. */
  readonly below: PageAddress;
  /** Nothing but a step. What somebody put over it is an entry of his own, which stays when the layer closes. */
  readonly isBare: boolean;
  /** What somebody wrote in place of the entry: meant for the page, which has it when the layer closes. */
  readonly written: Entry | null;
}

/** `out`: down from steps whose layers are closed; `forth`: to what somebody put there meanwhile. */
type Journey =
  | { readonly way: 'out'; readonly left: readonly Step[]; readonly taken: { isTaken: boolean } }
  | { readonly way: 'forth' };

type Write = History['pushState'];

const layers: Layer[] = [];
let steps: Step[] = [];
let journey: Journey | null = null;
let isLeaving = false;
let settling: ReturnType<typeof setTimeout> | undefined;
let lost: ReturnType<typeof setTimeout> | undefined;
/** The writes that pass by what watches them; null: nothing was opened yet. */
let writes: { readonly push: Write; readonly replace: Write } | null = null;

/** The state of an entry that stands on these steps. */
function onSteps(state: unknown, below: readonly Step[]): Record<string, unknown> {
  return marked(
    state,
    below.map(({ isBare, written }) => isBare && written === null),
  );
}

function addressNow(): PageAddress {
  const rest = Object.entries(withoutMark(window.history.state)).filter(
    ([name]) => name !== ROUTERS && name !== ROUTER_TREE,
  );
  return { href: window.location.href, rest: JSON.stringify(rest) };
}

function isAt({ href, rest }: PageAddress): boolean {
  const now = addressNow();
  return now.href === href && now.rest === rest;
}

const wanted = (): number => layers.filter(({ hasOwnStep }) => !hasOwnStep).length;

function settleSoon(): void {
  clearTimeout(settling);
  settling = setTimeout(settle, 0);
}

function depart(next: Journey, delta: number): void {
  journey = next;
  clearTimeout(lost);
  lost = setTimeout(readAnew, LOST_JOURNEY_MS);
  window.history.go(delta);
}

/** The steps as this entry says them. */
function readAnew(): void {
  journey = null;
  follow(window.history.state);
  settleSoon();
}

/** What the entry that we came to stands on. Steps that are unknown here were left by a page that was gone to from them, or loaded anew on them. */
function follow(state: unknown): void {
  const below = addressNow();
  steps = markIn(state).map((isBare, i) => {
    const written = steps[i]?.written ?? null;
    return { below: steps[i]?.below ?? below, isBare: isBare || written !== null, written };
  });
}

function changeTop(change: Partial<Step>): void {
  const top = steps.pop();
  if (top !== undefined) steps.push({ ...top, ...change });
}

const entryNow = (): Entry => ({ href: window.location.href, state: withoutMark(window.history.state) });

/** We came down from these steps: the page has what was written in their place. */
function bringDown(left: readonly Step[]): void {
  const written = left.findLast((one) => one.written !== null)?.written;
  if (written == null) return;
  if (steps.at(-1)?.isBare === true) changeTop({ written });
  writes?.replace(onSteps(written.state, steps), '', written.href);
}

/** As many steps as layers. */
function settle(): void {
  clearTimeout(settling);
  if (writes === null || journey !== null || isLeaving) return;
  const depth = wanted();
  while (steps.length < depth) {
    steps.push({ below: addressNow(), isBare: true, written: null });
    writes.push(onSteps(window.history.state, steps), '');
  }
  const over = steps.slice(depth);
  if (over.length === 0) return;
  const count = over.length - 1 - over.findLastIndex(({ isBare }) => !isBare);
  if (count > 0) {
    depart({ way: 'out', left: steps.slice(-count), taken: { isTaken: false } }, -count);
    return;
  }
  // Somebody's entry stays; it stands on what is open still.
  steps.length = depth;
  changeTop({ isBare: false, written: null });
  writes.replace(onSteps(window.history.state, steps), '');
}

/** Nobody is told of a step that comes to the same page: it is neither drawn anew nor scrolled. */
function keepStill(event: PopStateEvent): void {
  event.stopImmediatePropagation();
  const { history } = window;
  if (history.scrollRestoration !== 'auto') return;
  history.scrollRestoration = 'manual';
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      history.scrollRestoration = 'auto';
    }),
  );
}

function arrive(ended: Journey, event: PopStateEvent): void {
  clearTimeout(lost);
  journey = null;
  if (ended.way === 'out' && ended.taken.isTaken) {
    keepStill(event);
    depart({ way: 'forth' }, ended.left.length);
    return;
  }
  const below = steps[markIn(event.state).length]?.below;
  follow(event.state);
  const isBelow = below !== undefined && isAt(below);
  if (ended.way === 'forth' || isBelow) keepStill(event);
  if (ended.way === 'out' && isBelow) bringDown(ended.left);
  settle();
}

function step(event: PopStateEvent): void {
  const depth = markIn(event.state).length;
  const left = steps.slice(depth);
  const below = left[0]?.below;
  const isBelow = below !== undefined && isAt(below);
  const isClosing = depth < wanted();
  follow(event.state);
  // Another page, whose layers go with this one's.
  if (isClosing && !isBelow) return;
  if (isBelow && left.every(({ isBare }) => isBare)) {
    keepStill(event);
    bringDown(left);
  }
  if (isClosing && !takeBackNewest()) layers.findLast(({ hasOwnStep }) => !hasOwnStep)?.close();
  // Once whoever closes has closed.
  settleSoon();
}

/** The router goes to a page. What others write has the tree of the present entry, once the router has added it. */
function isNavigation(data: unknown): boolean {
  const present: unknown = window.history.state;
  const tree = isRecord(present) ? present[ROUTER_TREE] : undefined;
  return isRecord(data) && data[ROUTERS] === true && data[ROUTER_TREE] !== tree;
}

/** What the page itself writes while a step is the present entry. */
function watchWrites({ push, replace }: NonNullable<typeof writes>): void {
  const { history } = window;
  /** A page that is gone to from a step takes the step's place. */
  const take = (data: unknown, unused: string, url?: string | URL | null): void => {
    if (journey?.way === 'out') journey.taken.isTaken = true;
    else {
      steps = [];
      settleSoon();
    }
    replace(withoutMark(data), unused, url);
  };
  history.pushState = (data, unused, url) => {
    const top = steps.at(-1);
    if (top === undefined) return push(data, unused, url);
    if (journey?.way === 'out' || (isNavigation(data) && top.isBare)) return take(data, unused, url);
    if (isNavigation(data)) {
      steps = [];
      settleSoon();
      return push(withoutMark(data), unused, url);
    }
    changeTop({ isBare: false, written: null });
    push(onSteps(data, steps), unused, url);
  };
  history.replaceState = (data, unused, url) => {
    const top = steps.at(-1);
    const mark = markIn(history.state);
    // Nothing is open, or this entry is one that we have not been told of.
    if (top === undefined || mark.length !== steps.length)
      return replace(mark.length === 0 ? data : marked(data, mark), unused, url);
    const isElsewhere = url != null && new URL(url, window.location.href).href !== window.location.href;
    if (isElsewhere && journey?.way === 'out') return take(data, unused, url);
    if (isElsewhere && top.isBare) changeTop({ written: entryNow() });
    replace(onSteps(data, steps), unused, url);
    if (steps.at(-1)?.written != null) changeTop({ written: entryNow() });
  };
}

/** Follows the history from now on; a page that was loaded on a step goes down from it. */
export function beginSteps(): void {
  if (writes !== null) return;
  const { history } = window;
  writes = { push: history.pushState.bind(history), replace: history.replaceState.bind(history) };
  watchWrites(writes);
  hearFirst((event) => (journey === null ? step(event) : arrive(journey, event)));
  // A journey would take back the navigation that is under way.
  window.addEventListener('beforeunload', () => {
    isLeaving = true;
    setTimeout(() => {
      isLeaving = false;
      settle();
    }, LEAVING_MS);
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    isLeaving = false;
    readAnew();
  });
  readAnew();
}

/** Puts a layer on top; what is given back takes it away. */
export function openLayer(layer: Layer): () => void {
  beginSteps();
  layers.push(layer);
  if (steps.length < wanted()) settle();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    // What takes its place in this moment takes its step.
    settleSoon();
  };
}

/** What Escape closes: what was opened last, or would be. */
export function closeTopmost(): void {
  if (!takeBackNewest()) layers.at(-1)?.close();
}
