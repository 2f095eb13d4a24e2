import { formatDiagnostics, hasErrors, memoryReader } from '@kb/codegen';
import { importDefinitions, type NamedText, readDefinitions } from '@kb/import';
import type { GrowthOperation } from '../measure/growth-operation.ts';

const GROUP = 'shop.example.com';
const text = { type: 'string', description: 'A text of the Shop.' };

/** Imports of definitions into an empty folder, including verification. */
export const importOperations: readonly GrowthOperation[] = [
  operation('import: definitions of one group', 'definitions', 10, (size) =>
    sequence(size, (index) => definition(`Shop${index}`, ['v1'], flatSchema(10))),
  ),
  operation('import: definitions, each of its own group', 'definitions', 5, (size) =>
    sequence(size, (index) => definition('Shop', ['v1'], flatSchema(10), `g${index}.example.com`)),
  ),
  operation('import: versions of one definition', 'versions', 5, (size) => [
    definition(
      'Shop',
      sequence(size, (index) => `v${index + 1}`),
      flatSchema(10),
    ),
  ]),
  operation('import: fields of one schema', 'fields', 100, (size) => [definition('Shop', ['v1'], flatSchema(size))]),
  operation('import: objects in one schema', 'objects', 25, (size) => [
    definition(
      'Shop',
      ['v1'],
      objectOf(size, (index) => ({ ...flatSchema(3), description: `Part ${index}.` })),
    ),
  ]),
  operation('import: depth of one schema', 'levels', 5, (size) => [definition('Shop', ['v1'], deepSchema(size))]),
];

function operation(name: string, of: string, size: number, definitionsOf: (size: number) => object[]): GrowthOperation {
  return {
    name,
    of,
    size,
    repeatable: true,
    prepare: (count) => {
      const texts = definitionsOf(count).map((one, index): NamedText => ({
        name: `${index}.json`,
        text: JSON.stringify(one),
      }));
      return async () => {
        const read = readDefinitions(texts);
        const { definitions } = read;
        const reader = memoryReader({});
        const result = await importDefinitions({ root: '/project', into: 'api', definitions, reader });
        const diagnostics = [...read.diagnostics, ...result.diagnostics];
        if (hasErrors(diagnostics)) throw new Error(formatDiagnostics(diagnostics));
        if (result.imported.length === 0) throw new Error('nothing was imported');
      };
    },
  };
}

const sequence = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const objectOf = (fields: number, schemaOf: (index: number) => object): object => ({
  type: 'object',
  properties: Object.fromEntries(sequence(fields, (index) => [`field${index}`, schemaOf(index)])),
});

const flatSchema = (fields: number): object => objectOf(fields, () => text);

function deepSchema(levels: number): object {
  let schema: object = text;
  for (let level = 0; level < levels; level += 1) schema = objectOf(1, () => schema);
  return schema;
}

function definition(kind: string, versions: readonly string[], spec: object, group = GROUP): object {
  const singular = kind.toLowerCase();
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${singular}s.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural: `${singular}s`, singular, listKind: `${kind}List` },
      versions: versions.map((name, index) => ({
        name,
        served: true,
        storage: index === 0,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { apiVersion: text, kind: text, metadata: { type: 'object' }, spec },
          },
        },
      })),
    },
  };
}
