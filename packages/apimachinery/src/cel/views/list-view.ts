import { stringifyJson } from '../../codec/stringify-json.ts';
import type { JsonValue } from '../../json.ts';
import type { JsonSchemaProps } from '../../schema/json-schema-props.ts';
import { equalValues } from '../values/equal.ts';
import { ELEMENT_WORK, elementsOf } from '../values/list.ts';
import {
  type CelError,
  type CelList,
  type CelValue,
  celError,
  isError,
  isKind,
  noSuchOverload,
  typeNameOf,
} from '../values/value.ts';
import { spend } from '../values/work.ts';
import { dynamicView } from './dynamic-view.ts';
import { jsonOf } from './json-of.ts';
import type { MakeView } from './map-view.ts';
import { escapeName } from '../schema-types/escape-name.ts';

/** A view of an array, with the equality and the `+` of its list type. */
export function listView(value: JsonValue, schema: JsonSchemaProps, viewOf: MakeView): CelValue {
  if (!Array.isArray(value)) return celError('invalid data, expected an array for the provided schema with type=array');
  const { items } = schema;
  if (items === undefined) return celError('invalid array type, expected Items with a non-empty Schema');
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return new KeyedView(value, items, viewOf, (element) => stringifyJson(element, { sortKeys: true }), false);
    case 'map': {
      // Kubernetes looks for the escaped names, which elements do not have.
      const keys = (schema['x-kubernetes-list-map-keys'] ?? []).map((key) => escapeName(key) ?? key);
      return new KeyedView(value, items, viewOf, (element) => keyOf(element, keys), true);
    }
    default:
      return new ListView(value, items, viewOf);
  }
}

/** The values of the keys of an element of a list of the type `map`. */
function keyOf(element: JsonValue, keys: readonly string[]): string {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) return '';
  return stringifyJson(keys.map((key) => (Object.hasOwn(element, key) ? (element[key] ?? null) : null)));
}

/** What lists of views have in common: elements that are made when they are used. */
abstract class Elements implements CelList {
  readonly kind = 'list';
  protected readonly items: JsonSchemaProps;
  protected readonly viewOf: MakeView;

  constructor(items: JsonSchemaProps, viewOf: MakeView) {
    this.items = items;
    this.viewOf = viewOf;
  }

  abstract readonly size: number;
  abstract readonly json: JsonValue[];
  abstract get(index: number): CelValue;

  contains(value: CelValue): boolean | CelError {
    spend(this.size * ELEMENT_WORK);
    let error: CelError | undefined;
    for (let index = 0; index < this.size; index += 1) {
      const found = equalValues(this.get(index), value);
      if (found === true) return true;
      if (found !== false) error ??= found;
    }
    return error ?? false;
  }

  equals(other: CelValue): boolean | CelError {
    if (!isKind(other, 'list')) return noSuchOverload(other);
    if (this.size !== other.size) return false;
    spend(this.size * ELEMENT_WORK);
    for (let index = 0; index < this.size; index += 1) {
      const found = equalValues(this.get(index), other.get(index));
      if (found !== true) return found;
    }
    return true;
  }

  plus(other: CelList): CelList {
    return new JoinedView(this, other, this.items, this.viewOf);
  }

  native(): CelList {
    const native = dynamicView(this.json);
    return isKind(native, 'list') ? native : this;
  }
}

const outOfBounds = (index: number): CelError => celError(`index out of bounds: ${index}`);

class ListView extends Elements {
  readonly json: JsonValue[];

  constructor(json: JsonValue[], items: JsonSchemaProps, viewOf: MakeView) {
    super(items, viewOf);
    this.json = json;
  }

  get size(): number {
    return this.json.length;
  }

  get(index: number): CelValue {
    const element = this.json[index];
    return element === undefined ? outOfBounds(index) : this.viewOf(element, this.items);
  }
}

/** A view with the elements of another list after it, which get its schema. Without a copy: loops may add lists. */
class JoinedView extends Elements {
  readonly size: number;
  private readonly first: Elements;
  private readonly second: CelList;

  constructor(first: Elements, second: CelList, items: JsonSchemaProps, viewOf: MakeView) {
    super(items, viewOf);
    this.first = first;
    this.second = second;
    this.size = first.size + second.size;
  }

  get json(): JsonValue[] {
    return elementsOf(this).map((element) => jsonOf(element) ?? null);
  }

  get(index: number): CelValue {
    if (index < this.first.size) return this.first.get(index);
    if (index >= this.size) return outOfBounds(index);
    const element = this.second.get(index - this.first.size);
    if (isError(element)) return element;
    const json = jsonOf(element);
    if (json !== undefined) return this.viewOf(json, this.items);
    return celError(`invalid data, expected ${this.items.type ?? ''}, got ${goTypes[typeNameOf(element)] ?? 'value'}`);
  }
}

/** The types of Go that values of CEL have which are not JSON. */
const goTypes: Readonly<Record<string, string>> = {
  bytes: '[]uint8',
  'google.protobuf.Duration': 'time.Duration',
  'google.protobuf.Timestamp': 'time.Time',
  uint: 'uint64',
};

/** The nanoseconds that it takes to make the identity of an element, at least. */
const IDENTITY_WORK = 500;

/** A view of a set, or of a list whose elements have keys: their order does not count. */
class KeyedView extends ListView {
  private readonly identityOf: (element: JsonValue) => string;
  /** Whether elements with the same key are compared, and replaced by `+`. */
  private readonly isMap: boolean;
  private known: Map<string, number> | undefined;

  constructor(
    json: JsonValue[],
    items: JsonSchemaProps,
    viewOf: MakeView,
    identityOf: (element: JsonValue) => string,
    isMap: boolean,
  ) {
    super(json, items, viewOf);
    this.identityOf = identityOf;
    this.isMap = isMap;
  }

  private counted(element: JsonValue): string {
    const identity = this.identityOf(element);
    spend(IDENTITY_WORK + identity.length * 10);
    return identity;
  }

  /** The index of each element by its identity. */
  private indexes(): Map<string, number> {
    this.known ??= new Map(this.json.map((element, index) => [this.counted(element), index]));
    return this.known;
  }

  override equals(other: CelValue): boolean | CelError {
    if (!isKind(other, 'list')) return noSuchOverload(other);
    if (this.size !== other.size) return false;
    for (let index = 0; index < other.size; index += 1) {
      const element = other.get(index);
      if (isError(element)) return false;
      const found = this.indexes().get(this.counted(jsonOf(element) ?? null));
      if (found === undefined) return false;
      const result = this.isMap ? equalValues(this.get(found), element) : true;
      if (result !== true) return result;
    }
    return true;
  }

  override plus(other: CelList): CelList {
    const elements = [...this.json];
    const indexes = new Map(this.indexes());
    for (const element of elementsOf(other).map((value) => jsonOf(value) ?? null)) {
      const identity = this.counted(element);
      const index = indexes.get(identity);
      if (index === undefined) indexes.set(identity, elements.push(element) - 1);
      else if (this.isMap) elements[index] = element;
    }
    return new KeyedView(elements, this.items, this.viewOf, this.identityOf, this.isMap);
  }
}
