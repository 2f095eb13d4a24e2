import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A test's connection, which sends bytes verbatim. */
export interface RawConnection {
  readonly socket: Socket;
  /** Returns everything received so far. */
  text(): string;
  /** Waits until the received text matches; fails after a minute, or if the connection ends first. */
  until(pattern: RegExp): Promise<string>;
  /** Waits until the server has ended the connection; returns everything received. */
  ended(): Promise<string>;
}

/** Opens a connection to a test server and writes the chunks. */
export async function rawConnection(url: string, ...chunks: readonly (string | Uint8Array)[]): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  const received: Buffer[] = [];
  let over = false;
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  socket.on('error', () => undefined);
  for (const event of ['end', 'close'])
    socket.on(event, () => {
      over = true;
    });
  await once(socket, 'connect');
  for (const chunk of chunks) socket.write(chunk);
  const text = (): string => Buffer.concat(received).toString('latin1');
  const wait = (isDone: () => boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        for (const event of ['data', 'end', 'close']) socket.off(event, check);
      };
      const timer = setTimeout(() => {
        stop();
        reject(new Error(`nothing more came than ${JSON.stringify(text().slice(0, 2000))}`));
      }, 60_000);
      const check = (): void => {
        if (!isDone() && !over) return;
        stop();
        if (isDone()) resolve(text());
        else reject(new Error(`the connection ended after ${JSON.stringify(text().slice(0, 2000))}`));
      };
      for (const event of ['data', 'end', 'close']) socket.on(event, check);
      check();
    });
  return {
    socket,
    text,
    until: (pattern) => wait(() => pattern.test(text())),
    ended: () => wait(() => over),
  };
}
