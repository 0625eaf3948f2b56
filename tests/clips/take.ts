import { expect, type Locator, type Page } from '@playwright/test';
import { encodeClip, FRAMES_A_SECOND, type Shot } from './encode.ts';

/**
 * One take: the running app, filmed a picture at a time. A step of the story is done, the page is waited for until it has all that it shows, and only
 * then the next pictures are taken, at the pace of a person – so a clip is as calm on a slow machine, and nothing in it is half loaded.
 */
export interface Take {
  /** What stands is looked at. */
  look(seconds: number): Promise<void>;
  /** The pointer goes there and presses. */
  press(what: Locator): Promise<void>;
  /** Into a field that is pressed first, key by key; what stood there is gone. */
  type(what: Locator, text: string): Promise<void>;
  /** What lies further down comes to the upper part of what scrolls. */
  bring(what: Locator): Promise<void>;
  /** On, by a part of the screen, as far as there is something. */
  scroll(what: Locator, part: number): Promise<void>;
  /** The pointer runs across, from the start to the end. */
  sweep(what: Locator): Promise<void>;
  /** Writes what was filmed; seconds. */
  write(file: string): number;
}

const MOVE_FRAMES = 5;
const SCROLL_FRAMES = 8;
const SWEEP_FRAMES = 16;
const MARK = 'clip-pointer';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** From rest to rest. */
const eased = (part: number): number => part * part * (3 - 2 * part);

/** The mark of the pointer: over everything, in nobody's way; it fills while it presses. */
function drawMark(page: Page, { x, y }: Point, isDown: boolean): Promise<void> {
  return page.evaluate(
    ([id, left, top, down]) => {
      const there = document.getElementById(id);
      const mark = there ?? document.body.appendChild(document.createElement('div'));
      mark.id = id;
      const size = down ? 22 : 30;
      mark.style.cssText = `position:fixed;z-index:2147483647;pointer-events:none;border-radius:50%;left:${left - size / 2}px;top:${top - size / 2}px;width:${size}px;height:${size}px;border:2px solid #fff;box-shadow:0 0 0 1.5px #0008, inset 0 0 0 1px #0005;background:${down ? '#fbbf24d9' : '#fbbf2459'}`;
    },
    [MARK, x, y, isDown] as const,
  );
}

/** All that the page shows is there, and no more than that: no skeleton in sight, nothing that says it is busy, no toast of something else. */
async function settle(page: Page): Promise<void> {
  await expect(page.locator('.skeleton:visible, [aria-busy="true"]:visible, [data-toasts] [data-tone]')).toHaveCount(0);
  // Drawn twice: what came last is on the screen.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

export async function beginTake(page: Page): Promise<Take> {
  const shots: Shot[] = [];
  const camera = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  let at: Point = { x: width * 0.62, y: height * 0.9 };

  async function shoot(frames = 1): Promise<void> {
    const { data } = await camera.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    shots.push({ png: Buffer.from(data, 'base64'), frames });
  }

  async function moveTo(to: Point, frames = MOVE_FRAMES): Promise<void> {
    const from = at;
    for (let frame = 1; frame <= frames; frame += 1) {
      const part = eased(frame / frames);
      at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
      await drawMark(page, at, false);
      await shoot();
    }
    await page.mouse.move(at.x, at.y);
  }

  async function boxOf(what: Locator) {
    await expect(what).toBeVisible();
    const box = await what.boundingBox();
    if (box === null) throw new Error(`${what} has no place`);
    return box;
  }

  /** Scrolls what is around it until its upper edge stands at a part of the screen from the top, or by a part of the screen. */
  async function scroll(what: Locator, { to, by = 0 }: { readonly to?: number; readonly by?: number }): Promise<void> {
    let before = 0;
    for (let frame = 1; frame <= SCROLL_FRAMES; frame += 1) {
      const now = eased(frame / SCROLL_FRAMES);
      const step = { to, by: by * (now - before), part: (now - before) / (1 - before) };
      before = now;
      await what.evaluate((element, { to: edge, by: on, part }) => {
        let around = element.parentElement;
        const scrolls = (one: Element): boolean =>
          one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY);
        while (around !== null && !scrolls(around)) around = around.parentElement;
        const [scroller, top] =
          around === null ? [document.documentElement, 0] : [around, around.getBoundingClientRect().top];
        const left = element.getBoundingClientRect().top - top - scroller.clientHeight * (edge ?? 0);
        scroller.scrollTop += edge === undefined ? on * scroller.clientHeight : left * part;
      }, step);
      await shoot();
    }
    await settle(page);
  }

  /** Where it would be pressed; null while something lies over it there or over its lower edge, or it is out of sight. */
  async function pointOf(what: Locator): Promise<Point | null> {
    const { x: left, y: top, width, height: tall } = await boxOf(what);
    const x = left + Math.min(width / 2, 140);
    const isOpen = await what.evaluate(
      (element, [at, ...heights]) => heights.every((y) => element.contains(document.elementFromPoint(at, y))),
      [x, top + tall / 2, top + tall - 3] as const,
    );
    return isOpen ? { x, y: top + tall / 2 } : null;
  }

  async function press(what: Locator): Promise<void> {
    if ((await pointOf(what)) === null) await scroll(what, { to: 0.3 });
    // Of a row of tabs the last are half out of sight.
    await what.evaluate((element) => element.scrollIntoView({ inline: 'center', block: 'nearest' }));
    const point = await pointOf(what);
    if (point === null) throw new Error(`${what} cannot be pressed`);
    await moveTo(point);
    await drawMark(page, at, true);
    await shoot(2);
    await page.mouse.down();
    await page.mouse.up();
    await settle(page);
    await drawMark(page, at, false);
    await shoot(2);
  }

  return {
    press,
    bring: (what) => scroll(what, { to: 0.2 }),
    scroll: (what, part) => scroll(what, { by: part }),
    async look(seconds) {
      await settle(page);
      await drawMark(page, at, false);
      await shoot(Math.round(seconds * FRAMES_A_SECOND));
    },
    async type(what, text) {
      await press(what);
      await page.keyboard.press('ControlOrMeta+a');
      for (const key of text) {
        await page.keyboard.type(key);
        await shoot(2);
      }
      await settle(page);
      await shoot(2);
    },
    async sweep(what) {
      const box = await boxOf(what);
      await moveTo({ x: box.x + 10, y: box.y + box.height / 2 });
      for (let frame = 1; frame <= SWEEP_FRAMES; frame += 1)
        await moveTo({ x: box.x + 10 + ((box.width - 20) * frame) / SWEEP_FRAMES, y: box.y + box.height / 2 }, 1);
    },
    write(file) {
      encodeClip(shots, file);
      return shots.reduce((sum, { frames }) => sum + frames, 0) / FRAMES_A_SECOND;
    },
  };
}
