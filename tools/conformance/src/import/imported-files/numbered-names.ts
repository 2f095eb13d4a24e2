import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { kindsOf } from '../narrowness/kinds-of.ts';

/** Names of types with a digit that no name in the CRDs has: they were numbered to distinguish two types. */
export function numberedNames(names: readonly string[], sourceNames: ReadonlySet<string>): string[] {
  const known = [...sourceNames].filter((name) => /\d/.test(name) && /[a-z]/i.test(name)).flatMap(formsOf);
  const longestFirst = known.toSorted((a, b) => b.length - a.length);
  return names.filter((name) => {
    if (!/\d/.test(name)) return false;
    let rest = name.toLowerCase();
    for (const form of longestFirst) rest = rest.replaceAll(form, ' ');
    return /\d/.test(rest);
  });
}

/** A name as it may be part of another one: without separators, and in the singular. */
function formsOf(name: string): string[] {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const singular = [
    plain.endsWith('ies') ? plain.replace(/ies$/, 'y') : plain,
    plain.replace(/es$/, ''),
    plain.replace(/s$/, ''),
  ];
  return [...new Set([plain, ...singular])];
}

/**
 * The names in a CRD: its kind, every property, and capitalised words of descriptions.
 */
export function namesInDefinition(definition: JsonObject): Set<string> {
  const names = new Set<string>();
  const visit = (schema: JsonSchemaProps): void => {
    for (const [name] of (schema.description ?? '').matchAll(/\b[A-Z]\w*\d\w*/g)) names.add(name);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      names.add(name);
      visit(property);
    }
    for (const child of [schema.items, schema.additionalProperties]) if (typeof child === 'object') visit(child);
  };
  for (const { kind, schema } of kindsOf(definition)) {
    names.add(kind);
    visit(schema);
  }
  const { spec } = definition;
  if (isJsonObject(spec) && isJsonObject(spec['names']) && typeof spec['names']['plural'] === 'string')
    names.add(spec['names']['plural']);
  return names;
}
