import { equalValues } from '../values/equal.ts';
import { type CelValue, celError, isError, isKind, type OpaqueValue } from '../values/value.ts';
import { type CelType, listOf, type ObjectType, simpleType } from '../types/cel-type.ts';
import { goTypeOfNative } from './go-native-type.ts';

const text = simpleType('string');

/** The name of the type of objects that apply configurations have; those inside are named after their fields. */
const OBJECT = 'Object';

const jsonPatchType: ObjectType = {
  kind: 'object',
  name: 'JSONPatch',
  fields: new Map<string, CelType>([
    ['op', text],
    ['path', text],
    ['from', text],
    ['value', simpleType('dyn')],
  ]),
};

/** The type of a list of operations, which the expression of a JSON patch must have. */
export const jsonPatchListType: CelType = listOf(jsonPatchType);
/** The type that the expression of an apply configuration must have. */
export const objectType: CelType = openType(OBJECT);

function openType(name: string): ObjectType {
  return { kind: 'object', name, fields: new Map(), isOpen: true };
}

/** The type of a name that expressions of mutations may use. */
export function patchTypeNamed(name: string): CelType | undefined {
  if (name === jsonPatchType.name) return jsonPatchType;
  return name === OBJECT || name.startsWith(`${OBJECT}.`) ? openType(name) : undefined;
}

/** An object that an expression has made. */
export interface MadeObject extends OpaqueValue {
  readonly fields: ReadonlyMap<string, CelValue>;
}

/** Makes an `Object` or a `JSONPatch`. */
export function makePatchObject(typeName: string, fields: ReadonlyMap<string, CelValue>): CelValue {
  if (typeName === jsonPatchType.name) {
    for (const [name, value] of fields) {
      if (name === 'value' || typeof value === 'string') continue;
      return celError(`unexpected type ${goTypeOfNative(value)} for JSONPatchType '${name}' field`);
    }
  }
  return {
    kind: 'opaque',
    type: typeName,
    fields,
    equals: (other) => isMadeObject(other) && other.type === typeName && equalFields(fields, other.fields),
  };
}

/** Whether a value is an object that an expression has made. */
export function isMadeObject(value: CelValue): value is MadeObject {
  return isKind(value, 'opaque') && value.fields !== undefined;
}

function equalFields(some: ReadonlyMap<string, CelValue>, others: ReadonlyMap<string, CelValue>): boolean {
  if (some.size !== others.size) return false;
  for (const [name, value] of some) {
    const other = others.get(name);
    const isEqual = other !== undefined && equalValues(value, other);
    if (isEqual !== true && (typeof isEqual === 'boolean' || isError(isEqual))) return false;
  }
  return true;
}
