import type { JsonObject } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { printYamlDocument } from '@kb/apimachinery/yaml';
import { describe, expect, test } from 'vitest';
import { newKindFacts } from '../facts/facts.ts';
import type { Kind } from '../model/model.ts';
import { definitionWarnings } from './definition.ts';

const span = { file: 'types.ts', line: 1, column: 1, length: 4 };

function kindOf(group: string): Kind {
  const groupVersion = {
    group,
    version: 'v1',
    folder: 'shop/v1',
    path: 'shop/v1',
    module: '@shop/api/shop/v1',
    exports: new Set<string>(),
    exportedNames: new Set<string>(),
    applyInterfaces: true,
    applyFolder: '',
    external: false,
  };
  return { name: 'Shop', groupVersion, type: '', facts: newKindFacts(), span };
}

/** Returns the warnings about a definition with a given number of bytes of JSON. */
function saidOfSize(bytes: number, filler = 'a'): string[] {
  const empty: JsonObject = { spec: '' };
  const definition: JsonObject = { spec: filler.repeat((bytes - JSON.stringify(empty).length) / filler.length) };
  return definitionWarnings(definition, kindOf('example.com'), printYamlDocument(definition)).map(
    ({ finding }) => finding.message,
  );
}

describe('the size of a definition', () => {
  test('is accepted up to what kubectl apply can keep in an annotation', () => {
    expect(saidOfSize(262_144)).toEqual([]);
    expect(saidOfSize(262_145)).toEqual([
      'the CustomResourceDefinition of Shop has 262145 bytes of JSON, and kubectl apply without --server-side takes 262144',
    ]);
  });

  test('is accepted up to what etcd takes in a request', () => {
    expect(saidOfSize(1_572_865)).toEqual([
      'the CustomResourceDefinition of Shop has 1572865 bytes of JSON, and etcd takes 1572864 in one request',
    ]);
  });

  test('is that of the JSON that Go writes, where a character can take six bytes', () => {
    const definition = { spec: '<'.repeat(50_000), description: 'é\u2028', maximum: 2 ** 31 };
    const yaml = printYamlDocument(definition);
    const [said] = definitionWarnings(definition, kindOf('example.com'), yaml);
    const size = Buffer.byteLength(stringifyJson(definition, { escapeHtml: true }));
    expect(said?.finding.message).toContain(`has ${size} bytes of JSON`);
    expect(definitionWarnings({ ...definition, maximum: 2n ** 31n }, kindOf('example.com'), yaml)).toEqual([said]);
  });
});

test.each([
  ['empty objects', { spec: Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`k${at}`, {}])) }],
  ['quotes', { spec: '"'.repeat(140_000) }],
  ['characters that cannot be printed', { spec: '\0'.repeat(50_000) }],
  ['text that HTML would read', { spec: '&'.repeat(45_000) }],
  ['short elements', { spec: Array.from({ length: 70_000 }, () => 'a') }],
])('a definition of %s is measured when its JSON is too large', (_, definition) => {
  const size = Buffer.byteLength(stringifyJson(definition, { escapeHtml: true }));
  expect(size).toBeGreaterThan(262_144);
  const [said] = definitionWarnings(definition, kindOf('example.com'), printYamlDocument(definition));
  expect(said?.finding.message).toContain(`has ${size} bytes of JSON`);
});

test('a definition that is certainly small enough is not printed to measure it', () => {
  const unprintable: JsonObject = {
    get spec(): string {
      throw new Error('it was printed');
    },
  };
  expect(definitionWarnings(unprintable, kindOf('example.com'), 'a: b\n'.repeat(17_000))).toEqual([]);
});

describe('a group of the Kubernetes project', () => {
  const said = (group: string, approval?: string): number => {
    const annotations: JsonObject = approval === undefined ? {} : { 'api-approved.kubernetes.io': approval };
    return definitionWarnings({ metadata: { annotations } }, kindOf(group), '').length;
  };

  test.each(['k8s.io', 'shop.k8s.io', 'kubernetes.io', 'a.b.kubernetes.io'])('%s needs an approval', (group) => {
    expect(said(group)).toBe(1);
    expect(said(group, 'maybe')).toBe(1);
    expect(said(group, 'https://github.com/kubernetes/kubernetes/pull/1')).toBe(0);
    expect(said(group, 'unapproved, experimental')).toBe(0);
  });

  test.each(['example.com', 'k8s.io.example.com', 'shopk8s.io'])('%s does not', (group) => {
    expect(said(group)).toBe(0);
  });
});
