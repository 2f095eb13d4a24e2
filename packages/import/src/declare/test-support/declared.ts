import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { planTypes } from '../../plan/plan-types.ts';
import { printFile } from '../../print/print-file.ts';
import type { CustomResourceDefinition } from '../../read/custom-resource-definition.ts';
import { declareFolder } from '../declare-folder.ts';

function definition(root: JsonSchemaProps, kind = 'Widget'): CustomResourceDefinition {
  const plural = `${kind.toLowerCase()}s`;
  return {
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: root } }],
    },
  };
}

export async function printed(root: JsonSchemaProps, kind?: string): Promise<string> {
  const [plan] = planTypes([definition(root, kind)]);
  if (plan === undefined) throw new Error('there is no plan');
  const folder = declareFolder(plan);
  const texts = await Promise.all(folder.files.map((file) => printFile(file, folder)));
  return texts.join('\n');
}

export const meta: { [name: string]: JsonSchemaProps } = {
  apiVersion: { type: 'string' },
  kind: { type: 'string' },
  metadata: { type: 'object' },
};

/**
 * The declaration of a field `x` of an object, without imports, and without the object around it if it adds nothing.
 */
export async function declared(schema: JsonSchemaProps, of: JsonSchemaProps = {}): Promise<string> {
  const spec: JsonSchemaProps = { type: 'object', ...of, properties: { x: schema, ...of.properties } };
  const text = await printed({ type: 'object', properties: { ...meta, spec } });
  const types = text.slice(text.indexOf('\n}\n') + 3).trim();
  // Its name is decided elsewhere.
  const named = types.replaceAll(/\b(?:WidgetX|WidgetItem|AOrB)\b/g, 'X');
  const inside = /^export interface WidgetSpec \{\n((?: {2}.*\n)*)\}(?:\n|$)/.exec(named);
  return inside === null
    ? named
    : `${(inside[1] ?? '').replaceAll(/^ {2}/gm, '')}${named.slice(inside[0].length)}`.trim();
}

export const text: JsonSchemaProps = { type: 'string' };
