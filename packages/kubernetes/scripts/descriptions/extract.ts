import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TypeData, TypeName } from '../../src/data/type-data.ts';
import { typeNameOfClientNode, typeOf } from '../../src/data/types.ts';
import { clientNodeFolder } from '../wire-types/client-node-folder.ts';

/** Prose by type, then by field; the type's own under `''`. */
type Descriptions = Map<TypeName, Map<string, string>>;

/** The text of generated/descriptions.json for the package at `root`: one line a type, sorted. */
export function extractDescriptions(root: string): string {
  const models = join(clientNodeFolder(root), 'dist/gen/models');
  const result: Descriptions = new Map();
  for (const [className, typeName] of classes(root)) {
    const type = typeOf(typeName);
    if (!type) throw new Error(`client-node.json has ${typeName}, which the data file does not have`);
    for (const [property, text] of readProse(readFileSync(join(models, `${className}.d.ts`), 'utf8'))) {
      if (property === '') describe(result, type.name, '', text);
      else describeField(result, type, property, text);
    }
  }
  const sorted = [...result].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = sorted.map(
    ([name, fields]) => ` ${JSON.stringify(name)}: ${JSON.stringify(Object.fromEntries(fields))}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** Every class that stands for a type of the data file. */
function classes(root: string): [string, TypeName][] {
  const names: { [className: string]: string } = JSON.parse(readFileSync(join(root, 'data/client-node.json'), 'utf8'));
  return Object.keys(names).flatMap((name) => {
    const typeName = typeNameOfClientNode(name);
    return typeName === undefined ? [] : [[name, typeName]];
  });
}

/** The comments of a class's declaration: its own under `''`, its properties' under their names. Every one is a single line between two delimiters. */
export function readProse(source: string): Map<string, string> {
  const prose = new Map<string, string>();
  for (const match of source.matchAll(/\/\*\*\n *\* (.*)\n *\*\/\n *(?:'([^']+)'|export declare class)/g)) {
    prose.set(match[2] ?? '', unescape(match[1] ?? ''));
  }
  return prose;
}

/** Undoes what client-node's generator does to text in a comment. */
function unescape(text: string): string {
  return text.replaceAll('*_/', '*/').replace(/\\(["'\\])/g, '$1');
}

function describe(result: Descriptions, typeName: TypeName, field: string, text: string): void {
  let fields = result.get(typeName);
  if (!fields) result.set(typeName, (fields = new Map()));
  if (!fields.has(field)) fields.set(field, text);
}

/** Files a property's prose under the struct that declares it: client-node has the fields of embedded structs as properties of the embedding class. */
function describeField(result: Descriptions, type: TypeData, property: string, text: string): boolean {
  const field = type.fields.find(({ name }) => isAttribute(name, property));
  if (field) {
    describe(result, type.name, field.name, text);
    return true;
  }
  return type.inline.some(({ type: reference }) => {
    const embedded = reference.kind === 'named' ? typeOf(reference.name) : undefined;
    return embedded !== undefined && describeField(result, embedded, property, text);
  });
}

/** Whether client-node calls a JSON name so: reserved words get an underscore, other characters than letters become one, a `$` is dropped. */
function isAttribute(jsonName: string, attribute: string): boolean {
  return (
    jsonName === attribute ||
    `_${jsonName}` === attribute ||
    `$${attribute}` === jsonName ||
    jsonName.replace(/[^A-Za-z0-9]/g, '_') === attribute
  );
}
