// Types of the internal modules of undici that undici.ts imports. undici only has types for its main entry.
declare module 'undici/lib/dispatcher/pool.js' {
  import type { Pool } from 'undici';
  const PoolClass: typeof Pool;
  export { PoolClass as default };
}

declare module 'undici/lib/core/connect.js' {
  import type { Socket } from 'node:net';
  import type { buildConnector } from 'undici';
  /** Returns the socket synchronously, which undici's own types do not declare. */
  type Connect = (options: buildConnector.Options, callback: buildConnector.Callback) => Socket;
  const build: (options: buildConnector.BuildOptions) => Connect;
  export { build as default };
}
