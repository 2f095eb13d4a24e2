import type { ListenOptions, Server } from 'node:net';

/** Makes a server listen. Resolves when it does, and rejects with the system's error otherwise (`EADDRINUSE`). */
export function listen(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
