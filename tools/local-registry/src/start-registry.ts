import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { SCOPE } from '@kb/tools-release';
import { runServer } from 'verdaccio';

const execute = promisify(execFile);

/** An npm registry on loopback. */
export interface LocalRegistry {
  readonly url: string;
  /** Publishes a package folder as it is. */
  publish(folder: string): Promise<void>;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

/**
 * Starts a registry on loopback. It stores the packages of kb's scope and those in `stored`, and forwards requests for
 * other packages to the registry that npm is configured with. Its storage is temporary. `port` 0 takes a free port.
 */
export async function startRegistry(options: {
  port: number;
  /** Names of further packages that are published to it and not looked for elsewhere. */
  stored?: readonly string[];
}): Promise<LocalRegistry> {
  const storage = mkdtempSync(join(tmpdir(), 'kb-registry-'));
  const upstream = await npmConfiguration();
  const own = { access: '$all', publish: '$all', unpublish: '$all' };
  const app = await runServer({
    storage: join(storage, 'packages'),
    self_path: storage,
    listen: `127.0.0.1:${options.port}`,
    auth: {},
    uplinks: {
      upstream: {
        url: upstream.registry,
        maxage: '30m',
        timeout: '5m',
        // Retry a slow upstream at once, not after five minutes.
        max_fails: 100,
        fail_timeout: '1s',
        ...(upstream.authorities ? { ca: upstream.authorities } : {}),
      },
    },
    ...(upstream.proxy ? { https_proxy: upstream.proxy, http_proxy: upstream.proxy } : {}),
    packages: {
      [`${SCOPE}/*`]: own,
      ...Object.fromEntries((options.stored ?? []).map((name) => [name, own])),
      '**': { access: '$all', proxy: 'upstream' },
    },
    web: { enable: false },
    log: { type: 'stdout', format: 'pretty', level: 'fatal' },
    max_body_size: '100mb',
  });
  const server = app as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', () => resolve());
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the registry has no port');
  const { port } = address;
  const url = `http://127.0.0.1:${port}/`;
  return {
    url,
    async publish(folder) {
      // npm requires a token for publishing, even if the registry does not.
      await npm([
        'publish',
        folder,
        '--registry',
        url,
        '--tag',
        'latest',
        `--//127.0.0.1:${port}/:_authToken=local`,
        '--loglevel=error',
      ]);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      rmSync(storage, { recursive: true, force: true });
    },
  };
}

/** npm's configuration on this machine, as far as this registry needs it. */
interface NpmConfiguration {
  readonly registry: string;
  /** The CA certificates to trust, PEM; undefined if npm's `cafile` is not set. */
  readonly authorities: string | undefined;
  readonly proxy: string | undefined;
}

async function npmConfiguration(): Promise<NpmConfiguration> {
  const [registry, cafile, proxy] = await Promise.all(['registry', 'cafile', 'https-proxy'].map(npmSetting));
  if (registry === undefined) throw new Error('npm has no registry in its configuration');
  return { registry, authorities: cafile === undefined ? undefined : readFileSync(cafile, 'utf8'), proxy };
}

async function npmSetting(name: string): Promise<string | undefined> {
  const value = (await npm(['config', 'get', name])).trim();
  return value === '' || value === 'null' ? undefined : value;
}

/** Runs npm with the system's Node: with the pinned one it would look for its global configuration elsewhere. */
async function npm(args: readonly string[]): Promise<string> {
  const node = process.env.KB_SYSTEM_NODE ?? process.execPath;
  const { stdout } = await execute('npm', [...args], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` },
  });
  return stdout;
}
