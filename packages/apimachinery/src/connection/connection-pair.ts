import type { Connection } from './transport.ts';
import { type BytePipe, createBytePipe } from './byte-pipe.ts';

/** Creates the two ends of a connection within this process. */
export function connectionPair(): [Connection, Connection] {
  const [there, back] = [createBytePipe(), createBytePipe()];
  const close = (): void => {
    there.close();
    back.close();
  };
  const closed = Promise.all([there.closed, back.closed]).then(() => undefined);
  const endOf = (out: BytePipe, into: BytePipe): Connection => ({
    received: into.received,
    send: out.send,
    end: out.end,
    finish: () => {
      out.end();
      into.close();
    },
    close,
    closed,
  });
  return [endOf(there, back), endOf(back, there)];
}
