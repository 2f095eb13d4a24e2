import { metadataOf } from '@kb/apimachinery';
import { deployments } from '@kb/kubernetes/apps/v1';
import { describe, expect, test } from 'vitest';
import { everyVerb } from '../../test-support/every-verb.ts';
import { recordingClient, statusAnswer } from '../../test-support/recording-transport.ts';

const slim = metadataOf(deployments);
const metadata = { name: 'web', namespace: 'shop', uid: 'u', resourceVersion: '7', creationTimestamp: 't' };
const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
const whole = { kind: 'Deployment', apiVersion: 'apps/v1', metadata, spec: { replicas: 1 } };
const expected = { apiVersion: 'apps/v1', kind: 'Deployment', metadata };
const accepts = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';
const acceptsList = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

// A server without support for this form returns whole objects.
describe.each([
  ['the metadata that it asked for', partial],
  ['whole objects', whole],
])('a metadata-only handle, with %s in responses', (_what, object) => {
  test('gets and patches', async () => {
    const { client, requests } = recordingClient(() => object);
    expect(await client.get(slim, 'shop/web')).toEqual(expected);
    expect(await client.patch(slim, 'shop/web', { type: 'merge', value: {} })).toEqual(expected);
    expect(requests.map(({ headers }) => headers['accept'])).toEqual([accepts, accepts]);
  });

  test('lists', async () => {
    const list = {
      kind: 'PartialObjectMetadataList',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: '9' },
    };
    const { client, requests } = recordingClient(() => ({ ...list, items: [object] }));
    expect(await client.list(slim, { namespace: 'shop' })).toEqual({
      apiVersion: 'apps/v1',
      kind: 'DeploymentList',
      metadata: { resourceVersion: '9' },
      items: [expected],
    });
    expect(requests[0]?.headers['accept']).toBe(acceptsList);
  });

  test('watches', async () => {
    const bookmark = { type: 'BOOKMARK', object: { kind: 'x', metadata: { resourceVersion: '8' } } };
    const lines = [{ type: 'ADDED', object }, bookmark].map((event) => JSON.stringify(event)).join('\n');
    const { client, requests } = recordingClient(() => lines);
    const events = [];
    for await (const event of client.watch(slim)) events.push(event);
    expect(events).toEqual([{ type: 'ADDED', object: expected }, bookmark]);
    expect(requests[0]?.headers['accept']).toBe(accepts);
  });

  test('deletes', async () => {
    const { client } = recordingClient(() => object);
    expect(await client.delete(slim, 'shop/web')).toEqual(expected);
  });
});

test('passes the Status of a delete on', async () => {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details: { uid: 'u' } };
  const { client } = recordingClient(() => statusAnswer(200, status));
  expect(await client.delete(slim, 'shop/web')).toEqual(status);
});

test.each(['create', 'update', 'apply'] as const)('does not %s', async (verb) => {
  const { client, requests } = recordingClient();
  const calls = {
    create: () => client.create(slim, { metadata }),
    update: () => client.update(slim, expected),
    apply: () => client.apply(slim, undefined as never),
  };
  await expect(calls[verb]()).rejects.toMatchObject({ code: 'KB_METADATA_ONLY' });
  expect(requests).toEqual([]);
});

test('changes nothing for whole handles', async () => {
  const { client, requests } = recordingClient(() => whole);
  expect(await client.get(deployments, 'shop/web')).toEqual(whole);
  await everyVerb.read['watch']?.(recordingClient().client);
  expect(requests[0]?.headers['accept']).toBe('application/json');
});
