import { isRecord } from '../contract/is-record.ts';

/**
 * A page of ours that stands in a frame of another page of ours. Of the two only the one around asks to log in again: a trader who has lost
 * his session would see two dialogs of one question, one of them in a frame that has no room for it.
 */

const KIND = 'session';
type Word = 'lost' | 'looked';

export function isFramed(): boolean {
  return window.parent !== window;
}

/** Whether this window has said this word, from this origin; what else is heard says nothing of a session. */
function says({ origin, source, data }: MessageEvent<unknown>, from: Window | null, word: Word): boolean {
  if (origin !== window.location.origin || source === null || source !== from) return false;
  return isRecord(data) && data.kind === KIND && data.word === word;
}

function say(to: Window, word: Word): void {
  to.postMessage({ kind: KIND, word }, window.location.origin);
}

/** In a frame: has the page around ask. Resolves when that is over, whoever is logged in then. */
export function askAround(): Promise<void> {
  return new Promise((resolve) => {
    const hear = (event: MessageEvent<unknown>): void => {
      if (!says(event, window.parent, 'looked')) return;
      window.removeEventListener('message', hear);
      resolve();
    };
    window.addEventListener('message', hear);
    say(window.parent, 'lost');
  });
}

/** Around a frame: `look` is awaited for a frame that has lost its session, and the frame is told. Returns what ends it. */
export function answerFrame(frame: () => Window | null, look: () => Promise<unknown>): () => void {
  const hear = async (event: MessageEvent<unknown>): Promise<void> => {
    const asking = frame();
    if (asking === null || !says(event, asking, 'lost')) return;
    try {
      await look();
    } finally {
      say(asking, 'looked');
    }
  };
  const listen = (event: MessageEvent<unknown>) => void hear(event);
  window.addEventListener('message', listen);
  return () => window.removeEventListener('message', listen);
}
