import { memoryReader } from '@kb/codegen';
import { expect } from 'vitest';
import { importDefinitions, type ImportOptions, type ImportResult } from '../import-definitions.ts';
import type { ReadDefinition } from '../read/definition-place.ts';
import { readDefinitions } from '../read/read-definitions.ts';

export type Schema = Readonly<Record<string, unknown>>;
export type Files = Readonly<Record<string, string>>;

export const text: Schema = { type: 'string' };
export const object = (properties: Schema): Schema => ({ type: 'object', properties });
export const endpoint: Schema = object({ host: text, port: { type: 'integer', format: 'int32' } });

/** A definition whose kind has the given specs, by version; the first version is stored. */
export function definition(
  kind: string,
  specs: Readonly<Record<string, Schema>>,
  group = 'shop.example.com',
): ReadDefinition {
  const singular = kind.toLowerCase();
  const versions = Object.entries(specs).map(([name, spec], index) => ({
    name,
    served: true,
    storage: index === 0,
    schema: {
      openAPIV3Schema: object({ apiVersion: text, kind: text, metadata: { type: 'object' }, spec }),
    },
  }));
  const { definitions, diagnostics } = readDefinitions([
    {
      name: `${singular}.json`,
      text: JSON.stringify({
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: `${singular}s.${group}` },
        spec: {
          group,
          scope: 'Namespaced',
          names: { kind, plural: `${singular}s`, singular, listKind: `${kind}List` },
          versions,
        },
      }),
    },
  ]);
  expect(diagnostics).toEqual([]);
  const [read] = definitions;
  if (read === undefined) throw new Error('nothing was read');
  return read;
}

export const into = 'api';

export function importInto(
  files: Files,
  definitions: readonly ReadDefinition[],
  options: Partial<ImportOptions> = {},
): Promise<ImportResult> {
  return importDefinitions({ root: '/project', into, definitions, reader: memoryReader(files), ...options });
}

/** The files after an import. */
export function applied(files: Files, { plan }: ImportResult): Files {
  const result = new Map(Object.entries(files));
  for (const { path: file, after } of plan.changes) {
    if (after === undefined) result.delete(file);
    else result.set(file, after);
  }
  return Object.fromEntries(result);
}

/** Imports, expects no diagnostics, and returns the files after it. */
export async function imported(
  files: Files,
  definitions: readonly ReadDefinition[],
  options?: Partial<ImportOptions>,
): Promise<Files> {
  const result = await importInto(files, definitions, options);
  expect(result.diagnostics).toEqual([]);
  return applied(files, result);
}

export function changesOf({ plan }: ImportResult): readonly string[] {
  return plan.changes.map((change) => `${change.kind} ${change.path}`);
}

export const shop: ReadDefinition = definition('Shop', { v1: object({ name: text }) });
export const stall: ReadDefinition = definition('Stall', { v1: object({ endpoint }) });
export const cart: ReadDefinition = definition('Cart', {
  v1: object({ endpoint, wheels: { type: 'integer', format: 'int32' } }),
});

export const shopFile = 'api/shop.example.com/v1/shop.types.ts';
export const indexFile = 'api/shop.example.com/v1/index.ts';
export const infoFile = 'api/shop.example.com/v1/groupversion-info.ts';
