import { connect } from 'node:net';
import { type OperatorReply, type OperatorRequest, operatorSocketPath } from './operator-door.ts';

/** Asks the exchange that runs on this data folder; null when none does. */
export function askExchange(dataDir: string, request: OperatorRequest): Promise<OperatorReply | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(operatorSocketPath(dataDir));
    let text = '';
    socket.setEncoding('utf8');
    socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`));
    socket.on('data', (part: string) => {
      text += part;
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' || error.code === 'ECONNREFUSED' ? resolve(null) : reject(error),
    );
    socket.on('end', () => {
      try {
        resolve(JSON.parse(text) as OperatorReply);
      } catch {
        reject(new Error('The exchange went away before it answered.'));
      }
    });
  });
}
