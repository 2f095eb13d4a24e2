import type { JsonValue } from '@kb/apimachinery';
import { dataLines } from '../template/print-template.ts';

/** A value of a chart: what `values.yaml` and `values.schema.json` say about it. */
export interface ValueDefinition {
  /** Its place, such as `manager.image.tag`. */
  readonly path: string;
  /** What it is for, in a sentence. */
  readonly comment: string;
  readonly value: JsonValue;
  /** Its JSON schema. */
  readonly schema: JsonSchema;
}

/** A JSON schema. */
export type JsonSchema = { readonly [key: string]: JsonValue };

/** Prints `values.yaml`: each value after its comment. */
export function printValues(title: string, definitions: readonly ValueDefinition[]): string {
  const lines = [`# ${title}`];
  let open: string[] = [];
  for (const { path, comment, value } of definitions) {
    const keys = path.split('.');
    const [folders, name] = [keys.slice(0, -1), keys.at(-1) ?? ''];
    const shared = folders.findIndex((key, index) => open[index] !== key);
    const start = shared === -1 ? folders.length : shared;
    folders.slice(start).forEach((key, index) => {
      if (start + index === 0) lines.push('');
      lines.push(`${' '.repeat(2 * (start + index))}${key}:`);
    });
    open = folders;
    if (folders.length === 0) lines.push('');
    lines.push(`${' '.repeat(2 * folders.length)}# ${comment}`);
    lines.push(...dataLines({ [name]: value }, 2 * folders.length));
  }
  return `${lines.join('\n')}\n`;
}

/** Prints `values.schema.json`: unknown values are refused, so that a misspelt one is seen. */
export function printValuesSchema(definitions: readonly ValueDefinition[], rules: readonly JsonSchema[]): string {
  const root: MutableSchema = { type: 'object', additionalProperties: false, properties: {} };
  for (const { path, comment, schema } of definitions) {
    const keys = path.split('.');
    let place = root;
    for (const key of keys.slice(0, -1)) {
      const next = place.properties[key] ?? { type: 'object', additionalProperties: false, properties: {} };
      place.properties[key] = next;
      place = next;
    }
    place.properties[keys.at(-1) ?? ''] = { description: comment, ...schema } as unknown as MutableSchema;
  }
  // A chart that has this one as a part passes its global values on.
  root.properties['global'] = { type: 'object' } as unknown as MutableSchema;
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...root,
    ...(rules.length > 0 && { allOf: rules }),
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

interface MutableSchema {
  type: string;
  additionalProperties: boolean;
  properties: Record<string, MutableSchema>;
}
