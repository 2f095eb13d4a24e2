import net, { type AddressInfo } from 'node:net';

/** A way to a server on this machine that can be cut. */
export interface CuttableProxy extends AsyncDisposable {
  readonly url: string;
  /** Breaks every connection. Others may be made at once. */
  cut(): void;
  /** Breaks every connection and takes no more until {@link CuttableProxy.open}. */
  shut(): Promise<void>;
  /** Listens at the same port again. */
  open(): Promise<void>;
}

/** Starts one in front of `target`, an http URL. */
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
  const listen = (at: number): Promise<void> => new Promise((resolve) => server.listen(at, '127.0.0.1', resolve));
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
    open: () => listen(own),
    [Symbol.asyncDispose]: async () => {
      if (server.listening) await shut();
    },
  };
}
