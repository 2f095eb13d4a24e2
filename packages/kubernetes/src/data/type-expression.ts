import type { PackageName, ScalarName, TypeName, TypeRef } from './type-data.ts';

const scalars: ReadonlySet<string> = new Set<ScalarName>([
  'string',
  'bool',
  'int',
  'int8',
  'int16',
  'int32',
  'int64',
  'uint',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
  'float32',
  'float64',
]);

function isScalar(name: string): name is ScalarName {
  return scalars.has(name);
}

/** Reads a type expression of the data file (`map[string]*core/v1.Container`), as seen from a package. */
export function parseTypeExpression(text: string, from: PackageName): TypeRef {
  if (text.startsWith('*')) return { ...parseTypeExpression(text.slice(1), from), pointer: true };
  if (text === '[]byte') return { kind: 'bytes' };
  if (text.startsWith('[]')) return { kind: 'list', items: parseTypeExpression(text.slice(2), from) };
  if (text.startsWith('map[')) {
    const end = text.indexOf(']');
    return {
      kind: 'map',
      keys: parseTypeExpression(text.slice(4, end), from),
      values: parseTypeExpression(text.slice(end + 1), from),
    };
  }
  if (text === 'any') return { kind: 'any' };
  if (isScalar(text)) return { kind: 'scalar', name: text };
  return { kind: 'named', name: fullName(text, from) };
}

function fullName(name: string, from: PackageName): TypeName {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? `${from}.${name}` : `${name.slice(0, dot)}.${name.slice(dot + 1)}`;
}
