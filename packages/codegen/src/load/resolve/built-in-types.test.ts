import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import {
  flattenEmbedded,
  isExported,
  openApiSchemaOf,
  packageNames,
  packageOf,
  RefusedTypeError,
  type TypeData,
  typeNameOfClientNode,
  typeOf,
  typesOf,
} from '@kb/kubernetes/data';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { compareText } from '../../text/compare-text.ts';
import { createSchemaBuilder } from '../../crd/schema/schema-builder.ts';
import { createReporter } from '../../diagnostic/reporter.ts';
import { memoryReader } from '../../read/source-reader.ts';
import { placeOfType, resultsOf } from '../../test-support/type-cases.ts';
import { loadModel } from '../load-model.ts';

/** A field for every type of the data file, written in any one of the possible ways. */
interface Sample {
  readonly name: string;
  readonly type: string;
  readonly want: JsonSchemaProps;
}

const all = packageNames().flatMap((name) => typesOf(name));
const importable = all.filter((type) => packageOf(type.package)?.group !== undefined && isExported(type));
const alias = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '_');

function schemaOf(name: string): JsonSchemaProps | undefined {
  try {
    return openApiSchemaOf(name);
  } catch (error) {
    if (error instanceof RefusedTypeError) return undefined;
    throw error;
  }
}

function fieldNames(type: TypeData): string[] {
  const inherited = type.inline.flatMap(({ type: parent }) => {
    const data = parent.kind === 'named' ? typeOf(parent.name) : undefined;
    return data === undefined ? [] : fieldNames(data);
  });
  return [...inherited, ...type.fields.map(({ name }) => name)];
}

const samples: Sample[] = importable.flatMap((type) => {
  const want = schemaOf(type.name);
  if (want === undefined || isRecursive(want)) return [];
  const written = `${alias(type.package)}.${type.localName}`;
  const plain = { name: type.name, type: written, want };
  const names = type.struct && type.override === undefined ? fieldNames(type) : [];
  if (names.length === 0) return [plain];
  const keys = names.map((name) => JSON.stringify(name)).join(' | ');
  return [plain, { name: `Pick of all of ${type.name}`, type: `Pick<${written}, ${keys}>`, want: ownKeysOf(want) }];
});

/** True for a schema with an empty schema inside: controller-gen writes one for a type inside itself. */
function isRecursive(schema: JsonSchemaProps): boolean {
  return schema.type === 'object' && JSON.stringify(schema).includes('"items":{}');
}

/** A Pick of a struct's fields drops the struct's own markers. */
function ownKeysOf({ properties, required }: JsonSchemaProps): JsonSchemaProps {
  return {
    type: 'object',
    ...(properties !== undefined && { properties }),
    ...(required !== undefined && { required }),
  };
}

/** The classes of @kubernetes/client-node for types of the data file. */
const clientNodeNames = [
  ...readFileSync(
    createRequire(import.meta.url)
      .resolve('@kubernetes/client-node')
      .replace(/dist\/index\.js$/, 'dist/gen/models/all.d.ts'),
    'utf8',
  ).matchAll(/models\/(\w+)\.js/g),
].flatMap(([, name = '']) => (typeNameOfClientNode(name) === undefined ? [] : [name]));

const imports = packageNames()
  .filter((name) => packageOf(name)?.group !== undefined)
  .map((name) => `import type * as ${alias(name)} from '@kb/kubernetes/${name}';`)
  .join('\n');

/**
 * Builds the schemas of types, as fields of one interface. The API server's checks are off, because it would refuse
 * some of Kubernetes' own types in a CRD.
 */
function schemasOf(types: readonly string[], before: string): Map<string, JsonSchemaProps> {
  const file = 'api/src/types.ts';
  const fields = types.map((type, index) => `f${index}: ${type};`).join('\n');
  const text = `import type { KubernetesObject } from '@kb/apimachinery';\n${before}\n// +kubebuilder:object:root=true\nexport interface Shop extends KubernetesObject {\n${fields}\n}\n`;
  const reader = memoryReader({
    [file]: text,
    'api/src/info.ts': '// +groupName=example.com\n// +versionName=v1\nexport {};\n',
  });
  const reporter = createReporter(reader);
  const model = loadModel({
    reader,
    reporter,
    apiPackages: [{ name: '@example/api', folder: 'api' }],
    controllerFolders: [],
    ignoredMarkers: [],
    allowFloats: true,
  });
  const builder = createSchemaBuilder({ model, reporter, builtInDescriptions: false, embeddedObjectMeta: false });
  const { properties = {} } = flattenEmbedded(builder.schemaOf(`${file}#Shop`));
  expect(reporter.diagnostics().map(({ line, message }) => `${line} ${message}`)).toEqual([]);
  return new Map(types.map((type, index) => [type, properties[`f${index}`] ?? {}]));
}

describe('a type of Kubernetes as the type of a field', () => {
  test("has controller-gen's schema, and so has a Pick of all its fields", () => {
    expect(samples.length).toBeGreaterThan(1500);
    const found = schemasOf(
      samples.map(({ type }) => type),
      imports,
    );
    const different = samples.filter(({ type, want }) => !isEqual(found.get(type), want));
    expect(different.map(({ name }) => name)).toEqual([]);
  });

  test('has the same schema with a brand beside it', () => {
    const branded = (type: string): string => `${type} & { readonly __brand: 'B' }`;
    const written = samples.filter(({ type }) => !type.startsWith('Pick<'));
    const found = schemasOf(
      written.map(({ type }) => branded(type)),
      imports,
    );
    const different = written.filter(({ type, want }) => !isEqual(found.get(branded(type)), want));
    expect(different.map(({ name }) => name)).toEqual([]);
  });

  test('has the same schema under its name in @kubernetes/client-node', () => {
    const names = clientNodeNames.filter((name) => {
      const want = schemaOf(typeNameOfClientNode(name) ?? '');
      return want !== undefined && !isRecursive(want);
    });
    expect(names.length).toBeGreaterThan(500);
    const schemas = schemasOf(names, `import type { ${names.join(', ')} } from '@kubernetes/client-node';`);
    const different = names.filter(
      (name) => !isEqual(schemas.get(name), openApiSchemaOf(typeNameOfClientNode(name) ?? '')),
    );
    expect(different).toEqual([]);
  });

  test('is reported at the field if it has no schema, or contains itself', async () => {
    const without = importable.filter(({ name }) => {
      const want = schemaOf(name);
      return want === undefined || isRecursive(want);
    });
    expect(without.length).toBeGreaterThan(5);
    const cases = without.map((type) => ({ type: `${alias(type.package)}.${type.localName}`, before: imports }));
    const results = await resultsOf(cases);
    results.forEach(({ diagnostics }, index) => {
      const place = placeOfType(cases[index] ?? { type: '' });
      expect(diagnostics).toContainEqual(expect.objectContaining({ line: place.line, hint: expect.any(String) }));
    });
  });
});

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(normal(a)) === JSON.stringify(normal(b));
}

/** Drops what Go omits, and sorts. */
function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normal);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== false && inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]): [string, unknown] => [
        key,
        key === 'required' && Array.isArray(inner) ? inner.map(String).toSorted(compareText) : normal(inner),
      ]),
  );
}
