import { connect, createServer, type Socket } from 'node:net';

/** What the event loop of this process did since {@link watchLoop}. */
export interface LoopWatch {
  /** How often a timer of a millisecond has fired. */
  timers(): number;
  /** How often a byte was read, which travels back and forth between the ends of a loopback connection. */
  reads(): number;
  /** Calls once, when the byte is read next: in the phase in which sockets are. */
  onRead(call: () => void): void;
  close(): Promise<void>;
}

/** Keeps a timer and a connection busy: both go on only while the event loop turns. */
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
