import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { descriptionOf, type FieldData, type TypeData, typeOf, type TypeRef, typesOf } from '@kb/kubernetes/data';

/** A summary of the fields of a type of Kubernetes. */
export interface BuiltInShape {
  readonly type: TypeData;
  /** Lower is more common; decides between several types that fit. */
  readonly rank: number;
  readonly fields: ReadonlyMap<string, BuiltInField>;
}

/** A field of a {@link BuiltInShape}. */
export interface BuiltInField {
  readonly form: string;
  /** The struct or set of values inside lists and maps. */
  readonly type: TypeData | undefined;
}

/** All types of Kubernetes that a CRD may have a copy of. */
export interface BuiltInShapes {
  readonly byName: ReadonlyMap<string, BuiltInShape>;
  /** The types that have a field with a name. */
  readonly byField: ReadonlyMap<string, readonly BuiltInShape[]>;
  /** The types of the fields with a name, in all of Kubernetes. */
  readonly typesOfField: ReadonlyMap<string, ReadonlySet<TypeData>>;
}

/** Packages whose types other APIs use, the most common first. Of several versions, the most stable one. */
const packages = [
  'meta/v1',
  'core/v1',
  'apps/v1',
  'batch/v1',
  'autoscaling/v2',
  'networking/v1',
  'rbac/v1',
  'policy/v1',
  'apiextensions/v1',
  'admissionregistration/v1',
  'storage/v1',
  'scheduling/v1',
  'resource/v1',
  'discovery/v1',
  'coordination/v1',
  'certificates/v1',
  'node/v1',
  'flowcontrol/v1',
];

let shapes: BuiltInShapes | undefined;

/** The shapes of Kubernetes' types. Reads the data file on the first call. */
export function builtInShapes(): BuiltInShapes {
  shapes ??= readShapes();
  return shapes;
}

function readShapes(): BuiltInShapes {
  const byName = new Map<string, BuiltInShape>();
  const byField = new Map<string, BuiltInShape[]>();
  const typesOfField = new Map<string, Set<TypeData>>();
  for (const [rank, name] of packages.entries()) {
    for (const type of typesOf(name)) {
      if (!type.struct || type.override !== undefined || type.refused) continue;
      const fields = new Map<string, BuiltInField>();
      for (const field of allFieldsOf(type))
        fields.set(field.name, { form: formOfRef(field.type), type: leafOf(field.type) });
      const shape: BuiltInShape = { type, rank, fields };
      byName.set(type.name, shape);
      for (const [field, { type: leaf }] of fields) {
        listIn(byField, field).push(shape);
        if (leaf === undefined) continue;
        const known = typesOfField.get(field) ?? new Set();
        typesOfField.set(field, known.add(leaf));
      }
    }
  }
  return { byName, byField, typesOfField };
}

function listIn<Item>(map: Map<string, Item[]>, key: string): Item[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}

/** The fields of a struct, including those of embedded types. */
function allFieldsOf(type: TypeData): readonly FieldData[] {
  const inherited = type.inline.flatMap(({ type: parent }) => {
    const data = parent.kind === 'named' ? typeOf(parent.name) : undefined;
    return data === undefined ? [] : allFieldsOf(data);
  });
  return [...inherited, ...type.fields];
}

/** The struct or the set of values inside lists and maps. */
function leafOf(ref: TypeRef): TypeData | undefined {
  if (ref.kind === 'list') return leafOf(ref.items);
  if (ref.kind === 'map') return leafOf(ref.values);
  const type = ref.kind === 'named' ? typeOf(ref.name) : undefined;
  if (type === undefined || type.override !== undefined) return undefined;
  if (type.struct || valuesOf(type) !== undefined) return type;
  return type.type === undefined ? undefined : leafOf(type.type);
}

/** The values that Kubernetes documents for a type, whether others are allowed or not. */
export function valuesOf(type: TypeData): readonly string[] | undefined {
  return type.enum ?? type.values;
}

/**
 * A summary of a schema: `string`, `integer`, `object`, `list of string`, `map of object`… `any` if it allows several
 * types.
 */
export function formOf(schema: JsonSchemaProps): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'any';
  if (schema.type === 'array') return `list of ${schema.items === undefined ? 'any' : formOf(schema.items)}`;
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') {
    return `map of ${formOf(schema.additionalProperties)}`;
  }
  return schema.type ?? 'any';
}

function formOfRef(ref: TypeRef): string {
  switch (ref.kind) {
    case 'scalar':
      if (ref.name === 'string') return 'string';
      if (ref.name === 'bool') return 'boolean';
      return ref.name.startsWith('float') ? 'number' : 'integer';
    case 'bytes':
      return 'string';
    case 'any':
      return 'any';
    case 'list':
      return `list of ${formOfRef(ref.items)}`;
    case 'map':
      return `map of ${formOfRef(ref.values)}`;
    case 'named': {
      const type = typeOf(ref.name);
      if (type?.override !== undefined) return formOf(type.override);
      if (type === undefined || type.struct || type.type === undefined) return 'object';
      return formOfRef(type.type);
    }
  }
}

/** False before `npm run descriptions` has run; then generated schemas lack Kubernetes' descriptions too. */
export function hasDescriptions(): boolean {
  try {
    descriptionOf('meta/v1.ObjectMeta');
    return true;
  } catch {
    return false;
  }
}
