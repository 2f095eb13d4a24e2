import type { JsonValue } from '../../json.ts';
import type { JsonSchemaProps } from '../../schema/json-schema-props.ts';
import { escapeName } from '../schema-types/escape-name.ts';
import { equalValues } from '../values/equal.ts';
import { elementsOf } from '../values/list.ts';
import { type CelError, type CelList, type CelValue, celError, isKind, noSuchOverload } from '../values/value.ts';
import { keyOfElement, keyOfJson, keyOfValue, useIn } from './go-key.ts';
import { jsonOf } from './json-of.ts';
import { ListView } from './list-elements.ts';
import type { MakeView } from './map-view.ts';
import { goTypeOf, typeError } from './type-error.ts';

/** A view of an array, with the equality and the `+` of its list type. */
export function listView(value: JsonValue, schema: JsonSchemaProps, viewOf: MakeView): CelValue {
  if (!Array.isArray(value)) return typeError(schema, '');
  const { items } = schema;
  if (items === undefined) return celError('invalid array type, expected Items with a non-empty Schema');
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return new SetView(value, items, viewOf);
    case 'map': {
      // Kubernetes looks for the escaped names, which elements do not have.
      const names = (schema['x-kubernetes-list-map-keys'] ?? []).map((key) => escapeName(key) ?? key);
      return new KeyedView(value, items, viewOf, names);
    }
    default:
      return new ListView(value, items, viewOf);
  }
}

/** A view of a set: the order of its elements does not count. */
class SetView extends ListView {
  private known: Set<string> | undefined;

  /** The keys of the elements. When Go panics, those before it stay, and it does not look at the others again. */
  private keys(): Set<string> {
    if (this.known !== undefined) return this.known;
    const keys = new Set<string>();
    this.known = keys;
    for (let index = 0; index < this.size; index += 1) {
      const key = this.wrong.has(index) ? undefined : keyOfJson(this.json[index] ?? null);
      keys.add(key ?? ownKey(keys));
    }
    return keys;
  }

  override equals(other: CelValue): boolean | CelError {
    if (!isKind(other, 'list')) return noSuchOverload(other);
    if (this.size !== other.size) return false;
    const keys = this.keys();
    for (let index = 0; index < other.size; index += 1) {
      const key = keyOfValue(other.get(index), useIn(keys));
      if (key === undefined || !keys.has(key)) return false;
    }
    return true;
  }

  override plus(other: CelList): CelList {
    const keys = this.keys();
    const added = elementsOf(other).filter((element) => {
      const key = keyOfValue(element, useIn(keys)) ?? ownKey(keys);
      if (keys.has(key)) return false;
      // In Kubernetes, what is added is from then on in this set, too.
      keys.add(key);
      return true;
    });
    const elements = [...this.json];
    const wrong = new Map(this.wrong);
    for (const element of added) append(element, elements, wrong, this.items);
    return new SetView(elements, this.items, this.viewOf, wrong);
  }
}

/** A view of a list whose elements have keys: their order does not count. */
class KeyedView extends ListView {
  private readonly names: readonly string[];
  private known: Map<string, number> | undefined;

  constructor(
    json: JsonValue[],
    items: JsonSchemaProps,
    viewOf: MakeView,
    names: readonly string[],
    wrong?: ReadonlyMap<number, CelError>,
  ) {
    super(json, items, viewOf, wrong);
    this.names = names;
  }

  /** The index of each element by its key. When Go panics, it does not look at the other elements again. */
  private indexes(): Map<string, number> {
    if (this.known !== undefined) return this.known;
    this.known = new Map();
    this.setIndexes(this.known);
    return this.known;
  }

  private setIndexes(indexes: Map<string, number>): void {
    for (const [index, element] of this.json.entries()) {
      const key = this.wrong.has(index) ? undefined : keyOfElement(element, this.names);
      indexes.set(key ?? ownKey(indexes), index);
    }
  }

  override equals(other: CelValue): boolean | CelError {
    if (!isKind(other, 'list')) return noSuchOverload(other);
    if (this.size !== other.size) return false;
    const indexes = this.indexes();
    for (let index = 0; index < other.size; index += 1) {
      const element = other.get(index);
      const key = keyOfElement(jsonOf(element), this.names, useIn(indexes));
      const found = key === undefined ? undefined : indexes.get(key);
      if (found === undefined) return false;
      const result = equalValues(this.get(found), element);
      if (result !== true) return result;
    }
    return true;
  }

  override plus(other: CelList): CelList {
    const elements = [...this.json];
    const wrong = new Map(this.wrong);
    const indexes = new Map<string, number>();
    this.setIndexes(indexes);
    for (const element of elementsOf(other)) {
      const json = jsonOf(element);
      const key = keyOfElement(json, this.names, useIn(indexes));
      const index = key === undefined ? undefined : indexes.get(key);
      if (index === undefined) append(element, elements, wrong, this.items);
      else elements[index] = json ?? null;
    }
    return new KeyedView(elements, this.items, this.viewOf, this.names, wrong);
  }
}

/** The key of what is the same as nothing else. */
function ownKey({ size }: { readonly size: number }): string {
  return `own ${size}`;
}

/** Adds an element of another list, which may be none that a schema can describe. */
function append(element: CelValue, elements: JsonValue[], wrong: Map<number, CelError>, items: JsonSchemaProps): void {
  const json = jsonOf(element);
  if (json === undefined) wrong.set(elements.length, typeError(items, goTypeOf(element)));
  elements.push(json ?? null);
}
