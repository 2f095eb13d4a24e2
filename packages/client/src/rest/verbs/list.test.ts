import type { ServerResponse } from 'node:http';
import { defineResource, type KubernetesObject } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../test-support/start-test-server.ts';
import { startTestClient } from '../../test-support/test-client.ts';

const widgets = defineResource<KubernetesObject>({
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  namespaced: true,
});

const widget = (name: string): KubernetesObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: {
    name,
    namespace: 'n',
    uid: name,
    resourceVersion: '1',
    creationTimestamp: '2026-01-01T00:00:00Z',
    managedFields: [{ manager: 'm', operation: 'Update', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': {} } }],
  },
});

const listOf = (items: unknown): string =>
  JSON.stringify({ apiVersion: 'example.com/v1', items, kind: 'WidgetList', metadata: { resourceVersion: '7' } });

/** Responds with a text in separate chunks of this size, in bytes. */
const inPieces =
  (text: string, size: number): Answer =>
  async (_request, response: ServerResponse) => {
    response.setHeader('content-type', 'application/json');
    for (let at = 0; at < text.length; at += size) {
      await new Promise((resolve) => response.write(text.slice(at, at + size), resolve));
    }
    response.end();
  };

describe('list', () => {
  test.each([7, 100, 100_000])('reads a list that arrives in chunks of %i bytes', async (size) => {
    const items = Array.from({ length: 20 }, (_, index) => widget(`w${index}`));
    const { client } = await startTestClient(inPieces(listOf(items), size));
    const want = JSON.parse(listOf(items)) as object;
    for (const readOnly of [false, true]) expect(await client.list(widgets, { readOnly })).toEqual(want);
  });

  test.each([[[]], [null], [undefined]])('reads a list whose items are %j', async (items) => {
    const { client } = await startTestClient(inPieces(listOf(items), 10));
    expect(await client.list(widgets)).toMatchObject({ items: [], metadata: { resourceVersion: '7' } });
  });

  test('shares repeated values with readOnly', async () => {
    const { client } = await startTestClient(inPieces(listOf([widget('a'), widget('b')]), 1000));
    const fieldsOf = async (readOnly: boolean): Promise<unknown[]> =>
      (await client.list(widgets, { readOnly })).items.map((item) => item.metadata.managedFields?.[0]?.fieldsV1);
    const [a, b] = await fieldsOf(true);
    expect(a).toBe(b);
    expect(Object.isFrozen(a)).toBe(true);
    const [c, d] = await fieldsOf(false);
    expect(c).toEqual(d);
    expect(c).not.toBe(d);
  });

  test.each([
    ['cut', listOf([widget('a'), widget('b')]).slice(0, -150)],
    ['broken in an item', listOf([widget('a')]).replace('"name":', '"name";')],
    ['broken after the items', listOf([widget('a')]).replace('"metadata":{"resourceVersion"', '"metadata"{"')],
  ])('rejects a response that is %s', async (_what, text) => {
    const { client } = await startTestClient(inPieces(text, 50));
    const failed = client.list(widgets);
    await expect(failed).rejects.toMatchObject({ code: 'KB_UNEXPECTED_RESPONSE' });
    await expect(failed).rejects.toThrow('JSON that is cut or broken');
  });
});
