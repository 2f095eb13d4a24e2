import assert from 'node:assert/strict';
import { link, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSelfSignedCertificate } from '../../../src/certificates/self-signed-adapter.ts';
import type { CertificatePair } from '../../../src/certificates/certificate-source.ts';
import { createCertWatcher, type CertWatcher } from '../../../src/certificates/files/cert-watcher.ts';
import type { CertificateMetrics } from '../../../src/certificates/certificate-metrics.ts';
import { seconds } from '../../../src/durations.ts';
import { serveHttp } from '../../../src/serving/adapters/serve-http.ts';
import { textResponse } from '../../../src/serving/text-response.ts';
import { shownCertificate } from '../shown-certificate-adapter.ts';
import type { Scenario, ScenarioEnvironment } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'A certificate that is rotated by write, rename or move is served from then on; a bad pair keeps the old one',
  embeddedOnly: 'no server is involved',
  run: async (environment) => {
    const directory = await mkdtemp(join(tmpdir(), 'kb-certificates-'));
    try {
      await rotate(environment, directory);
      await rotateAsKubelet(environment, directory);
    } finally {
      await rm(directory, { recursive: true });
    }
  },
};

/** Files that are watched by polling alone, and a server that serves what is in them. */
interface Served {
  readonly watcher: CertWatcher;
  readonly counts: { reads: number; errors: number };
  /** Lets the watcher poll the files, and returns the certificate that a new connection gets then. */
  shown(): Promise<string>;
  stop(): Promise<void>;
}

async function rotate(environment: ScenarioEnvironment, directory: string): Promise<void> {
  const [certPath, keyPath] = [join(directory, 'tls.crt'), join(directory, 'tls.key')];
  const write = async ({ cert, key }: CertificatePair, suffix = ''): Promise<void> => {
    await writeFile(certPath + suffix, cert);
    await writeFile(keyPath + suffix, key);
  };
  const [first, written, renamed, moved] = await pairs(environment, 4);
  await write(first);
  const served = await serve(environment, certPath, keyPath);
  assert.equal(await served.shown(), first.cert);

  await write(written);
  assert.equal(await served.shown(), written.cert, 'written');

  await write(renamed, '.new');
  await link(certPath, `${certPath}.old`);
  await rename(`${certPath}.new`, certPath);
  assert.equal(await served.shown(), written.cert, 'half a pair is not served');
  await rename(`${keyPath}.new`, keyPath);
  assert.equal(await served.shown(), renamed.cert, 'renamed');

  await rename(certPath, `${certPath}.older`);
  await rename(keyPath, `${keyPath}.older`);
  const before = { ...served.counts };
  assert.equal(await served.shown(), renamed.cert, 'gone');
  assert.deepEqual(served.counts, { reads: before.reads + 2, errors: before.errors + 2 });
  await write(moved);
  assert.equal(await served.shown(), moved.cert, 'moved out and written again');

  for (const bad of [
    { ...moved, cert: 'no certificate' },
    { ...moved, key: 'no key' },
    { cert: moved.cert, key: first.key },
  ]) {
    await write(bad);
    assert.equal(await served.shown(), moved.cert, 'bad');
  }
  // An intermediate certificate that changes alone counts too.
  const chain = { ...moved, cert: moved.cert + first.cert };
  await write(chain);
  await served.shown();
  assert.equal(served.watcher.current().cert, chain.cert);
  await served.stop();
}

/** Replaces files as the kubelet does: they are links through another link, which is replaced atomically. */
async function rotateAsKubelet(environment: ScenarioEnvironment, parent: string): Promise<void> {
  const directory = join(parent, 'mounted');
  await mkdir(directory);
  const [before, after] = await pairs(environment, 2);
  const release = async (name: string, { cert, key }: CertificatePair): Promise<void> => {
    await mkdir(join(directory, name));
    await writeFile(join(directory, name, 'tls.crt'), cert);
    await writeFile(join(directory, name, 'tls.key'), key);
    await symlink(name, join(directory, '..data_tmp'));
    await rename(join(directory, '..data_tmp'), join(directory, '..data'));
  };
  await release('..2026_1', before);
  for (const file of ['tls.crt', 'tls.key']) await symlink(join('..data', file), join(directory, file));
  const served = await serve(environment, join(directory, 'tls.crt'), join(directory, 'tls.key'));
  assert.equal(await served.shown(), before.cert);
  await release('..2026_2', after);
  await rm(join(directory, '..2026_1'), { recursive: true });
  assert.equal(await served.shown(), after.cert, 'the link was moved');
  await served.stop();
}

async function serve({ clock, virtualClock }: ScenarioEnvironment, certPath: string, keyPath: string): Promise<Served> {
  assert.ok(virtualClock);
  const counts = { reads: 0, errors: 0 };
  const metrics: CertificateMetrics = {
    read: () => void (counts.reads += 1),
    readFailed: () => void (counts.errors += 1),
  };
  const interval = seconds(10);
  const watcher = await createCertWatcher({ certPath, keyPath, clock, metrics, interval, watch: false });
  const stopping = new AbortController();
  const watching = watcher.start(stopping.signal);
  const server = serveHttp({
    name: 'test server',
    address: '127.0.0.1:0',
    handler: () => textResponse(200, 'ok'),
    clock,
    certificates: watcher,
  });
  const { port } = await server.listening;
  return {
    watcher,
    counts,
    shown: async () => {
      await virtualClock.advance(interval);
      // The read that the clock triggered takes real time. This one follows it, and finds the same content.
      await watcher.read().catch(() => undefined);
      return shownCertificate(port);
    },
    stop: async () => {
      stopping.abort();
      await watching;
      await server.close();
    },
  };
}

async function pairs(
  { clock }: ScenarioEnvironment,
  count: number,
): Promise<[CertificatePair, CertificatePair, CertificatePair, CertificatePair]> {
  const make = (): Promise<CertificatePair> => createSelfSignedCertificate({ now: clock.now() });
  const [a, b, c, d] = await Promise.all(Array.from({ length: count }, make));
  assert.ok(a && b);
  return [a, b, c ?? a, d ?? a];
}
