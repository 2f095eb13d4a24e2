import type { TypeUse } from '../../model/model.ts';
import { ts } from '../../compiler.ts';

/** Returns a key that identifies a type, independent of the place of its use. */
export function keyOf(use: TypeUse): string {
  switch (use.kind) {
    case 'named':
      return use.id;
    case 'builtIn':
      return use.name;
    case 'scalar':
      return use.scalar;
    case 'nullable':
      return `${keyOf(use.of)}|null`;
    case 'map':
      return `{${keyOf(use.values)}}`;
    case 'list':
      return use.minItems === undefined && use.maxItems === undefined
        ? `${keyOf(use.items)}[]`
        : `${keyOf(use.items)}[${use.minItems ?? 0},${use.maxItems ?? ''}]`;
    default:
      return JSON.stringify(use, withoutPlaces);
  }
}

function withoutPlaces(key: string, value: unknown): unknown {
  return key === 'span' ? undefined : value;
}

/** Returns a key that identifies a type of the compiler: the files and names of declared types, otherwise its text. */
export function keyOfType(checker: ts.TypeChecker, type: ts.Type, depth = 0): string {
  const text = checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  const symbol = type.aliasSymbol ?? type.getSymbol();
  const [declaration] = symbol?.declarations ?? [];
  if (depth > 20) return text;
  if (declaration === undefined)
    return type.isUnion() ? type.types.map((part) => keyOfType(checker, part, depth + 1)).join('|') : text;
  const given = typeArgumentsOf(checker, type).map((argument) => keyOfType(checker, argument, depth + 1));
  // An inline object is identified by its place.
  const at = symbol?.name.startsWith('__') === true ? `:${declaration.pos}` : '';
  return `${declaration.getSourceFile().fileName}${at}#${text}${given.length === 0 ? '' : `<${given.join(',')}>`}`;
}

/** The type arguments of an instance. */
function typeArgumentsOf(checker: ts.TypeChecker, type: ts.Type): readonly ts.Type[] {
  if (type.aliasSymbol !== undefined) return type.aliasTypeArguments ?? [];
  const isReference =
    (type.flags & ts.TypeFlags.Object) !== 0 && ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0;
  if (!isReference) return [];
  const reference = type as ts.TypeReference;
  const count = reference.target.typeParameters?.length ?? 0;
  return checker.getTypeArguments(reference).slice(0, count);
}
