import { connect, createServer, type Socket } from 'node:net';

/** What the event loop of this process did since {@link watchLoop}. */
export interface LoopWatch {
  /** How often a 1 ms timer has fired. */
  timers(): number;
  /** How often the byte that travels back and forth over a loopback connection was read. */
  reads(): number;
  /** Calls `call` once, when the byte is next read: in the phase of the event loop that handles sockets. */
  onRead(call: () => void): void;
  close(): Promise<void>;
}

/** Keeps a timer and a connection busy: both make progress only while the event loop turns. */
export async function watchLoop(): Promise<LoopWatch> {
  let timers = 0;
  let reads = 0;
  const timer = setInterval(() => (timers += 1), 1);
  const answer = (socket: Socket): void => {
    socket.on('data', (bytes) => {
      reads += 1;
      socket.write(bytes);
    });
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.setNoDelay(true);
    answer(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const socket = connect(address.port, '127.0.0.1');
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.setNoDelay(true);
  answer(socket);
  socket.write('.');
  return {
    timers: () => timers,
    reads: () => reads,
    onRead: (call) => void socket.once('data', call),
    close: async () => {
      clearInterval(timer);
      socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
