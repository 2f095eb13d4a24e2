import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A proxy to a server on this machine whose connections can be cut. */
export interface CuttableProxy extends AsyncDisposable {
  readonly url: string;
  /** Breaks every connection. New ones may be made immediately. */
  cut(): void;
  /** Breaks every connection, and accepts none until {@link CuttableProxy.open}. */
  shut(): Promise<void>;
  /** Listens at the same port again. */
  open(): Promise<void>;
}

/** Starts a proxy for `target`, an http URL. */
export async function startCuttableProxy(target: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  const listen = async (at: number): Promise<void> => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const shut = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    cut();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${own}`,
    cut,
    shut,
    open: async () => {
      // A connection may still use the port for a while.
      for (let tries = 0; !server.listening; tries += 1) {
        await listen(own).catch(async (error: unknown) => {
          if (tries === 600) throw error;
          await sleep(100);
        });
      }
    },
    [Symbol.asyncDispose]: async () => {
      if (server.listening) await shut();
    },
  };
}
