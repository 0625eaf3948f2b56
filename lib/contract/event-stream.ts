/** The text of an event stream (text/event-stream): written by the exchange, read by the BFF and the browser. */

export interface StreamMessage {
  /** Where the stream stands after it; '' = it does not move. */
  readonly id: string;
  /** JSON of one event. */
  readonly data: string;
}

/** Header with which a reader says what he has read last. */
export const LAST_ID_HEADER = 'last-event-id';
/** Ids as we make them; what is none of ours was never sent by us. */
export const LAST_ID = /^[0-9a-f]{16}-\d{1,15}$/;
/** A sign of life between messages. */
export const HEARTBEAT = ':\n\n';
/** Longest message that is read, characters: every price of an exchange is far below. */
const LONGEST = 512 * 1024;

export function formatMessage({ id, data }: StreamMessage): string {
  return id === '' ? `data: ${data}\n\n` : `id: ${id}\ndata: ${data}\n\n`;
}

export interface StreamReaderOptions {
  onMessage(message: StreamMessage): void;
  /** A sign of life that says nothing. */
  onComment?(): void;
}

/** Reads a stream in pieces of any size. `push` throws RangeError when a message is longer than anybody would send. */
export function createStreamReader({ onMessage, onComment }: StreamReaderOptions): { push(text: string): void } {
  let rest = '';
  let id = '';
  let data: string[] = [];
  let length = 0;

  function line(text: string): void {
    if (text === '') {
      if (data.length > 0) onMessage({ id, data: data.join('\n') });
      id = '';
      data = [];
      length = 0;
      return;
    }
    const colon = text.indexOf(':');
    if (colon === 0) onComment?.();
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(text[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') data.push(value);
    else if (field === 'id' && LAST_ID.test(value)) id = value;
    length += text.length;
    if (length > LONGEST) throw new RangeError('a message without an end');
  }

  return {
    push(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > LONGEST) throw new RangeError('a line without an end');
      for (const one of lines) line(one.endsWith('\r') ? one.slice(0, -1) : one);
    },
  };
}
