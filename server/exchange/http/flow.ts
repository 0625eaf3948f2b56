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

/** What happens to flows, for whoever counts. */
export interface FlowMeter {
  /** `cause`: 'slow' – a reader was cut for not reading; 'overflow' – his events gave way to a gap. */
  dropped(cause: 'slow' | 'overflow'): void;
  sent(bytes: number): void;
}

/** Flows that are read now. */
export interface OpenFlows {
  readonly count: number;
  /** Ends them all, and there is no other. */
  stop(): void;
}

/** A reply that goes on (reply 'events'). It begins when it is opened. */
export class Flow {
  readonly open: (out: FlowOut) => FlowReader;

  constructor(open: (out: FlowOut) => FlowReader) {
    this.open = open;
  }
}
