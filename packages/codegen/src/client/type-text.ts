import type { Field, Model, NamedType, Scalar, TypeId, TypeUse } from '../model/model.ts';
import { listOfIntersection, orNull, plain, type TypeLayout, withArguments } from './type-layout.ts';

/** Names types in generated sources. */
export interface TypeTexts {
  /** The name of the interface that states what is applied of a declared object; undefined for types that have none. */
  applyNameOf(id: TypeId): string | undefined;
  /** The API's own type by its name, which the file then imports. */
  sourceOf(id: TypeId): string;
  readonly model: Model;
}

/** The declaration that a use of a type leads to when names and null are looked through, with the type that it is in the end. */
export function resolveUse(
  model: Model,
  use: TypeUse,
): { readonly type: TypeUse; readonly id?: TypeId; readonly nullable: boolean } {
  let type = use;
  let id: TypeId | undefined;
  let nullable = false;
  for (;;) {
    if (type.kind === 'nullable') {
      nullable = true;
      type = type.of;
    } else if (type.kind === 'named') {
      id = type.id;
      type = model.types.get(type.id)?.type ?? { kind: 'unknown' };
    } else {
      return { type, nullable, ...(id !== undefined && { id }) };
    }
  }
}

/** The type of a field in what is applied. `source` writes the API's own type of the field; asked only where it is needed. */
export function applyTypeOf(texts: TypeTexts, { type: use, markers }: Field, source: () => string): TypeLayout {
  const { type, id, nullable } = resolveUse(texts.model, use);
  const keys = [...listMapKeys(markers), ...keysOfDeclaration(texts.model, id)];
  const layout = withoutNull(texts, type, id, source, keys);
  return nullable ? orNull(layout) : layout;
}

function withoutNull(
  texts: TypeTexts,
  type: TypeUse,
  id: TypeId | undefined,
  source: () => string,
  keys: readonly string[],
): TypeLayout {
  const nameOf = (use: TypeUse): string | undefined => {
    const target = resolveUse(texts.model, use);
    return target.id === undefined || target.nullable ? undefined : texts.applyNameOf(target.id);
  };
  switch (type.kind) {
    case 'scalar':
      return plain(scalarTexts[type.scalar] ?? 'number');
    case 'enum': {
      const union = type.values.map((value) => (typeof value === 'string' ? quote(value) : String(value))).join(' | ');
      // A long union is written by the type that has it: the line would have to be broken otherwise.
      return union.length > 40 ? withArguments('NonNullable', [source()]) : plain(union);
    }
    case 'list': {
      const element = nameOf(type.items);
      if (element === undefined && keys.length > 0) return withArguments('kb.ApplyListMap', [source(), literals(keys)]);
      if (element === undefined) return withArguments('kb.Apply', [source()]);
      if (keys.length === 0) return plain(`readonly ${element}[]`);
      const { id: elementId = '' } = resolveUse(texts.model, type.items);
      return listOfIntersection(element, `Pick<${texts.sourceOf(elementId)}, ${literals(keys)}>`);
    }
    case 'map': {
      const values = nameOf(type.values);
      return values === undefined
        ? withArguments('kb.Apply', [source()])
        : plain(`{ readonly [key: string]: ${values} }`);
    }
    default: {
      const name = id === undefined ? undefined : texts.applyNameOf(id);
      return name === undefined ? withArguments('kb.Apply', [source()]) : plain(name);
    }
  }
}

const scalarTexts: Readonly<Partial<Record<Scalar, string>>> = {
  string: 'string',
  bytes: 'string',
  boolean: 'boolean',
};

function keysOfDeclaration(model: Model, id: TypeId | undefined): string[] {
  return id === undefined ? [] : listMapKeys(model.types.get(id)?.markers ?? []);
}

function listMapKeys(markers: NamedType['markers']): string[] {
  return markers.flatMap(({ name, values }) => {
    const key = name === 'listMapKey' || name === 'k8s:listMapKey' ? values.get('') : undefined;
    return typeof key === 'string' ? [key] : [];
  });
}

function literals(keys: readonly string[]): string {
  return [...new Set(keys)].map(quote).join(' | ');
}

/** A string literal as prettier writes it. */
export function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return escaped.includes("'") && !escaped.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}

/** The name of a property, quoted where it has to be. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}
