import type { JsonValue } from '@kb/apimachinery';
import { parseJson, stringifyJson } from '@kb/apimachinery/codec';
import { type ApplyInput, defineResource, type KubernetesObject } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import type { Client } from '../../client.ts';
import { recordingClient } from '../../test-support/recording-transport.ts';

interface Thing extends KubernetesObject {
  spec: { n: number; deep: JsonValue };
  status?: { n: number };
}
const things = defineResource<Thing>({
  group: 'x.test',
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  namespaced: false,
});

const text =
  '{"apiVersion":"x.test/v1","kind":"Thing","metadata":{"name":"a","uid":"u","resourceVersion":"1","creationTimestamp":"","generation":9007199254740993},' +
  '"spec":{"n":9223372036854775807,"deep":[{"m":-9007199254740993},1.5,9007199254740991]},"status":{"n":9007199254740995}}';

type Ways = Readonly<Record<string, (client: Client, thing: Thing) => Promise<unknown>>>;

const reads: Readonly<Record<string, (client: Client) => Promise<Thing>>> = {
  get: (client) => client.get(things, 'a'),
  list: async (client) => (await client.list(things)).items[0] as Thing,
  watch: async (client) => {
    for await (const event of client.watch(things)) return event.object as Thing;
    throw new Error('no event');
  },
  create: (client) => client.create(things, parseJson(text) as object as Thing),
  update: (client) => client.update(things, parseJson(text) as object as Thing),
  patch: (client) => client.patch(things, 'a', { type: 'merge', value: {} }),
  apply: (client) => client.apply(things, { metadata: { name: 'a' } }),
  'subresource get': (client) => client.subresource(things, 'status').get('a'),
};

/** The server would reject some of it; the tests send it unchanged. */
const whole = (thing: Thing): ApplyInput<Thing> => thing as object as ApplyInput<Thing>;

const writes: Ways = {
  create: (client, thing) => client.create(things, thing),
  update: (client, thing) => client.update(things, thing),
  updateStatus: (client, thing) => client.updateStatus(things, thing),
  'merge patch': (client, value) => client.patch(things, 'a', { type: 'merge', value }),
  'strategic patch': (client, value) => client.patch(things, 'a', { type: 'strategic', value }),
  'json patch': (client, value) =>
    client.patch(things, 'a', { type: 'json', operations: [{ op: 'replace', path: '', value }] }),
  apply: (client, thing) => client.apply(things, whole(thing)),
  applyStatus: (client, thing) => client.applyStatus(things, whole(thing)),
  'subresource update': (client, thing) => client.subresource(things, 'status').update('a', thing),
  'subresource patch': (client, value) => client.subresource(things, 'status').patch('a', { type: 'merge', value }),
  'subresource apply': (client, thing) => client.subresource(things, 'status').apply('a', whole(thing)),
  'subresource create': (client, thing) => client.subresource(things, 'status').create('a', thing),
};

const cases = Object.keys(reads).flatMap((read) => Object.keys(writes).map((write) => [read, write] as const));

test.each(cases)('integers past 2^53 are the same after %s and %s', async (read, write) => {
  const { client, requests } = recordingClient(({ path, query, method }) => {
    if (query['watch'] === 'true') return `{"type":"ADDED","object":${text}}\n`;
    return method === 'GET' && path.endsWith('things') ? `{"kind":"ThingList","metadata":{},"items":[${text}]}` : text;
  });
  const thing = await reads[read]?.(client);
  if (thing === undefined) throw new Error(read);
  expect(stringifyJson(thing)).toBe(text);
  await writes[write]?.(client, thing);
  const body = requests.at(-1)?.body ?? '';
  for (const integer of ['9223372036854775807', '-9007199254740993', '9007199254740991', '9007199254740995']) {
    expect(body).toContain(integer);
  }
});
