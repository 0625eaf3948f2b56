/** The way to one reader of a reply that goes on. */
export interface FlowOut {
  /** False: he has not read what was sent before; nothing more is to be written until `drained`. */
  write(text: string): boolean;
  /** That was all. */
  end(): void;
  /** He is not waited for any more: what he has not read is thrown away. */
  cut(): void;
}

/** What its maker is told of the reader. */
export interface FlowReader {
  drained(): void;
  /** He left, or was sent away. Told once; nothing is to be written any more. */
  gone(): void;
}

/** A reply that goes on (reply 'events'). It begins when it is opened. */
export class Flow {
  readonly open: (out: FlowOut) => FlowReader;

  constructor(open: (out: FlowOut) => FlowReader) {
    this.open = open;
  }
}
