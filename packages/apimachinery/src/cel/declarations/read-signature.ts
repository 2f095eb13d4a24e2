import { type CelType, listOf, mapOf, type SimpleKind, simpleType } from '../types/cel-type.ts';
import type { Overload } from './declaration.ts';

/** Reads the text of an overload: `(A, list(A)) -> bool`, `string.(int) -> string`. */
export function readSignature(text: string): Pick<Overload, 'isMember' | 'args' | 'result' | 'typeParameters'> {
  const reader: Reader = { text, at: 0, parameters: new Set() };
  const target = text.startsWith('(') ? undefined : readType(reader);
  if (target !== undefined) skip(reader, '.');
  const others = readTypes(reader);
  skip(reader, ' -> ');
  const result = readType(reader);
  if (reader.at < text.length) throw new Error(`the end of ${text} cannot be read`);
  return {
    isMember: target !== undefined,
    args: target === undefined ? others : [target, ...others],
    result,
    typeParameters: [...reader.parameters],
  };
}

interface Reader {
  readonly text: string;
  at: number;
  readonly parameters: Set<string>;
}

function skip(reader: Reader, part: string): void {
  if (!reader.text.startsWith(part, reader.at)) throw new Error(`${reader.text} has no "${part}" at ${reader.at}`);
  reader.at += part.length;
}

/** `(int, string)`. */
function readTypes(reader: Reader): CelType[] {
  const types: CelType[] = [];
  skip(reader, '(');
  while (reader.text[reader.at] !== ')') {
    if (types.length > 0) skip(reader, ', ');
    types.push(readType(reader));
  }
  skip(reader, ')');
  return types;
}

const simpleKinds: ReadonlySet<string> = new Set<SimpleKind>([
  'bool',
  'bytes',
  'double',
  'duration',
  'dyn',
  'int',
  'string',
  'timestamp',
  'uint',
]);

function readType(reader: Reader): CelType {
  const name = readName(reader);
  if (isSimple(name)) return simpleType(name);
  if (/^[A-Z]$/.test(name)) {
    reader.parameters.add(name);
    return { kind: 'parameter', name };
  }
  const [first, second] = reader.text[reader.at] === '(' ? readTypes(reader) : [];
  if (name === 'list' && first !== undefined) return listOf(first);
  if (name === 'map' && first !== undefined && second !== undefined) return mapOf(first, second);
  if (name === 'type' && first !== undefined) return { kind: 'type', of: first };
  return { kind: 'opaque', name, parameters: first === undefined ? [] : [first] };
}

function isSimple(name: string): name is SimpleKind {
  return simpleKinds.has(name);
}

function readName(reader: Reader): string {
  // A dot before a parenthesis ends the type of what stands before it.
  const [name = ''] = /^(?:\w|\.(?!\())+/.exec(reader.text.slice(reader.at)) ?? [];
  if (name === '') throw new Error(`${reader.text} has no type at ${reader.at}`);
  reader.at += name.length;
  return name;
}
