import type { JsonObject } from '@kb/apimachinery';
import { printYaml } from '@kb/apimachinery/yaml';
import { describe, expect, test } from 'vitest';
import { toJson, toPrettyJson } from '../http/encode.ts';
import { bodyOfPieces } from '../http/body-of-pieces.ts';
import type { PieceTurns } from '../loop-turns.ts';
import type { FrozenObject } from '../objects/api-object.ts';
import { builtInResources } from '../kinds/built-in-resources.ts';
import { toMessage, toPartialMetadata } from '../serializer/protobuf/encode-protobuf.ts';
import { readEnvelope } from '../serializer/protobuf/envelope.ts';
import { ProtobufWriter } from '../serializer/protobuf/protobuf-writer.ts';
import { type ListContent, listContent, partialMetadataList, tableList } from './list-content.ts';
import { jsonPieces, prettyPieces, protobufPieces, yamlPieces } from './list-pieces.ts';

const [resource] = builtInResources().filter(({ plural }) => plural === 'configmaps');
if (!resource) throw new Error('there is no resource of ConfigMaps');

/** What could be taken for the place of the items, or for the end of one. */
const texts = [
  '',
  'items: []',
  '"items":[]',
  '\n  "items": []\n',
  '---\n- a\n\n',
  'a\n',
  ' \n',
  "it's: [",
  '\u00e9\u2028',
];

function objects(count: number): FrozenObject[] {
  return Array.from({ length: count }, (_, index) =>
    Object.freeze({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { name: `c-${index}`, uid: String(index), annotations: { text: texts[index % texts.length] ?? '' } },
      data: Object.fromEntries(texts.map((text, key) => [`k${key}`, text])),
    }),
  );
}

const lists: Readonly<Record<string, (items: FrozenObject[]) => ListContent>> = {
  'of a built-in kind': (items) =>
    listContent({ type: 'list', resource, items, metadata: { resourceVersion: '7', remainingItemCount: 2 } }),
  'of a custom resource': (items) =>
    listContent({ type: 'list', resource: { ...resource, custom: true }, items, metadata: { resourceVersion: '7' } }),
  'of metadata': (items) => partialMetadataList({ items, metadata: { resourceVersion: '7' } }, 'v1beta1'),
  'as a table': (items) =>
    tableList(
      { items, metadata: { resourceVersion: '7' } },
      { columns: resource.columns, includeObject: 'Object', metaVersion: 'v1', now: 0 },
    ),
};

/** The list as one value. */
function whole({ empty, member, items, shown }: ListContent): JsonObject {
  return items.length === 0 ? empty : { ...empty, [member]: items.map(shown) };
}

async function textOf(pieces: Iterable<string> | Iterable<Uint8Array>): Promise<string> {
  const body = await bodyOfPieces(pieces);
  if (!(body instanceof Uint8Array)) throw new Error('expected a short body');
  return new TextDecoder().decode(body);
}

describe.each(Object.entries(lists))('a list %s in pieces', (_, make) => {
  test.each([0, 1, 2, 20])('of %i objects is the same as in one', async (count) => {
    const list = make(objects(count));
    expect(await textOf(jsonPieces(list))).toBe(`${toJson(whole(list))}\n`);
    expect(await textOf(prettyPieces(list))).toBe(toPrettyJson(whole(list)));
    expect(await textOf(await yamlPieces(list, undefined))).toBe(printYaml(whole(list)));
  });

  test('lets others go on before each object', async () => {
    const forms = [jsonPieces, prettyPieces, yamlPieces, protobufPieces];
    for (const form of forms) {
      const work = { sinceTurn: 0, most: 0, turns: 0 };
      const step = <T>(value: T): T => {
        work.sinceTurn += 1;
        work.most = Math.max(work.most, work.sinceTurn);
        return value;
      };
      const turns: PieceTurns = {
        beforePiece: () => {
          work.sinceTurn = 0;
          work.turns += 1;
          return Promise.resolve();
        },
      };
      const { protobuf, ...list } = make(objects(50));
      const counted: ListContent = {
        ...list,
        shown: (item) => step(list.shown(item)),
        json: (item) => step(list.json(item)),
        ...(protobuf && { protobuf: { ...protobuf, messageOf: (item) => step(protobuf.messageOf(item)) } }),
      };
      const pieces = await form(counted, turns);
      if (!pieces) continue;
      await bodyOfPieces(pieces, turns);
      expect(work.turns).toBeGreaterThanOrEqual(50);
      expect(work.most).toBe(1);
    }
  });

  test('is refused as YAML before anything of it is written', async () => {
    const [first, ...others] = objects(3);
    const unreadable = others.map((item) => ({ ...item, metadata: { name: 'a\x7f' } }));
    await expect(yamlPieces(make(first ? [first, ...unreadable] : []), undefined)).rejects.toThrow(
      'control characters',
    );
  });
});

test.each([0, 1, 300])('a list of %i objects in protobuf is its metadata and its items', async (count) => {
  const items = objects(count);
  const list = lists['of a built-in kind']?.(items);
  const pieces = list && (await protobufPieces(list, undefined));
  const envelope = readEnvelope(Buffer.concat([...(pieces ?? [])]));
  expect(envelope).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMapList' });
  const writer = new ProtobufWriter();
  const parts = [toMessage('meta/v1.ListMeta', { resourceVersion: '7', remainingItemCount: 2 })];
  parts.push(...items.map((item) => toMessage('core/v1.ConfigMap', item)));
  for (const [index, part] of [...parts.entries()].reverse()) {
    writer.raw(part);
    writer.varint(part.length);
    writer.tag(index === 0 ? 1 : 2, 2);
  }
  expect(Buffer.from(envelope.raw).equals(writer.finish())).toBe(true);
  expect(toPartialMetadata({ metadata: { name: 'a'.repeat(200) } }).subarray(0, 3)).toEqual(Uint8Array.of(10, 217, 1));
});
