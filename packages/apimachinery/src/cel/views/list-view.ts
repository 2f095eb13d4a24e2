import { stringifyJson } from '../../codec/stringify-json.ts';
import type { JsonValue } from '../../json.ts';
import type { JsonSchemaProps } from '../../schema/json-schema-props.ts';
import { escapeName } from '../schema-types/escape-name.ts';
import { equalValues } from '../values/equal.ts';
import { elementsOf } from '../values/list.ts';
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
import { spend, unhashable } from '../values/work.ts';
import { dynamicView } from './dynamic-view.ts';
import { jsonOf } from './json-of.ts';
import { ListView } from './list-elements.ts';
import type { MakeView } from './map-view.ts';

/** A view of an array, with the equality and the `+` of its list type. */
export function listView(value: JsonValue, schema: JsonSchemaProps, viewOf: MakeView): CelValue {
  if (!Array.isArray(value)) return celError('invalid data, expected an array for the provided schema with type=array');
  const { items } = schema;
  if (items === undefined) return celError('invalid array type, expected Items with a non-empty Schema');
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return new SetView(value, items, viewOf);
    case 'map': {
      // Kubernetes looks for the escaped names, which elements do not have.
      const keys = (schema['x-kubernetes-list-map-keys'] ?? []).map((key) => escapeName(key) ?? key);
      return new KeyedView(value, items, viewOf, (element) => keyOf(element, keys));
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

/** The nanoseconds that it takes to make the identity of an element, at least. */
const IDENTITY_WORK = 500;

/** What makes an element of a set the same as another in Go: its type counts, so 1 is not 1.0. An error: it panics. */
function identityIn(value: CelValue, isRaw: boolean): string | CelError {
  const type = typeNameOf(value);
  if (value === null) return isRaw ? 'nil' : 'null';
  // A value without a type is its JSON.
  if (isKind(value, 'opaque') && value.json !== undefined) return identityIn(dynamicView(value.json), true);
  if (isKind(value, 'list')) return notHashed('[]interface {}');
  if (isKind(value, 'map')) return notHashed('map[string]interface {}');
  if (value instanceof Uint8Array) return notHashed('[]uint8');
  return `${type} ${stringifyJson(jsonOf(value) ?? null)}`;
}

const notHashed = (type: string): CelError => celError(`internal error: ${unhashable(type)}`);

/** A view of a set: the order of its elements does not count. */
class SetView extends ListView {
  private known: Set<string> | CelError | undefined;

  /** The identities of the elements, which Go takes from their JSON, not from their schema. */
  private identities(): Set<string> | CelError {
    this.known ??= this.identitiesNow();
    return this.known;
  }

  private identitiesNow(): Set<string> | CelError {
    const found = new Set<string>();
    for (const element of this.json) {
      const identity = identityIn(dynamicView(element), true);
      if (typeof identity !== 'string') return identity;
      spend(IDENTITY_WORK + identity.length * 10);
      found.add(identity);
    }
    return found;
  }

  override equals(other: CelValue): boolean | CelError {
    if (!isKind(other, 'list')) return noSuchOverload(other);
    if (this.size !== other.size) return false;
    const identities = this.identities();
    if (!(identities instanceof Set)) return identities;
    for (let index = 0; index < other.size; index += 1) {
      const element = other.get(index);
      if (isError(element)) return false;
      const identity = identityIn(element, false);
      if (typeof identity !== 'string') return identity;
      spend(IDENTITY_WORK + identity.length * 10);
      if (!identities.has(identity)) return false;
    }
    return true;
  }

  override plus(other: CelList): CelList {
    const known = this.identities();
    const found = new Set(known instanceof Set ? known : []);
    const added = elementsOf(other).flatMap((element) => {
      const identity = identityIn(element, false);
      if (typeof identity !== 'string') return [jsonOf(element) ?? null];
      if (found.has(identity)) return [];
      spend(IDENTITY_WORK + identity.length * 10);
      found.add(identity);
      return [jsonOf(element) ?? null];
    });
    return new SetView([...this.json, ...added], this.items, this.viewOf);
  }
}

/** A view of a list whose elements have keys: their order does not count. */
class KeyedView extends ListView {
  private readonly identityOf: (element: JsonValue) => string;
  private known: Map<string, number> | undefined;

  constructor(json: JsonValue[], items: JsonSchemaProps, viewOf: MakeView, identityOf: (element: JsonValue) => string) {
    super(json, items, viewOf);
    this.identityOf = identityOf;
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
      const result = equalValues(this.get(found), element);
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
      else elements[index] = element;
    }
    return new KeyedView(elements, this.items, this.viewOf, this.identityOf);
  }
}
