/**
 * A thread of one's own that is asked again and again. One whose script did not come, or that broke, answers nothing ever after: it is said once, and the next
 * question goes to a new one.
 */
export interface OwnWorker<Question> {
  post(question: Question): void;
  /** Nothing is answered from now on. */
  end(): void;
}

export interface HeardOfWorker<Reply> {
  readonly onReply: (reply: Reply) => void;
  /** Its script did not come, or it broke: what was asked is not answered. */
  readonly onFailed: () => void;
}

/** `make`: `new Worker(new URL('…', import.meta.url), …)`, which the build only finds where it is written out. It is made with the first question. */
export function ownWorker<Question, Reply>(
  make: () => Worker,
  { onReply, onFailed }: HeardOfWorker<Reply>,
): OwnWorker<Question> {
  let current: Worker | null = null;
  let isOver = false;
  const leave = (): void => {
    current?.terminate();
    current = null;
  };
  const begin = (): Worker => {
    const worker = make();
    worker.onmessage = ({ data }: MessageEvent<Reply>) => onReply(data);
    worker.onerror = () => {
      leave();
      onFailed();
    };
    return worker;
  };
  return {
    post(question) {
      if (isOver) return;
      current ??= begin();
      current.postMessage(question);
    },
    end() {
      isOver = true;
      leave();
    },
  };
}
