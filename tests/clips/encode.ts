import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A picture of the screen, PNG, and for how many frames it stands. */
export interface Shot {
  readonly png: Buffer;
  readonly frames: number;
}

export const FRAMES_A_SECOND = 12;

/**
 * Writes a clip: VP9 in WebM, which the browsers that the product runs in play and Debian's ffmpeg makes. Each picture
 * is in it once, however long it stands, so the quality is that of the words on the screen. Without sound, times or the encoder's name: what was filmed alone makes the file.
 */
export function encodeClip(shots: readonly Shot[], file: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'strategybot-clip-'));
  try {
    const list = shots.map(({ png, frames }, at) => {
      writeFileSync(join(folder, `${at}.png`), png);
      return `file ${at}.png\nduration ${frames / FRAMES_A_SECOND}\n`;
    });
    // The last is named twice, or it would have no duration.
    writeFileSync(join(folder, 'list'), `ffconcat version 1.0\n${list.join('')}file ${shots.length - 1}.png\n`);
    const pictures = ['-f', 'concat', '-i', join(folder, 'list'), '-fps_mode', 'vfr'];
    const quality = ['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '38', '-deadline', 'good', '-cpu-used', '2'];
    const screen = ['-tune-content', 'screen', '-g', '600', '-pix_fmt', 'yuv420p', '-row-mt', '1'];
    const bare = ['-an', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact'];
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...pictures, ...quality, ...screen, ...bare, file], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
