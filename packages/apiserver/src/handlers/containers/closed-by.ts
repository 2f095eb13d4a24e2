import type { Connection } from '@kb/apimachinery';

/** Closes a client's connection when the signal of its request is aborted. */
export function closedBy(connection: Connection, signal: AbortSignal | undefined): Connection {
  const close = (): void => connection.close();
  signal?.addEventListener('abort', close, { once: true });
  if (signal?.aborted) close();
  void connection.closed.then(() => signal?.removeEventListener('abort', close));
  return connection;
}
