import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageNames, packageOf, typesOf } from '../../src/data/types.ts';
import type { TypeData, TypeName } from '../../src/data/type-data.ts';

/**
 * The classes of @kubernetes/client-node that stand for the data file's types, by type. A class is found by the rule
 * that client-node's generator has for its names (version and name, the group before them where two groups have the
 * same), and taken when its attributes are the type's fields.
 */
export function clientNodeNames(folder: string): ReadonlyMap<TypeName, string> {
  const result = new Map<TypeName, string>();
  for (const packageName of packageNames()) {
    if (packageOf(packageName)?.version === undefined && packageName !== 'meta/v1') continue;
    for (const type of typesOf(packageName)) {
      if (!type.struct) continue;
      const found = candidates(type).find((name) => existsSync(modelFile(folder, name)));
      if (found === undefined) continue;
      const difference = attributesDiffer(type, attributesOf(folder, found));
      if (difference === undefined) result.set(type.name, found);
      else if (!namesakes.has(type.name)) throw new Error(`${found} is not ${type.name}: ${difference}`);
    }
  }
  return result;
}

/** Types that client-node has only a namesake of, from another package. */
const namesakes: ReadonlySet<string> = new Set(['core/v1.Preconditions']);

function candidates(type: TypeData): string[] {
  const [group = '', version = ''] = type.package.split('/');
  const versioned = capitalise(version) + type.localName;
  return [capitalise(group) + versioned, versioned];
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function modelFile(folder: string, name: string): string {
  return join(folder, 'dist/gen/models', `${name}.js`);
}

/** JSON names of a class's attributes, from the table that its serializer uses. */
function attributesOf(folder: string, name: string): string[] {
  const source = readFileSync(modelFile(folder, name), 'utf8');
  return [...source.matchAll(/"baseName": "([^"]+)"/g)].map((match) => match[1] ?? '');
}

function attributesDiffer(type: TypeData, attributes: readonly string[]): string | undefined {
  const fields = new Set(fieldNames(type));
  const missing = [...fields].filter((name) => !attributes.includes(name));
  const extra = attributes.filter((name) => !fields.has(name));
  if (missing.length + extra.length === 0) return undefined;
  return `without ${missing.join(', ') || 'nothing'}, besides ${extra.join(', ') || 'nothing'}`;
}

/** All JSON names of a struct, those of embedded structs included. */
export function fieldNames(type: TypeData): string[] {
  const own = type.fields.map((field) => field.name);
  const inlined = type.inline.flatMap(({ type: reference }) => {
    const name = reference.kind === 'named' ? reference.name : undefined;
    const embedded =
      name === undefined ? undefined : typesOf(name.slice(0, name.lastIndexOf('.'))).find((t) => t.name === name);
    return embedded ? fieldNames(embedded) : [];
  });
  return [...inlined, ...own];
}
