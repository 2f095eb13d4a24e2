import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { memoryReader } from '@kb/codegen';
import { openApiSchemaOf } from '@kb/kubernetes/data';
import { describe, expect, test } from 'vitest';
import { importDefinitions } from './import-definitions.ts';
import { readDefinitions } from './read/read-definitions.ts';

type Properties = Readonly<Record<string, JsonSchemaProps>>;

/** The imported types of definitions, as one text. All must be generated again unchanged. */
async function typesOf(text: string): Promise<string> {
  const { definitions, diagnostics } = readDefinitions([{ name: 'shops.yaml', text }]);
  expect(diagnostics).toEqual([]);
  const reader = memoryReader({});
  const result = await importDefinitions({ root: '/project', into: 'api', definitions, reader });
  expect(result.diagnostics).toEqual([]);
  const files = result.plan.changes.filter((file) => file.path.endsWith('.types.ts'));
  return files.map((file) => ('after' in file ? file.after : '')).join('\n');
}

/** The imported types of a kind whose spec has these fields. */
function typesOfSpec(properties: Properties): Promise<string> {
  const typeMeta = { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: { type: 'object' } };
  const spec = { type: 'object', properties };
  return typesOf(
    JSON.stringify({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'shops.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { kind: 'Shop', plural: 'shops', singular: 'shop', listKind: 'ShopList' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', properties: { ...typeMeta, spec } } },
          },
        ],
      },
    }),
  );
}

/** The schema of a type of Kubernetes, with its descriptions. */
function today(name: string): JsonSchemaProps & { readonly properties: Properties } {
  const schema = openApiSchemaOf(name, { descriptions: true });
  return { ...schema, properties: schema.properties ?? {} };
}

/** The text of the interface with a name. */
function interfaceIn(types: string, name: string): string {
  return new RegExp(`^export interface ${name} (?:[^{]*\\{\\}$|[^]*?^\\}$)`, 'm').exec(types)?.[0] ?? '';
}

const container = today('core/v1.Container');
const podSpec = today('core/v1.PodSpec');

describe('a copy of a type of Kubernetes', () => {
  test('is that type where nothing differs, with quantities that may be numbers', async () => {
    const types = await typesOfSpec({ container, toleration: today('core/v1.Toleration') });
    expect(types).toContain('container?: WithQuantities<Container>;');
    expect(types).toContain('toleration?: Toleration;');
    expect(types.match(/^export interface/gm)).toHaveLength(2);
  });

  test('of an older release omits the newer fields', async () => {
    const { resizePolicy: _, restartPolicyRules: __, ...older } = container.properties;
    const types = await typesOfSpec({ container: { ...container, properties: older } });
    expect(interfaceIn(types, 'Container')).toBe(
      "export interface Container extends Omit<WithQuantities<CoreContainer>, 'resizePolicy' | 'restartPolicyRules'> {}",
    );
  });

  test('declares the newer fields, and those of another type', async () => {
    const newer: Properties = {
      hue: { type: 'string', description: 'New.' },
      image: { type: 'integer', format: 'int32' },
    };
    const types = await typesOfSpec({ container: { ...container, properties: { ...container.properties, ...newer } } });
    expect(interfaceIn(types, 'Container')).toBe(
      [
        "export interface Container extends Omit<WithQuantities<CoreContainer>, 'image'> {",
        '  /** New. */',
        '  hue?: string;',
        '  image?: int32;',
        '}',
      ].join('\n'),
    );
  });

  test('declares fields with other descriptions, and keeps their type of Kubernetes', async () => {
    const workingDir = { ...container.properties['workingDir'], description: 'Where it works.' };
    const description = 'A longer text than what a marker says beside the type. '.repeat(100).trim();
    const image = { ...container.properties['image'], description };
    const properties = { ...container.properties, image, workingDir };
    const types = await typesOfSpec({ container: { ...container, properties } });
    expect(interfaceIn(types, 'Container')).toBe(
      [
        'export interface Container extends WithQuantities<CoreContainer> {',
        `  /** ${description} */`,
        '  image?: string;',
        '  /** Where it works. */',
        '  workingDir?: string;',
        '}',
      ].join('\n'),
    );
  });

  test('that differs deep inside declares the difference there', async () => {
    const { stdin: _, ...older } = container.properties;
    const containers = { ...podSpec.properties['containers'], items: { ...container, properties: older } };
    const types = await typesOfSpec({ pod: { ...podSpec, properties: { ...podSpec.properties, containers } } });
    expect(interfaceIn(types, 'Container')).toBe(
      "export interface Container extends Omit<WithQuantities<CoreContainer>, 'stdin'> {}",
    );
    expect(interfaceIn(types, 'PodSpec')).toMatch(/'containers'/);
    expect(interfaceIn(types, 'PodSpec')).toContain('  containers: Container[];');
    expect(types.split('\n').length).toBeLessThan(100);
  });

  test('with few fields picks them', async () => {
    const { image, name, command, args } = container.properties;
    const properties = { args, command, image, name, more: { type: 'string' } };
    const types = await typesOfSpec({ container: JSON.parse(JSON.stringify({ type: 'object', properties })) });
    expect(interfaceIn(types, 'Container')).toMatch(/extends Pick<CoreContainer, 'args' \| 'command' \| 'image'> /);
  });

  test("without Kubernetes' descriptions declares all of its fields", async () => {
    const description = 'Of the shop. '.repeat(50).trim();
    const properties = Object.fromEntries(
      Object.entries(container.properties).map(([name, schema]) => [name, { ...schema, description }]),
    );
    const types = await typesOfSpec({ container: { ...container, properties } });
    expect(interfaceIn(types, 'Container').match(/\/\*\* Of the shop\./g)).toHaveLength(Object.keys(properties).length);
  });
});

const corpus = path.join(import.meta.dirname, '../../../../shared/corpus/crds');
const isThere = existsSync(corpus);
if (!isThere) console.warn('SKIPPED: there is no corpus of real CRDs beside the project: no import was measured');

describe.skipIf(!isThere)('real definitions with Pod templates give', () => {
  test.each([['cloudnative-pg/poolers.postgresql.cnpg.io.yaml', 1420]])('%s: at most %d lines', async (file, most) => {
    const types = await typesOf(readFileSync(path.join(corpus, file), 'utf8'));
    expect(types.split('\n').length).toBeLessThanOrEqual(most);
    expect(types.split('\n').length).toBeGreaterThan(0.8 * most);
  });
});
