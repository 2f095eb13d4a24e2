import { describe, expect, test } from 'vitest';
import { callsIn, clusterScoped, everyVerb } from '../test-support/every-verb.ts';
import { type RecordedRequest, recordingClient } from '../test-support/recording-transport.ts';
import { changeOptions } from './change-options.ts';
import { dryRunClient } from './dry-run-client.ts';
import { interceptClient } from './intercept-client.ts';
import { namespacedClient } from './namespaced-client.ts';
import { withFieldOwner } from './with-field-owner.ts';
import { withFieldValidation } from './with-field-validation.ts';
import { withSignal } from './with-signal.ts';

const { client: plain } = recordingClient();
const all = Object.entries({ ...everyVerb.read, ...everyVerb.write, ...everyVerb.apply, ...everyVerb.delete });
const reads = Object.entries(everyVerb.read);
const writes = Object.entries(everyVerb.write);
const applies = Object.entries(everyVerb.apply);
const deletes = Object.entries(everyVerb.delete);

test('the table contains every verb of a client', () => {
  const streams = Object.keys(everyVerb.streams).filter((name) => !name.includes(' '));
  const verbs = all.map(([name]) => name).filter((name) => !name.includes(' '));
  expect([...verbs, ...streams, 'subresource', 'metrics'].toSorted()).toEqual(Object.keys(plain).toSorted());
  const ofSubresources = all.flatMap(([name]) => (name.includes(' ') ? [name.split(' ', 2)[1] ?? ''] : []));
  expect(ofSubresources.toSorted()).toEqual(['apply', 'create', 'get', 'patch', 'update']);
});

/** Makes a call, and returns the request that it sends. */
async function sent(
  call: (client: typeof plain) => Promise<unknown>,
  wrap: (client: typeof plain) => typeof plain,
): Promise<RecordedRequest> {
  const { client, requests } = recordingClient();
  await call(wrap(client));
  expect(requests).toHaveLength(1);
  return requests[0] as RecordedRequest;
}

const isDry = ({ query, body }: RecordedRequest): boolean =>
  query['dryRun'] === 'All' || body.includes('"dryRun":["All"]');

describe('dryRunClient', () => {
  test.each([...writes, ...applies, ...deletes])('%s is a dry run, whatever the call sets', async (_name, call) => {
    expect(isDry(await sent((client) => call(client), dryRunClient))).toBe(true);
    expect(isDry(await sent((client) => call(client, { dryRun: false }), dryRunClient))).toBe(true);
  });
  test.each(reads)('%s is as before', async (_name, call) => {
    expect(await sent(call, dryRunClient)).toEqual(await sent(call, (client) => client));
  });
});

describe('withFieldOwner', () => {
  const wrap = (client: typeof plain): typeof plain => withFieldOwner(client, 'owner');
  test.each([...writes, ...applies])(
    '%s has the field owner, unless the call sets another one',
    async (_name, call) => {
      expect((await sent(call, wrap)).query['fieldManager']).toBe('owner');
      expect((await sent((client) => call(client, { fieldManager: 'other' }), wrap)).query['fieldManager']).toBe(
        'other',
      );
    },
  );
  test.each([...reads, ...deletes])('%s is as before', async (_name, call) => {
    expect(await sent(call, wrap)).toEqual(await sent(call, (client) => client));
  });
});

describe('withFieldValidation', () => {
  const wrap = (client: typeof plain): typeof plain => withFieldValidation(client, 'Strict');
  test.each(writes)('%s is strict, unless the call sets another value', async (_name, call) => {
    expect((await sent(call, wrap)).query['fieldValidation']).toBe('Strict');
    const loose = await sent((client) => call(client, { fieldValidation: 'Ignore' }), wrap);
    expect(loose.query['fieldValidation']).toBe('Ignore');
  });
  test.each([...reads, ...applies, ...deletes])('%s is as before', async (_name, call) => {
    expect(await sent(call, wrap)).toEqual(await sent(call, (client) => client));
  });
});

describe('withSignal', () => {
  test.each(all)('%s is aborted by the signal, and by its own', async (_name, call) => {
    const { client, requests } = recordingClient();
    const reason = new Error('over');
    await expect(call(withSignal(client, AbortSignal.abort(reason)))).rejects.toBe(reason);
    const live = withSignal(client, new AbortController().signal);
    await expect(call(live, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(requests).toEqual([]);
  });
});

describe('namespacedClient', () => {
  const wrap = (client: typeof plain): typeof plain => namespacedClient(client, 'shop');
  const without = Object.entries(callsIn(undefined));
  const inShop = callsIn('shop');
  test('knows every verb', () => {
    const verbs = all.map(([name]) => name).filter((name) => name !== 'getJson');
    verbs.push('delete of an object');
    expect(without.map(([name]) => name).toSorted()).toEqual(verbs.toSorted());
  });
  test.each(without)('%s without a namespace uses the client’s', async (name, call) => {
    const expected = await sent(
      (client) => inShop[name]?.(client) ?? Promise.reject(new Error(name)),
      (client) => client,
    );
    expect({ ...(await sent(call, wrap)), headers: {} }).toEqual({ ...expected, headers: {} });
    expect(expected.path).toContain('/namespaces/shop/');
  });
  test.each(Object.entries(callsIn('elsewhere')))('%s in another namespace is rejected', async (_name, call) => {
    const { client, requests } = recordingClient();
    // A watch throws synchronously.
    await expect((async () => call(wrap(client)))()).rejects.toMatchObject({ code: 'KB_NAMESPACE_DIFFERS' });
    expect(requests).toEqual([]);
  });
  test('reaches cluster-scoped resources', async () => {
    expect((await sent(clusterScoped, wrap)).path).toBe('/api/v1/nodes/node-1');
  });
});

describe('interceptClient', () => {
  test('does not change verbs without an interceptor', async () => {
    for (const [, call] of all) {
      expect(await sent(call, (client) => interceptClient(client, {}))).toEqual(await sent(call, (client) => client));
    }
  });
  test('can return a result, pass a call on, and reject', async () => {
    const { client, requests } = recordingClient();
    const seen: string[] = [];
    const intercepted = interceptClient(client, {
      get: () => Promise.reject(new Error('not today')),
      list: (through, resource, options) => {
        seen.push(`list ${resource.plural}`);
        return through.list(resource, { ...options, limit: 1 });
      },
      subresource: {
        get: ({ resource, name }) => {
          seen.push(`${resource.plural}/${name}`);
          return Promise.resolve({
            apiVersion: 'v1',
            kind: 'X',
            metadata: { name: 'x', uid: '', resourceVersion: '', creationTimestamp: '' },
          });
        },
      },
    });
    await expect(everyVerb.read['get']?.(intercepted)).rejects.toThrow('not today');
    await everyVerb.read['list']?.(intercepted);
    expect(await everyVerb.read['subresource get']?.(intercepted)).toMatchObject({ kind: 'X' });
    expect(seen).toEqual(['list deployments', 'deployments/scale']);
    expect(requests.map(({ path, query }) => [path, query['limit']])).toEqual([
      ['/apis/apps/v1/namespaces/shop/deployments', '1'],
    ]);
  });
});

test('createClient has the wrappers as options', async () => {
  const { client, requests } = recordingClient(undefined, { dryRun: true, fieldValidation: 'Strict' });
  await everyVerb.write['create']?.(client);
  expect(requests[0]?.query).toMatchObject({ dryRun: 'All', fieldValidation: 'Strict' });
});

test('the options are changed for each call', async () => {
  const { client, requests } = recordingClient();
  let round = 0;
  const counting = changeOptions(client, {
    read: (options) => options,
    write: () => ({ fieldManager: `round-${(round += 1)}` }),
    apply: (options) => options,
    delete: (options) => options,
  });
  await everyVerb.write['patch']?.(counting);
  await everyVerb.write['patch']?.(counting);
  expect(requests.map(({ query }) => query['fieldManager'])).toEqual(['round-1', 'round-2']);
});

describe('streams and metrics', () => {
  const cases = Object.entries(everyVerb.streams);
  const target = async (call: () => Promise<unknown>, requests: readonly RecordedRequest[]): Promise<unknown> => {
    await call().catch(() => undefined);
    expect(requests).toHaveLength(1);
    const { path, query } = requests[0] as RecordedRequest;
    return { path, query };
  };
  test.each(cases)('%s is the same through every wrapper', async (_name, call) => {
    const direct = recordingClient();
    const expected = await target(() => call(direct.client), direct.requests);
    const wraps = [
      dryRunClient,
      (client: typeof plain) => withFieldOwner(client, 'owner'),
      (client: typeof plain) => namespacedClient(client, 'shop'),
      (client: typeof plain) => interceptClient(client, {}),
    ];
    for (const wrap of wraps) {
      const { client, requests } = recordingClient();
      expect(await target(() => call(wrap(client)), requests)).toEqual(expected);
    }
  });
  test.each(cases)('%s is aborted by the signal of withSignal', async (_name, call) => {
    const { client, requests } = recordingClient();
    const reason = new Error('enough');
    await expect(call(withSignal(client, AbortSignal.abort(reason)))).rejects.toBe(reason);
    expect(requests).toEqual([]);
  });
  test('namespacedClient refuses Pods of other namespaces', async () => {
    const { client, requests } = recordingClient();
    const limited = namespacedClient(client, 'other');
    const isRefused = { code: 'KB_NAMESPACE_DIFFERS' };
    expect(() => limited.logs('shop/web')).toThrow(expect.objectContaining(isRefused));
    await expect(limited.exec('shop/web', { command: ['true'] })).rejects.toMatchObject(isRefused);
    await expect(limited.attach('shop/web')).rejects.toMatchObject(isRefused);
    await expect(limited.portForward('shop/web', 80)).rejects.toMatchObject(isRefused);
    await expect(limited.metrics.pods({ namespace: 'shop' })).rejects.toMatchObject(isRefused);
    expect(requests).toEqual([]);
  });
});
