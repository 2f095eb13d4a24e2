import { typeOf } from '@kb/kubernetes/data';
import type { Field, NamedType, TypeId, TypeUse } from '../model/model.ts';
import type { Span } from '../diagnostic/diagnostic.ts';

/** What stands for a type that was reported. */
export const unknownType: TypeUse = { kind: 'unknown' };

type Types = ReadonlyMap<TypeId, NamedType | undefined>;

/** What a type is when names and null are looked through. `unknown` for a type that is just being resolved. */
export function underlying(types: Types, use: TypeUse): TypeUse {
  let current = use;
  for (let depth = 0; depth < 100; depth++) {
    if (current.kind === 'nullable') current = current.of;
    else if (current.kind === 'named') current = types.get(current.id)?.type ?? unknownType;
    else return current;
  }
  return unknownType;
}

/** Every field of an object type, inherited ones included, or undefined when the type has no fields. `span` is where fields of built-in types are used. */
export function fieldsOf(types: Types, use: TypeUse, span: Span): Field[] | undefined {
  const type = underlying(types, use);
  if (type.kind === 'kubernetesObject') return objectFields(span);
  if (type.kind === 'builtIn') return builtInFields(type.name, span);
  if (type.kind !== 'object') return undefined;
  const fields = new Map<string, Field>();
  for (const parent of type.parents) {
    const inherited = fieldsOf(types, parent, span);
    if (inherited === undefined) return undefined;
    for (const field of inherited) fields.set(field.name, field);
  }
  for (const field of type.fields) fields.set(field.name, field);
  return [...fields.values()];
}

function objectFields(span: Span): Field[] {
  return ['apiVersion', 'kind', 'metadata'].map((name) => ({
    name,
    required: false,
    doc: '',
    markers: [],
    type:
      name === 'metadata'
        ? { kind: 'builtIn', name: 'meta/v1.ObjectMeta' }
        : { kind: 'builtInField', owner: 'meta/v1.TypeMeta', field: name },
    span,
  }));
}

function builtInFields(name: string, span: Span): Field[] | undefined {
  const data = typeOf(name);
  if (data === undefined || !data.struct || data.override !== undefined) return undefined;
  const inherited = data.inline.flatMap(({ type }) =>
    type.kind === 'named' ? (builtInFields(type.name, span) ?? []) : [],
  );
  const own = data.fields.map<Field>((field) => ({
    name: field.name,
    required: field.required,
    doc: '',
    markers: [],
    type: { kind: 'builtInField', owner: name, field: field.name },
    span,
  }));
  return [...inherited, ...own];
}
