import net, { type AddressInfo } from 'node:net';

/** A TCP proxy to a server, which can fail in several ways. */
export interface Middlebox {
  readonly url: string;
  /** How many connections are open. */
  connections(): number;
  /** Drops all data in both directions from now on, but keeps connections open, so that TCP notices nothing. */
  swallow(): void;
  /** Forwards data again, over new connections. */
  recover(): void;
  /** Forwards `bytes` more bytes from the server, then breaks the connections. */
  cutAfter(bytes: number): void;
  close(): Promise<void>;
}

/** Starts a middlebox in front of a server on this machine. */
export async function startMiddlebox(to: string): Promise<Middlebox> {
  const target = new URL(to);
  const open = new Set<net.Socket>();
  /** Functions that stop forwarding, one for each connection. */
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
