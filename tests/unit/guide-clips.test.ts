import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLIP_SIZE, clipFile } from '#components/guides/clip-address.ts';
import { GUIDE_PAGES } from '#components/guides/guide-pages.ts';
import { GUIDED_KINDS } from '#lib/kinds/guides.ts';
import { workOf } from '#server/door/work.ts';

const PUBLIC = new URL('../../public/', import.meta.url);
const CLIPS = GUIDED_KINDS.flatMap((kind) => GUIDE_PAGES.map((page) => ({ kind, page, file: clipFile(kind, page) })));

const MOST_BYTES = 400_000;
const MOST_BYTES_IN_ALL = 5_000_000;
/** A calm look, and no film. */
const [LEAST_S, MOST_S] = [6, 13];

/** Ids of Matroska elements, as bytes. */
const ID = {
  header: '1a45dfa3',
  docType: '4282',
  codec: '86',
  width: 'b0',
  height: 'ba',
  duration: '4489',
  sound: 'e1',
};

/** The content of the first element of an id of which the content has a length that makes sense. */
function element(bytes: Buffer, id: string, size: number | null): Buffer | null {
  const name = Buffer.from(id, 'hex');
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) {
    const length = (bytes[at + name.length] ?? 0) & 0x7f;
    if (size === null ? length > 2 && length < 16 : length === size)
      return bytes.subarray(at + name.length + 1, at + name.length + 1 + length);
  }
  return null;
}

describe('the clips of the guides', () => {
  it.each(CLIPS)('$kind $page is there, small, VP9 in WebM, a phone wide, without sound (E-101, M-041)', ({ file }) => {
    const bytes = readFileSync(new URL(file, PUBLIC));
    expect(bytes.byteLength).toBeLessThanOrEqual(MOST_BYTES);
    expect(bytes.subarray(0, 4).toString('hex')).toBe(ID.header);
    // What is said of the whole stands before the first picture.
    const head = bytes.subarray(0, 700);
    expect(element(head, ID.docType, 4)?.toString()).toBe('webm');
    expect(head.includes('V_VP9')).toBe(true);
    expect(/A_(?:OPUS|VORBIS)/.test(head.toString('latin1'))).toBe(false);
    const seconds = (element(head, ID.duration, 8)?.readDoubleBE() ?? 0) / 1000;
    expect(seconds).toBeGreaterThanOrEqual(LEAST_S);
    expect(seconds).toBeLessThanOrEqual(MOST_S);
    const [width, height] = [ID.width, ID.height].map((id) => element(head, id, 2)?.readUInt16BE() ?? 0);
    expect((width as number) / (height as number)).toBeCloseTo(CLIP_SIZE.width / CLIP_SIZE.height, 2);
  });

  it('are one a page of each guide, and together no burden to a clone', () => {
    const files = readdirSync(new URL('clips/', PUBLIC));
    expect(files.map((name) => `clips/${name}`).toSorted()).toEqual(CLIPS.map(({ file }) => file).toSorted());
    const sizes = files.map((name) => readFileSync(new URL(`clips/${name}`, PUBLIC)).byteLength);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES_IN_ALL);
  });

  it('cost at the door what a file costs', () => {
    for (const { file } of CLIPS) expect(workOf('GET', `/${file}?v=1`)).toEqual(workOf('GET', '/_next/static/a.js'));
  });
});
