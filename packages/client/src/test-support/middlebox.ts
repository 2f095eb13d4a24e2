import net, { type AddressInfo } from 'node:net';

/** Something on the way to a server that takes connections and passes bytes on. */
export interface Middlebox {
  readonly url: string;
  /** How many connections are open. */
  connections(): number;
  /**
   * From now on it passes nothing on, in either direction, and keeps every connection open: TCP hears that all is well.
   */
  swallow(): void;
  /** Passes on again, over new connections. */
  recover(): void;
  /** Passes on `bytes` more of what the server says, and then breaks the connections. */
  cutAfter(bytes: number): void;
  close(): Promise<void>;
}

/** Starts one in front of a server on this machine. */
export async function startMiddlebox(to: string): Promise<Middlebox> {
  const target = new URL(to);
  const open = new Set<net.Socket>();
  /** Of connections that pass bytes on: what ends that. */
  const passing = new Set<() => void>();
  let swallowing = false;
  let left = Infinity;
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname);
    let passes = !swallowing;
    const stop = (): void => {
      passes = false;
    };
    passing.add(stop);
    const pass = (from: net.Socket, into: net.Socket, isAnswer: boolean): void => {
      open.add(from);
      from.on('data', (bytes: Buffer) => {
        if (!passes) return;
        into.write(isAnswer ? bytes.subarray(0, left) : bytes);
        if (!isAnswer) return;
        left -= bytes.length;
        if (left <= 0) for (const socket of open) socket.destroySoon();
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        open.delete(from);
        passing.delete(stop);
        if (passes) into.destroy();
      });
    };
    pass(near, far, false);
    pass(far, near, true);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${target.protocol}//127.0.0.1:${port}`,
    connections: () => open.size / 2,
    swallow: () => {
      swallowing = true;
      for (const stop of passing) stop();
      passing.clear();
    },
    recover: () => {
      swallowing = false;
    },
    cutAfter: (bytes) => {
      left = bytes;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
