import type { JsonObject } from '@kb/apimachinery';
import { type FieldData, type TypeData, typeOf, type TypeRef } from '@kb/kubernetes/data';
import type { GoType } from './go-type.ts';
import { setOwn } from './set-own.ts';

interface GoField {
  readonly name: string;
  readonly type: GoType;
  readonly omit: FieldData['omit'];
}

/** A Go struct. Its fields are compiled when it is first decoded into: types refer to each other in circles. */
export function structType(data: TypeData, goName: string, compile: (ref: TypeRef) => GoType): GoType {
  let compiled: ReadonlyMap<string, GoField> | undefined;
  const fields = (): ReadonlyMap<string, GoField> =>
    (compiled ??= new Map(fieldsOf(data, compile).map((field) => [field.name, field])));
  const type: GoType = {
    name: goName,
    decode: (value, context) => {
      if (value === null) return type.zero();
      if (typeof value !== 'object' || Array.isArray(value)) throw context.mismatch(value, goName);
      const known = fields();
      for (const key of Object.keys(value)) if (!known.has(key)) context.unknownField(key);
      const struct: JsonObject = {};
      context.withinStruct(data.localName, () => {
        for (const field of known.values()) {
          const given = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
          if (given === undefined) {
            if (isWrittenWithoutValue(field)) setOwn(struct, field.name, field.type.zero());
            continue;
          }
          const decoded = context.within(field.name, () => field.type.decode(given, context));
          if (!isLeftOut(field, decoded)) setOwn(struct, field.name, decoded);
        }
      });
      return struct;
    },
    zero: () => {
      const struct: JsonObject = {};
      for (const field of fields().values()) {
        if (isWrittenWithoutValue(field)) setOwn(struct, field.name, field.type.zero());
      }
      return struct;
    },
    isEmpty: () => false,
    alwaysWritten: true,
  };
  return type;
}

function isWrittenWithoutValue({ omit, type }: GoField): boolean {
  return omit === 'never' || (omit === 'empty' && type.alwaysWritten);
}

function isLeftOut({ omit, type }: GoField, value: JsonObject[string]): boolean {
  if (omit === 'never') return false;
  if (omit === 'empty') return type.isEmpty(value);
  return type.alwaysWritten
    ? JSON.stringify(value) === JSON.stringify(type.zero())
    : type.isEmpty(value) || value === null;
}

/** The structs whose embedded type comes last in Go: the data file does not tell. All others have theirs first, or, PersistentVolumeSpec, second. */
const embedsLast = new Set(['core/v1.Volume', 'networking/v1.IngressRule']);

/** A struct's fields, those of its embedded types first. */
function fieldsOf(data: TypeData, compile: (ref: TypeRef) => GoType): GoField[] {
  const embedded = data.inline.flatMap(({ type }) => {
    const inline = type.kind === 'named' ? typeOf(type.name) : undefined;
    if (!inline) throw new Error(`the data file embeds an unknown type in ${data.name}`);
    return fieldsOf(inline, compile);
  });
  const own = data.fields.map(({ name, type, omit }) => ({ name, type: compile(type), omit }));
  return embedsLast.has(data.name) ? [...own, ...embedded] : [...embedded, ...own];
}
