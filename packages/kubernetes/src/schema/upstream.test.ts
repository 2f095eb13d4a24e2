import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { describe, expect, test } from 'vitest';
import { comparableDescription, exactDescriptionOf } from '../data/go-descriptions.ts';
import { type Describe, RefusedTypeError } from './go-schema.ts';
import { openApiSchemaOf } from './open-api-schema.ts';
import { serverSchemaOf } from './server-schema.ts';

/** What tools/builtin-types writes for comparison. */
interface Expected {
  readonly controllerGen: { readonly [typeName: string]: JsonSchemaProps };
  readonly published: { readonly [name: string]: JsonSchemaProps };
}

const expected = readExpected();

/** Types that controller-gen makes an error of too: they hold an interface, or structs without JSON tags. */
const refused = [
  'apiextensions/v1.CustomResourceDefinition',
  'apiextensions/v1.CustomResourceDefinitionList',
  'apiextensions/v1.CustomResourceDefinitionSpec',
  'apiextensions/v1.CustomResourceDefinitionVersion',
  'apiextensions/v1.CustomResourceValidation',
  'apiextensions/v1.JSONSchemaDefinitions',
  'apiextensions/v1.JSONSchemaDependencies',
  'apiextensions/v1.JSONSchemaProps',
  'apiextensions/v1.JSONSchemaPropsOrArray',
  'apiextensions/v1.JSONSchemaPropsOrBool',
  'apiextensions/v1.JSONSchemaPropsOrStringArray',
  'meta/v1.Table',
  'meta/v1.TableRow',
];

describe.skipIf(!expected)('compared with Kubernetes itself', () => {
  test.each([
    ['without prose', undefined, () => undefined],
    ['with prose', exactDescriptionOf, comparableDescription],
  ] as const)('openApiSchemaOf gives what controller-tools gives, for every type, %s', (mode, describe, prose) => {
    const schemas = Object.entries(expected?.controllerGen ?? {});
    const found = schemas.map(([name]) => [name, schemaOrRefusal(name, describe)] as const);
    const differing = schemas.filter(
      ([name, want], i) => !refused.includes(name) && canonical(found[i]?.[1]) !== canonical(withProse(want, prose)),
    );
    console.log(
      `types as controller-gen has them, ${mode}: ${schemas.length - differing.length - refused.length} of ${schemas.length - refused.length}`,
    );
    expect(differing.map(([name]) => name)).toEqual([]);
    expect(found.filter(([, schema]) => schema === undefined).map(([name]) => name)).toEqual(refused);
    expect(schemas.length).toBeGreaterThan(1000);
  });

  test('serverSchemaOf gives what Kubernetes publishes, for every type', () => {
    const published = Object.entries(expected?.published ?? {}).flatMap(([name, schema]) => {
      const typeName = typeNameOfDefinition(name);
      return typeName && schema.properties ? [[typeName, schema] as const] : [];
    });
    const differing = published.flatMap(([typeName, schema]) => structuralDifferences(typeName, schema));
    console.log(
      `types as the API server publishes them: ${published.length - differing.length} of ${published.length}`,
    );
    expect(differing).toEqual([]);
    expect(published.length).toBeGreaterThan(700);
  });
});

function schemaOrRefusal(typeName: string, describe: Describe | undefined): JsonSchemaProps | undefined {
  try {
    return openApiSchemaOf(typeName, { descriptions: describe ?? false });
  } catch (error) {
    if (error instanceof RefusedTypeError) return undefined;
    throw error;
  }
}

/** A schema whose descriptions are replaced at every depth; undefined leaves them out. */
function withProse(schema: JsonSchemaProps, replace: (text: string) => string | undefined): JsonSchemaProps {
  const { description, properties, items, additionalProperties, ...rest } = schema;
  const inner = (child: JsonSchemaProps): JsonSchemaProps => withProse(child, replace);
  const prose = description === undefined ? undefined : replace(description);
  return {
    ...rest,
    ...(prose !== undefined && { description: prose }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, inner(property)])),
    }),
    ...(items && { items: inner(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object' ? inner(additionalProperties) : additionalProperties,
    }),
  };
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** `io.k8s.api.apps.v1.Deployment` is `apps/v1.Deployment`. */
function typeNameOfDefinition(name: string): string | undefined {
  const match =
    /^io\.k8s\.(?:api|apimachinery\.pkg\.apis|apiextensions-apiserver\.pkg\.apis|kube-aggregator\.pkg\.apis)\.(\w+)\.(\w+)\.(\w+)$/.exec(
      name,
    );
  // metav1.Patch is any JSON, and not in the data file.
  if (!match || name.endsWith('.meta.v1.Patch')) return undefined;
  const [, group, version, type] = match;
  return `${group === 'apiserverinternal' ? 'internal' : group}/${version}.${type}`;
}

const structure = [
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-map-type',
  'x-kubernetes-patch-strategy',
  'x-kubernetes-patch-merge-key',
  'default',
  'type',
  'format',
] as const;

/** One line a type whose structure is not what is published. */
function structuralDifferences(typeName: string, published: JsonSchemaProps): string[] {
  const ours = serverSchemaOf(typeName);
  const differences: string[] = [];
  const compare = (what: string, a: unknown, b: unknown) => {
    if (canonical(a) !== canonical(b)) differences.push(`${what}: ${canonical(a)}, published ${canonical(b)}`);
  };
  compare('required', ours.required ?? [], [...(published.required ?? [])].sort());
  compare('fields', Object.keys(ours.properties ?? {}).sort(), Object.keys(published.properties ?? {}).sort());
  compare('map type', ours['x-kubernetes-map-type'], published['x-kubernetes-map-type']);
  for (const [name, property] of Object.entries(published.properties ?? {})) {
    const reference = property.$ref !== undefined || property.allOf !== undefined || property.oneOf !== undefined;
    for (const key of structure) {
      // The target of a reference is compared where it is declared.
      if (reference && (key === 'type' || key === 'format' || key === 'x-kubernetes-map-type')) continue;
      const mine = ours.properties?.[name]?.[key];
      const theirs = property[key];
      // Kubernetes publishes Go's zero value as the default of each field that is required.
      if (key === 'default' && mine === undefined && isZero(theirs)) continue;
      compare(`${name}.${key}`, mine, theirs);
    }
  }
  return differences.length > 0 ? [`${typeName} ${differences.join('; ')}`] : [];
}

function isZero(value: unknown): boolean {
  return value === '' || value === 0 || value === false || canonical(value) === '{}';
}

/** Runs the Go tool. Skips the comparison, with a message, without Go or its modules. */
function readExpected(): Expected | undefined {
  const folder = fileURLToPath(new URL('../../../../tools/builtin-types', import.meta.url));
  // Unit tests do not download: only CI, which asks for it, does.
  const wanted = process.env['KB_ORACLE'] === '1';
  const env = { ...process.env, ...(!wanted && { GOPROXY: 'off' }) };
  const output = mkdtempSync(join(tmpdir(), 'kb-builtin-types-'));
  try {
    const file = join(output, 'expected.json');
    const { status, error, stderr } = spawnSync('go', ['run', '.', 'schemas', file], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    if (status === 0) return JSON.parse(readFileSync(file, 'utf8'));
    if (wanted) throw new Error(`tools/builtin-types failed: ${error?.message ?? stderr}`);
    const reason = error ? 'there is no Go here' : `its Go modules are not downloaded (KB_ORACLE=1 does it)`;
    console.warn(`SKIPPED: built-in types are not compared with controller-gen and Kubernetes: ${reason}`);
    return undefined;
  } finally {
    rmSync(output, { recursive: true });
  }
}
