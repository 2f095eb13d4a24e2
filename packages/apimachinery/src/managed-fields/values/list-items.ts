import { quoteString } from '../../codec/go-format.ts';
import { isJsonObject } from '../../codec/own-property.ts';
import type { JsonValue } from '../../json.ts';
import { keyElement, type PathElement, valueElement } from '../field-sets/path-element.ts';
import type { ListType } from './value-type.ts';

/** The reason why an item of an associative list has no path element. */
export class ListItemError extends Error {
  override readonly name = 'ListItemError';
}

/**
 * The path element of an item of an associative list. A key field that is left out counts with its default; one without
 * a default is left out of the key. Throws a {@link ListItemError} for an item that cannot be in such a list.
 */
export function itemElement(type: ListType, item: JsonValue): PathElement {
  return type.kind === 'map' && type.keys.length > 0 ? keyedElement(type, item) : setElement(item);
}

function keyedElement(type: ListType, item: JsonValue): PathElement {
  if (item === null) throw new ListItemError('associative list with keys may not have a null element');
  if (!isJsonObject(item)) throw new ListItemError('associative list with keys may not have non-map elements');
  const keys: [string, JsonValue][] = [];
  for (const name of type.keys) {
    const value = Object.hasOwn(item, name) ? item[name] : type.keyDefaults.get(name);
    if (value !== undefined) keys.push([name, value]);
  }
  if (keys.length === 0) {
    const names = type.keys.map(quoteString).join(' ');
    throw new ListItemError(
      `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`,
    );
  }
  return keyElement(keys);
}

function setElement(item: JsonValue): PathElement {
  if (item === null) throw new ListItemError("associative list without keys has an element that's an explicit null");
  if (Array.isArray(item)) throw new ListItemError('not supported: associative list with lists as elements');
  if (typeof item === 'object')
    throw new ListItemError("associative list without keys has an element that's a map type");
  return valueElement(item);
}
