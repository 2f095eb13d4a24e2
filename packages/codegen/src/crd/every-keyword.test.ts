import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { schemaKeywords } from '../markers/values/schema-patch.ts';
import { type DefinitionResult, definitionsOf } from '../test-support/generated-definitions.ts';
import type { Row } from './test-support/keyword-row.ts';
import { kubernetesKeywords } from './test-support/kubernetes-keywords.ts';
import { structureKeywords } from './test-support/structure-keywords.ts';
import { valueKeywords } from './test-support/value-keywords.ts';

/**
 * Every keyword of a schema, and the most specific marker or type that produces it. Each row must produce exactly its
 * schema on a field, on a declared type that fields refer to, on the elements of a list and on the values of a map. `kb
 * import` must read this table in the other direction.
 */

const rows: Readonly<Record<string, readonly Row[]>> = {
  ...valueKeywords,
  ...structureKeywords,
  ...kubernetesKeywords,
};

const all = Object.entries(rows).flatMap(([keyword, list]) => list.map((each) => ({ keyword, ...each })));

const imports =
  "import type { Bytes, int, int32, int64, float64, IntOrString, KubernetesObject, Narrowed, RawExtension, Time } from '@kb/apimachinery';\n";
const head = `// +kb:allowDangerousTypes\n\n${imports}`;
const kind = '// +kubebuilder:object:root=true\nexport interface Shop extends KubernetesObject { spec?: Spec }\n';
const lines = (markers: readonly string[]): string => markers.map((marker) => `// ${marker}\n`).join('');

/** Returns a source with a row in each place where a schema can be. */
function sourceOf({ type, markers = [], onType = markers }: Row): string {
  return [
    `${head}${lines(onType)}export type Declared = ${type};`,
    'export interface Spec {',
    `${lines(markers)}field?: ${type};`,
    'declared?: Declared;',
    'items?: Declared[];',
    'values?: Record<string, Declared>;',
    'nested?: Record<string, { inner?: Declared }[]>;',
    '}',
    kind,
  ].join('\n');
}

describe('produces every keyword in every place', () => {
  let results: DefinitionResult[];
  beforeAll(async () => {
    results = await definitionsOf(all.map((each) => ({ versions: { v1: sourceOf(each) } })));
  });

  test.each(all.map((each, index) => [`${each.keyword}: ${JSON.stringify(each.schema)}`, each, index] as const))(
    '%s',
    (_, { schema }, index) => {
      const { definition, diagnostics } = results[index] ?? { diagnostics: [] };
      expect(errorsOf(diagnostics)).toEqual([]);
      expect(specOf(definition)).toEqual({
        type: 'object',
        properties: {
          field: schema,
          declared: schema,
          items: { type: 'array', items: schema },
          values: { type: 'object', additionalProperties: schema },
          nested: {
            type: 'object',
            additionalProperties: { type: 'array', items: { type: 'object', properties: { inner: schema } } },
          },
        },
      });
    },
  );

  test('covers every keyword', () => {
    expect(Object.keys(rows).sort()).toEqual([...schemaKeywords.keys()].sort());
    const isNotThere = Object.entries(rows).filter(([keyword, list]) =>
      list.every(({ schema }) => !(keyword in schema)),
    );
    expect(isNotThere).toEqual([]);
  });
});

/** Returns the schema of the field `spec`. */
function specOf(definition: JsonObject | undefined): JsonValue | undefined {
  const path = ['spec', 'versions', '0', 'schema', 'openAPIV3Schema', 'properties', 'spec'];
  return path.reduce<JsonValue | undefined>(
    (value, key) =>
      typeof value === 'object' ? Object.entries(value ?? {}).find(([name]) => name === key)?.[1] : undefined,
    definition,
  );
}

/** Returns the errors, without the warnings. */
function errorsOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.flatMap(({ severity, line, message }) => (severity === 'error' ? [`${line}: ${message}`] : []));
}
