import { Duplex } from 'node:stream';
import type { Connection } from './transport.ts';

/** Returns a connection as a stream of Node, for code that takes a socket. */
export function socketOver(connection: Connection): Duplex {
  const received = connection.received[Symbol.asyncIterator]();
  return new Duplex({
    allowHalfOpen: true,
    read(): void {
      received.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: unknown) => this.destroy(error instanceof Error ? error : undefined),
      );
    },
    write: (bytes: Uint8Array, _encoding, done) => {
      connection.send(bytes).then(
        () => done(),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
    final: (done) => {
      connection.end();
      done();
    },
    destroy: (error, done) => {
      connection.close();
      done(error);
    },
  });
}
