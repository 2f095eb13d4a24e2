import assert from 'node:assert/strict';
import { createVirtualClock } from '@kb/apimachinery';
import { createClient, createTransport, loadKubeConfig, systemClock, systemRandom } from '@kb/client';
import { configMaps } from '@kb/kubernetes/core/v1';
import { createCache } from '../../../src/cache/cache.ts';
import { silentLogger } from '../../../src/log/logger.ts';
import { createCertificateAuthority } from '../../../src/test-support/certificate-authority.ts';
import { startSecureFront } from '../../../src/test-support/secure-front.ts';
import type { Scenario } from '../scenario.ts';

const kubeconfig = (server: string): string => `
current-context: a
contexts: [{ name: a, context: { cluster: a, user: a } }]
clusters: [{ name: a, cluster: { server: "${server}", certificate-authority: /ca.crt } }]
users: [{ name: a, user: { tokenFile: /token, client-certificate: /client.crt, client-key: /client.key } }]
`;

/** A time that is longer than files are cached. */
const aWhile = 61_000;

export const scenario: Scenario = {
  name: 'token, CA and client certificate rotated in use: no request fails, no event is missed, and nothing is asked for more often than needed',
  run: async ({ namespace, transport: server }) => {
    const [oldAuthority, newAuthority] = await Promise.all(['old', 'new'].map(createCertificateAuthority));
    assert.ok(oldAuthority && newAuthority);
    const own = await oldAuthority.issue('api-server');
    const firstClient = await oldAuthority.issueToClient('client-1');
    const secondClient = await newAuthority.issueToClient('client-2');

    const clientCa = oldAuthority.ca + newAuthority.ca;
    const admitted = { token: 'first', clients: ['client-1'] };
    await using front = await startSecureFront({ transport: server, own, clientCa, ...admitted });
    const files: Record<string, string> = {
      '/config': kubeconfig(front.url),
      '/ca.crt': oldAuthority.ca,
      '/token': 'first\n',
      '/client.crt': firstClient.certificate,
      '/client.key': firstClient.key,
    };
    const reads: string[] = [];
    // Files are cached by this clock; connections live in real time.
    const clock = createVirtualClock();
    const access = await loadKubeConfig({
      path: '/config',
      env: {},
      clock,
      readFile: async (path) => {
        reads.push(path);
        return new TextEncoder().encode(files[path] ?? '');
      },
    });
    const transport = createTransport(access);
    const end = new AbortController();
    const client = createClient({ transport, clock: systemClock });
    const dependencies = { client, clock: systemClock, random: systemRandom, log: silentLogger };
    const cache = createCache(dependencies, { namespaces: [namespace], labelSelector: 'rotated' });
    const held = cache.resource(configMaps);
    const events: string[] = [];
    const awaited = new Map<string, () => void>();
    const hear = (event: string): void => {
      events.push(event);
      awaited.get(event)?.();
    };
    held.addEventHandler({
      onAdd: ({ metadata }) => hear(`added ${metadata.name}`),
      onUpdate: (_old, { metadata }) => hear(`modified ${metadata.name}`),
      onDelete: ({ metadata }) => hear(`deleted ${metadata.name}`),
    });
    const running = cache.run(end.signal);

    /** Writes an object, and waits for its event. */
    const write = async (name: string): Promise<void> => {
      const arrived = new Promise<void>((resolve) => awaited.set(`added ${name}`, resolve));
      await client.create(configMaps, { metadata: { name, namespace, labels: { rotated: 'yes' } } });
      await arrived;
    };
    try {
      await held.waitForSync();
      await write('first');

      // The token: the old one is refused, the file is read once for all requests, and refused requests are sent again.
      files['/token'] = 'second\n';
      front.admit('second', ['client-1']);
      reads.length = 0;
      front.seen.length = 0;
      const names = ['token-1', 'token-2', 'token-3', 'token-4'];
      await Promise.all(names.map(write));
      assert.deepEqual(reads, ['/token']);
      const refused = front.seen.filter(({ status }) => status === 401).length;
      assert.ok(refused >= 1 && refused <= names.length, `${refused} requests were refused`);

      // The client's certificate, from another authority: in use once the files are read again.
      files['/client.crt'] = secondClient.certificate;
      files['/client.key'] = secondClient.key;
      front.admit('second', ['client-1', 'client-2']);
      await clock.advance(aWhile);
      front.seen.length = 0;
      await write('client-certificate');
      assert.deepEqual(front.seen, [
        { client: 'client-2', path: `/api/v1/namespaces/${namespace}/configmaps?fieldManager=kb`, status: 201 },
      ]);
      front.admit('second', ['client-2']);

      // The server's authority: both are trusted while it changes. The change cuts every connection.
      files['/ca.crt'] = oldAuthority.ca + newAuthority.ca;
      await clock.advance(aWhile);
      front.present(await newAuthority.issue('api-server'));
      await write('authority');
      files['/ca.crt'] = newAuthority.ca;
      await clock.advance(aWhile);
      await write('only-the-new-authority');

      // A certificate of an untrusted authority is refused.
      front.present(await oldAuthority.issue('api-server'));
      await assert.rejects(client.list(configMaps, { namespace }), { code: 'KB_CERTIFICATE_REJECTED' });

      const written = ['first', ...names, 'client-certificate', 'authority', 'only-the-new-authority'];
      assert.deepEqual(events.toSorted(), written.map((name) => `added ${name}`).toSorted());
    } finally {
      end.abort(new Error('the scenario is over'));
      await running;
      await transport.close();
    }
  },
};
