/** The names of the types that have no parts. */
export type SimpleKind =
  'any' | 'bool' | 'bytes' | 'double' | 'duration' | 'dyn' | 'error' | 'int' | 'null' | 'string' | 'timestamp' | 'uint';

/** A type without parts. `error` is the type of what does not compile; `dyn` is known only when it is evaluated. */
export interface SimpleType {
  readonly kind: SimpleKind;
}

/** `list(element)`. */
export interface ListType {
  readonly kind: 'list';
  readonly element: CelType;
}

/** `map(key, value)`. */
export interface MapType {
  readonly kind: 'map';
  readonly key: CelType;
  readonly value: CelType;
}

/** An object whose fields are declared. Two are the same type if they have the same name. */
export interface ObjectType {
  readonly kind: 'object';
  readonly name: string;
  readonly fields: ReadonlyMap<string, CelType>;
  /** True: it has every other field, too, with a value of any type. */
  readonly isOpen?: true;
}

/** A type whose values only functions understand: `kubernetes.URL`, `optional_type(int)`. */
export interface OpaqueType {
  readonly kind: 'opaque';
  readonly name: string;
  readonly parameters: readonly CelType[];
}

/** A name in the declaration of a function that stands for any type. */
export interface TypeParameter {
  readonly kind: 'parameter';
  readonly name: string;
}

/** The type of a type: of `int`, and of `type(1)`. */
export interface TypeType {
  readonly kind: 'type';
  readonly of?: CelType;
}

/** A scalar or null. */
export interface WrapperType {
  readonly kind: 'wrapper';
  readonly of: SimpleType;
}

/** A type of CEL. */
export type CelType =
  SimpleType | ListType | MapType | ObjectType | OpaqueType | TypeParameter | TypeType | WrapperType;

/** The type with this name. */
export function simpleType(kind: SimpleKind): SimpleType {
  return { kind };
}

/** `list(element)`. */
export function listOf(element: CelType): ListType {
  return { kind: 'list', element };
}

/** `map(key, value)`. */
export function mapOf(key: CelType, value: CelType): MapType {
  return { kind: 'map', key, value };
}

/** `optional_type(value)`. */
export function optionalOf(value: CelType): OpaqueType {
  return { kind: 'opaque', name: 'optional_type', parameters: [value] };
}
