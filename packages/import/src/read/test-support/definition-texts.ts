import { formatDiagnostics } from '@kb/codegen';
import { expect } from 'vitest';
import { readDefinitions } from '../read-definitions.ts';

/** A definition in YAML, for tests to edit with `replace`. */
export const shops = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: shops.example.com
spec:
  group: example.com
  names:
    kind: Shop
    plural: shops
  scope: Namespaced
  versions:
    - name: v1
      schema:
        openAPIV3Schema:
          type: object
      served: true
      storage: true
`;

export const goods: string = shops.replaceAll('shops', 'goods').replaceAll('Shop', 'Good');
export const pod = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n';

/** The same in JSON. */
export const asObject = (plural = 'shops', kind = 'Shop'): Record<string, unknown> => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.example.com` },
  spec: {
    group: 'example.com',
    names: { kind, plural },
    scope: 'Namespaced',
    versions: [{ name: 'v1', schema: { openAPIV3Schema: { type: 'object' } }, served: true, storage: true }],
  },
});

/** The names and lines of the definitions, and the diagnostics. */
export function read(...texts: string[]): { definitions: string[]; reported: string; leftOut: readonly unknown[] } {
  const named = texts.map((text, index) => ({ name: texts.length === 1 ? 'crd.yaml' : `${index}.yaml`, text }));
  const { definitions, diagnostics, leftOut } = readDefinitions(named);
  return {
    definitions: definitions.map(
      ({ definition, place }) => `${definition.metadata.name} ${place.file}:${place.line} #${place.document}`,
    ),
    reported: formatDiagnostics(diagnostics),
    leftOut,
  };
}

/** The schema of the only version of the only definition. */
export function schemaIn(text: string): unknown {
  const { definitions, diagnostics } = readDefinitions([{ name: 'crd.yaml', text }]);
  expect(formatDiagnostics(diagnostics)).toBe('');
  return definitions[0]?.definition.spec.versions[0]?.schema.openAPIV3Schema;
}

export const withSchema = (lines: string): string =>
  shops.replace('          type: object\n', lines.replaceAll(/^(?=.)/gm, '          '));
