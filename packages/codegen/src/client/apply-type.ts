import type { Field, Model, NamedType, TypeId, TypeUse } from '../model/model.ts';
import { allFields, type DeclaredObject, hasApplyInterface, hasBuiltInParent, resolveUse } from './resolve-use.ts';
import { literals, quote } from './source-text.ts';
import {
  listOfIntersection,
  listOfUnion,
  mapOf,
  orNull,
  plain,
  type TypeLayout,
  unionOf,
  withArguments,
} from './type-layout.ts';

/** Resolves the names of types in generated sources. */
export interface TypeTexts {
  readonly model: Model;
  /** The name of the interface for server-side apply of a declared object; undefined for types without one. */
  applyNameOf(id: TypeId): string | undefined;
  /** The API's own type by its name; the file then imports it. */
  sourceOf(id: TypeId): string;
  /** True when the file can import the API's own type by its name. */
  isExported(id: TypeId): boolean;
}

/**
 * Prints the type of a field for server-side apply. `source` prints the API's own type of the field; it is called only
 * when needed.
 */
export function applyTypeOf(texts: TypeTexts, { type, markers }: Field, source: () => string): TypeLayout {
  return applyUse(texts, type, listMapKeys(markers), source);
}

/** `keys` are the keys that identify the elements of a list, if the place that uses the type declares them. */
function applyUse(texts: TypeTexts, use: TypeUse, given: readonly string[], source: () => string): TypeLayout {
  const { type, declarations, nullable } = resolveUse(texts.model, use);
  const keys = [...given, ...declarations.flatMap(({ markers }) => listMapKeys(markers))];
  if (type.kind === 'union' && isNamed(texts, type)) {
    const parts = type.branches.map((branch) => applyUse(texts, branch.type, [], source).flat);
    return unionOf(nullable ? [...parts, 'null'] : parts);
  }
  const layout = withoutNull(texts, type, declarations, keys, source);
  return nullable ? orNull(layout) : layout;
}

function withoutNull(
  texts: TypeTexts,
  type: TypeUse,
  declarations: readonly NamedType[],
  keys: readonly string[],
  source: () => string,
): TypeLayout {
  switch (type.kind) {
    case 'scalar':
      // The author's types of int64 and int: what was read can be applied.
      if (type.scalar === 'int64' || type.scalar === 'int') return unionOf(['number', 'bigint']);
      return plain(scalarTexts[type.scalar] ?? 'number');
    case 'enum':
      return enumType(texts, type.values, declarations, source);
    case 'list': {
      // Only the tuple's own type gives its length.
      if (!isNamed(texts, type.items) || type.maxItems !== undefined) {
        return keys.length > 0
          ? withArguments('kb.ApplyListMap', [source(), literals(keys)])
          : withArguments('kb.Apply', [source()]);
      }
      return listOf(texts, type.items, keys, source);
    }
    case 'map':
      if (!isNamed(texts, type.values)) return withArguments('kb.Apply', [source()]);
      return mapOf(applyUse(texts, type.values, [], at(source, 'string')).flat);
    default: {
      const [declared] = declarations;
      const name = declared === undefined ? undefined : texts.applyNameOf(declared.id);
      return name === undefined ? withArguments('kb.Apply', [source()]) : plain(name);
    }
  }
}

const scalarTexts: Readonly<Record<string, string>> = { string: 'string', bytes: 'string', boolean: 'boolean' };

/**
 * Prints values inline if the source does; otherwise the type's name, since the members of an `enum` are not literals.
 */
function enumType(
  texts: TypeTexts,
  values: readonly (string | number | boolean)[],
  declarations: readonly NamedType[],
  source: () => string,
): TypeLayout {
  const outermost = declarations.at(-1);
  if (outermost !== undefined) {
    return texts.isExported(outermost.id)
      ? plain(texts.sourceOf(outermost.id))
      : withArguments('NonNullable', [source()]);
  }
  const union = values.map((value) => (typeof value === 'string' ? quote(value) : String(value))).join(' | ');
  // A long union is printed by its type's name, because the line would have to be broken otherwise.
  return union.length > 40 ? withArguments('NonNullable', [source()]) : plain(union);
}

/**
 * Prints a list of objects that have interfaces. With keys, each element must have the keys that its own type requires.
 */
function listOf(texts: TypeTexts, items: TypeUse, keys: readonly string[], source: () => string): TypeLayout {
  const { type, declarations, nullable } = resolveUse(texts.model, items);
  const [declared] = declarations;
  if (keys.length > 0 && !nullable && hasApplyInterface(texts.model, declared)) {
    const [name, ...required] = keyed(texts, declared, keys);
    return listOfIntersection(name, required);
  }
  if (type.kind === 'union') {
    const parts = type.branches.map((branch) => elementOf(texts, branch.type, keys, source));
    return listOfUnion(nullable ? [...parts, 'null'] : parts);
  }
  const element = applyUse(texts, items, [], at(source, 'number')).flat;
  return plain(/^[\w$]+$/.test(element) ? `readonly ${element}[]` : `readonly (${element})[]`);
}

/** Prints one kind of element of a list. */
function elementOf(texts: TypeTexts, use: TypeUse, keys: readonly string[], source: () => string): string {
  const [declared] = resolveUse(texts.model, use).declarations;
  if (!hasApplyInterface(texts.model, declared)) return applyUse(texts, use, [], source).flat;
  const parts = keyed(texts, declared, keys);
  return parts.length === 1 ? parts[0] : `(${parts.join(' & ')})`;
}

/** Prints the interface of an object, with those of the keys required that it has. */
function keyed(
  texts: TypeTexts,
  declared: DeclaredObject,
  keys: readonly string[],
): [name: string, ...required: string[]] {
  const name = texts.applyNameOf(declared.id) ?? 'never';
  const known = new Set(allFields(texts.model, declared.type).map((field) => field.name));
  const own = hasBuiltInParent(texts.model, declared.type) ? keys : keys.filter((key) => known.has(key));
  return own.length === 0 ? [name] : [name, `Pick<${texts.sourceOf(declared.id)}, ${literals(own)}>`];
}

/** True when a type can be printed with the names of interfaces: every object in it has one. */
function isNamed(texts: TypeTexts, use: TypeUse): boolean {
  const { type, declarations } = resolveUse(texts.model, use);
  switch (type.kind) {
    case 'list':
      return isNamed(texts, type.items);
    case 'map':
      return isNamed(texts, type.values);
    case 'union':
      return type.branches.every((branch) => isNamed(texts, branch.type));
    default:
      return declarations[0] !== undefined && texts.applyNameOf(declarations[0].id) !== undefined;
  }
}

/** Prints the type of a list's elements, or of a map's values. */
function at(source: () => string, index: 'number' | 'string'): () => string {
  return () => `NonNullable<${source()}>[${index}]`;
}

function listMapKeys(markers: NamedType['markers']): string[] {
  return markers.flatMap(({ name, values }) => {
    const key = name === 'listMapKey' || name === 'k8s:listMapKey' ? values.get('') : undefined;
    return typeof key === 'string' ? [key] : [];
  });
}
