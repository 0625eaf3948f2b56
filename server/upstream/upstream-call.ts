/** What is asked of an exchange, and what comes of it. */

export interface UpstreamCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query, encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * The call may be sent again when no answer came: reads, and keyed calls, whose Idempotency-Key makes
   * the upstream answer from its record instead of doing it twice (documented-upstream.ts: of which calls it does).
   */
  readonly mayRepeat: boolean;
  /** It may take long (a hash, a search in the past): it goes over connections of its own, so that the quick ones never wait behind it. */
  readonly isSlow?: boolean;
  /** The answer goes on (an event stream): it is handed over as it comes, over connections of its own, until this says that nobody reads it any more. */
  readonly flowUntil?: AbortSignal;
}

export type UpstreamAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly cacheControl: string;
      /** Whole seconds; null when it does not say. */
      readonly retryAfter: number | null;
      readonly body: Buffer;
      /** The asker's last event that the answer contains, as an exchange of ours says it; '' or absent: it does not. */
      readonly lastEvent?: string;
      /** It was asked for a second time: the first may have been carried out, whatever this one says of itself. */
      readonly isRepeat?: boolean;
      /** What goes on, when the call asked for it and was not refused; `body` is empty then. Throws when it breaks off. */
      readonly flow?: AsyncIterable<Uint8Array>;
    }
  /** Nothing is known about whether the call was carried out. */
  | { readonly kind: 'unknown'; readonly reason: 'deadline' | 'connection' | 'too-long' };

export interface Upstream {
  call(call: UpstreamCall): Promise<UpstreamAnswer>;
  close(): Promise<void>;
}
