/** A stream that is written to, such as a socket of Node's. */
export interface WrittenStream {
  on(event: 'drain' | 'close', listener: () => void): unknown;
  off(event: 'drain' | 'close', listener: () => void): unknown;
}

/**
 * Resolves when a stream takes more data after `write` has returned false, or is closed: the other side has read what
 * was written, or is gone. Leaves no listener behind.
 */
export function drained(stream: WrittenStream): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done);
      stream.off('close', done);
      resolve();
    };
    stream.on('drain', done);
    stream.on('close', done);
  });
}
