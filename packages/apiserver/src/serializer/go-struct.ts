import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { setOwn } from '@kb/apimachinery/codec';
import { noteEmptied } from '@kb/apimachinery/managed-fields';
import { type FieldData, type TypeData, typeOf, type TypeRef } from '@kb/kubernetes/data';
import type { GoType } from './go-type.ts';

interface GoField {
  readonly name: string;
  readonly type: GoType;
  readonly omit: FieldData['omit'];
  /** The embedded types that contain the field, outermost first: errors name them. */
  readonly embedded: readonly string[];
  /** The position of the field in the struct. */
  readonly index: number;
}

/** The fields of a struct. */
interface GoFields {
  readonly byName: ReadonlyMap<string, GoField>;
  readonly inOrder: readonly GoField[];
  /** Those that are written even if they have no value. */
  readonly writtenAbsent: readonly GoField[];
}

function goFields(inOrder: readonly GoField[]): GoFields {
  return {
    byName: new Map(inOrder.map((field) => [field.name, field])),
    inOrder,
    writtenAbsent: inOrder.filter(isWrittenWithoutValue),
  };
}

const byIndex = (a: GoField, b: GoField): number => a.index - b.index;

/** Returns the type of a Go struct. Its fields are compiled when it is first decoded: types can be recursive. */
export function structType(data: TypeData, goName: string, compile: (ref: TypeRef) => GoType): GoType {
  let compiled: GoFields | undefined;
  const fields = (): GoFields =>
    (compiled ??= goFields(fieldsOf(data, compile).map((field, index) => ({ ...field, index }))));
  const type: GoType = {
    name: goName,
    decode: (value, context) => {
      if (value === null) return type.zero();
      if (typeof value !== 'object' || Array.isArray(value)) throw context.mismatch(value, goName);
      const { byName, inOrder, writtenAbsent } = fields();
      const present: GoField[] = [];
      // In the order of the document: errors are reported in that order.
      const decoded: JsonValue[] = [];
      context.withinStruct(data.localName, () => {
        for (const key of Object.keys(value)) {
          const field = byName.get(key);
          const given = value[key];
          if (field === undefined) context.unknownField(key);
          else if (given !== undefined) {
            decoded[field.index] = context.within(key, field.type, given, field.embedded);
            present.push(field);
          }
        }
      });
      const struct: JsonObject = {};
      const emptied: string[] = [];
      // Most structs have few of their fields.
      for (const field of writtenAbsent.length > 0 ? inOrder : present.sort(byIndex)) {
        const result = decoded[field.index];
        if (result === undefined) {
          if (isWrittenWithoutValue(field)) setOwn(struct, field.name, field.type.zero());
        } else if (!isLeftOut(field, result)) setOwn(struct, field.name, result);
        else if (typeof result === 'object' && result !== null) emptied.push(field.name);
      }
      if (emptied.length > 0) {
        noteEmptied(struct, emptied);
        context.leftOutEmptied = true;
      }
      return struct;
    },
    zero: () => {
      const struct: JsonObject = {};
      for (const field of fields().writtenAbsent) setOwn(struct, field.name, field.type.zero());
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

/**
 * The structs whose embedded type comes after their first own field in Go, which the data file does not show. In all
 * others it comes first.
 */
const embedsSecond = new Set([
  'admissionregistration/v1.NamedRuleWithOperations',
  'admissionregistration/v1.RuleWithOperations',
  'core/v1.PersistentVolumeSpec',
  'core/v1.Volume',
  'networking/v1.IngressRule',
]);

/** Returns a struct's fields, including those of its embedded types. */
function fieldsOf(data: TypeData, compile: (ref: TypeRef) => GoType): GoField[] {
  const embedded = data.inline.flatMap(({ type }) => {
    const inline = type.kind === 'named' ? typeOf(type.name) : undefined;
    if (!inline) throw new Error(`the data file embeds an unknown type in ${data.name}`);
    return fieldsOf(inline, compile).map((field) => ({ ...field, embedded: [inline.localName, ...field.embedded] }));
  });
  const own = data.fields.map(({ name, type, omit }) => ({ name, type: compile(type), omit, embedded: [], index: 0 }));
  const before = embedsSecond.has(data.name) ? 1 : 0;
  return [...own.slice(0, before), ...embedded, ...own.slice(before)];
}
