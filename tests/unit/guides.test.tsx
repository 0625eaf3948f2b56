// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GuideButton } from '#components/guides/guide-button.tsx';
import { GUIDE_PAGES } from '#components/guides/guide-pages.ts';
import { GuidePicture } from '#components/guides/guide-picture.tsx';
import { GuideTip } from '#components/guides/guide-tip.tsx';
import { TipBanner } from '#components/guides/tip-banner.tsx';
import { type GuideQuestion, type GuideScenes, guideScenes } from '#lib/client/guide-scenes.ts';
import { isTipDismissed, TIP_DAYS } from '#lib/client/guide-seen.ts';
import { ShownContext } from '#lib/client/shown.ts';
import { GUIDED_KINDS, type GuidedKind } from '#lib/kinds/guides.ts';
import { ComponentHost, fakeFetch } from '#tests/support/component-host.tsx';
import { KIND_CASES } from './strategies-kind-cases.ts';

/** The guide's worker, with its work done here. */
class FakeWorker {
  static isBroken = false;
  onmessage: ((event: { data: GuideScenes | null }) => void) | null = null;
  postMessage(question: GuideQuestion): void {
    const data = FakeWorker.isBroken ? null : guideScenes(question);
    setTimeout(() => act(() => this.onmessage?.({ data })), 1);
  }
  terminate(): void {
    this.onmessage = null;
  }
}

function setCookie(text: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = text;
}

beforeAll(() => import('#components/guides/guide-dialog.tsx'));
beforeEach(() => {
  window.localStorage.clear();
  FakeWorker.isBroken = false;
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('fetch', fakeFetch(() => ({ code: 200, message: '', data: [] })).fetch);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const one of document.cookie.split('; ')) setCookie(`${one.split('=')[0]}=; max-age=0; path=/`);
});

const dot = () => document.querySelector('[data-unread]');
const page = () => document.querySelector('[data-guide-page]')?.getAttribute('data-guide-page') ?? null;
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

/** A kind of one market: the others' markets come from calls that are not answered here. */
function show(kind: GuidedKind, onStart = () => undefined): void {
  const { companions: _others, ...spec } = KIND_CASES[kind].spec;
  render(
    <ComponentHost>
      <GuideButton kind={kind} spec={spec} onStart={onStart} />
    </ComponentHost>,
  );
}

describe('a guide', () => {
  it.each(GUIDED_KINDS.filter((kind) => KIND_CASES[kind].spec.companions === undefined))(
    'of a %s has four pages with a picture each, Previous, Next and Start trading (C-044, E-007, E-099, E-102, E-103, E-378)',
    async (kind) => {
      const started = vi.fn();
      show(kind, started as never);
      await press('How it works');
      for (const [at, id] of GUIDE_PAGES.entries()) {
        await screen.findByText(`Page ${at + 1} of 4`);
        expect(page()).toBe(id);
        expect(await screen.findByRole('img')).toBeTruthy();
        const previous = await screen.findByRole('button', { name: 'Previous' });
        expect(previous.getAttribute('aria-disabled')).toBe(at === 0 ? 'true' : null);
        if (at < 3) await press('Next');
      }
      await press('Previous');
      expect(page()).toBe('worth');
      await press('Next');
      await press('Start trading');
      expect(started).toHaveBeenCalledTimes(1);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it('leaves the focus on the button that changed its page, on the first page too, where that does nothing more', async () => {
    show('martingale');
    await press('How it works');
    await press('Next');
    const previous = await screen.findByRole<HTMLButtonElement>('button', { name: 'Previous' });
    previous.focus();
    await press('Previous');
    expect(page()).toBe('setup');
    // A browser takes the focus off what is disabled.
    expect([document.activeElement, previous.disabled]).toEqual([previous, false]);
    await press('Previous');
    expect(page()).toBe('setup');
  });

  it('is its words alone where no picture can be drawn', async () => {
    FakeWorker.isBroken = true;
    show('martingale');
    await press('How it works');
    expect(await screen.findByText('There is no picture for this market.')).toBeTruthy();
    expect(screen.getByText(/Choose the price step/)).toBeTruthy();
  });

  it('of a hedge says so where the market has no contract, and waits for none', async () => {
    const none = { code: 200, message: '', data: [], futures_contracts_data: [] };
    vi.stubGlobal('fetch', fakeFetch(() => none).fetch);
    show('spot-future-arbitrage');
    await press('How it works');
    expect(await screen.findByText('There is no picture for this market.')).toBeTruthy();
  });

  it.each(GUIDED_KINDS.filter((kind) => KIND_CASES[kind].spec.companions !== undefined))(
    'of a %s, which trades on several markets, draws each of its pages of what the engine did on them',
    (kind) => {
      const scenes = guideScenes({ kind, spec: KIND_CASES[kind].spec, feeRate: 100_000n });
      if (scenes === null) throw new Error(`no pictures of ${kind}`);
      for (const id of GUIDE_PAGES) {
        render(
          <ComponentHost>
            <GuidePicture page={id} scenes={scenes} />
          </ComponentHost>,
        );
        // Its opening is a list of bars with their words; then a course with its fills, and the bot's worth beside just holding.
        const picture = screen.getByRole(id === 'setup' ? 'list' : 'img');
        expect(picture.outerHTML, id).not.toMatch(/NaN|undefined|Infinity/);
        if (id === 'setup') {
          expect(picture.querySelectorAll('li')).toHaveLength(scenes.opening.length);
          expect(picture.querySelectorAll('[style*=width]')).toHaveLength(scenes.opening.length);
        } else {
          expect(picture.getAttribute('aria-label'), id).toMatch(/\S/);
          expect(picture.querySelectorAll('path, polyline').length, id).toBeGreaterThan(1);
        }
        cleanup();
      }
    },
  );

  it('tells the parts of an opening with the same decimals, under each other', () => {
    const life = { prices: [1, 2], fills: [], worth: [], held: [], days: 1, end: null };
    const opening = [0.34, 0.331, 0.329].map(
      (part) => ({ asset: `C${part}`, isContract: false, side: 'buy', part }) as const,
    );
    render(
      <ComponentHost>
        <GuidePicture page="setup" scenes={{ lines: [], startTicks: 1, opening, well: life, badly: life }} />
      </ComponentHost>,
    );
    for (const part of ['34.0%', '33.1%', '32.9%']) expect(screen.getByText(part)).toBeTruthy();
  });

  it('draws what was traded with the first price whole', async () => {
    show('martingale');
    await press('How it works');
    await press('Next');
    await screen.findByText('Page 2 of 4');
    const picture = await screen.findByRole('img');
    const marks = [...picture.querySelectorAll('path')].map((mark) => mark.getAttribute('d') ?? '');
    const left = marks.map((d) => Number(/^M([\d.]+)/.exec(d)?.[1]) - 5);
    expect(left.length).toBeGreaterThan(0);
    expect(Math.min(...left)).toBe(0);
  });

  it('has a red dot on its icon until it was opened, in this browser (C-045, E-104, E-106)', async () => {
    show('margin_grid');
    expect(dot()?.textContent).toBe('Not read yet');
    await press('How it works');
    await screen.findByText('Page 1 of 4');
    expect(dot()).toBeNull();
    expect(window.localStorage.getItem('guide_margin_grid')).toBe('1');
    cleanup();
    show('margin_grid');
    expect(dot()).toBeNull();
    cleanup();
    show('futures_grid');
    expect(dot()).not.toBeNull();
  });

  it('of the spot grid has it until its end about the trailing range was seen as well (E-105)', async () => {
    show('spot_grid');
    await press('How it works');
    await screen.findByText('Page 1 of 4');
    expect(dot()).not.toBeNull();
    for (let at = 0; at < 3; at += 1) await press('Next');
    expect(dot()).toBeNull();
    expect(window.localStorage.getItem('guide_spot_grid_trailing')).toBe('1');
  });
});

describe('a clip of a guide', () => {
  const clip = () => document.querySelector('video');
  const open = async (): Promise<void> => {
    show('futures_grid');
    await press('How it works');
    await screen.findByRole('img');
  };

  it('is fetched when it is asked for, in the place of the picture, and plays without sound in the page (E-101, M-041)', async () => {
    await open();
    expect(clip()).toBeNull();
    await press('Watch it in the app');
    expect(screen.queryByRole('img')).toBeNull();
    const attributes = Object.fromEntries([...(clip()?.attributes ?? [])].map(({ name, value }) => [name, value]));
    expect(attributes).toMatchObject({ controls: '', autoplay: '', playsinline: '', width: '390', height: '560' });
    expect(attributes.src).toMatch(/^\/clips\/futures_grid-setup\.webm\?v=/);
    expect(clip()?.muted).toBe(true);
    await press('Back to the picture');
    expect(clip()).toBeNull();
    expect(screen.getByRole('img')).toBeTruthy();
  });

  it('is left with its page: the next one begins with its picture', async () => {
    await open();
    await press('Watch it in the app');
    await press('Next');
    expect(clip()).toBeNull();
    await press('Watch it in the app');
    expect(clip()?.getAttribute('src')).toMatch(/futures_grid-earn/);
  });

  it('that does not come leaves the picture, says so, and can be asked for again', async () => {
    await open();
    await press('Watch it in the app');
    fireEvent.error(clip() as HTMLVideoElement);
    expect(clip()).toBeNull();
    expect(screen.getByRole('img')).toBeTruthy();
    expect(screen.getByText(/The clip could not be loaded/)).toBeTruthy();
    await press('Watch it in the app');
    expect(clip()).not.toBeNull();
  });
});

describe('the tip above a strategy', () => {
  const banner = (kind: GuidedKind) =>
    render(
      <ComponentHost>
        <TipBanner kind={kind} />
      </ComponentHost>,
    );

  it('is gone for 365 days once it was dismissed, per strategy, in a cookie (C-046, C-429, E-107, E-336)', () => {
    const written: string[] = [];
    const cookie = vi.spyOn(document, 'cookie', 'set').mockImplementation((text) => void written.push(text));
    const { unmount } = banner('infinite_grid');
    expect(screen.getByRole('note').textContent).toContain('In a long fall it keeps buying');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss this tip' }));
    expect(screen.queryByRole('note')).toBeNull();
    expect(TIP_DAYS).toBe(365);
    expect(written).toEqual(['tip_infinite_grid=1; path=/; max-age=31536000; samesite=lax']);
    cookie.mockRestore();
    setCookie(written[0] as string);
    unmount();
    banner('infinite_grid');
    expect(screen.queryByRole('note')).toBeNull();
    cleanup();
    banner('margin_grid');
    expect(screen.getByRole('note')).toBeTruthy();
    expect([isTipDismissed('infinite_grid'), isTipDismissed('margin_grid')]).toEqual([true, false]);
  });
});

describe('the tip on the bot tab', () => {
  const tab = (isShown = true) =>
    render(
      <ComponentHost>
        <ShownContext value={isShown}>
          <GuideTip>
            <button type="button">tour</button>
          </GuideTip>
        </ShownContext>
      </ComponentHost>,
    );

  it('is told once, ends with the first press, and takes none (E-098)', () => {
    tab();
    expect(screen.getByRole('tooltip').className).toContain('pointer-events-none');
    fireEvent.pointerDown(document.body);
    expect(screen.queryByRole('tooltip')).toBeNull();
    cleanup();
    tab();
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('waits until the tab is looked at (E-098)', () => {
    tab(false);
    expect(screen.queryByRole('tooltip')).toBeNull();
    cleanup();
    tab();
    expect(screen.getByRole('tooltip').textContent).toContain('New to bots?');
  });
});
