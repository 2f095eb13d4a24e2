import type { JsonObject, JsonValue } from '../../json.ts';
import { outOfRange } from '../values/list.ts';
import { type CelList, type CelMap, type CelValue, double } from '../values/value.ts';
import { isInteger } from './scalars.ts';

/** An array without a schema. */
class DynamicList implements CelList {
  readonly kind = 'list';
  readonly json: JsonValue[];

  constructor(json: JsonValue[]) {
    this.json = json;
  }

  get size(): number {
    return this.json.length;
  }

  get(index: number): CelValue {
    const element = this.json[index];
    return element === undefined ? outOfRange(index, this.size) : dynamicView(element);
  }
}

/** An object without a schema. */
class DynamicMap implements CelMap {
  readonly kind = 'map';
  readonly json: JsonObject;

  constructor(json: JsonObject) {
    this.json = json;
  }

  get size(): number {
    return Object.keys(this.json).length;
  }

  find(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string' || !Object.hasOwn(this.json, key)) return undefined;
    return dynamicView(this.json[key] ?? null);
  }

  keys(): readonly CelValue[] {
    return Object.keys(this.json);
  }
}

/** A value of JSON without a schema: a number that does not fit an int64 is a double. */
export function dynamicView(value: JsonValue): CelValue {
  if (typeof value === 'number') return isInteger(value) ? value : double(value);
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? new DynamicList(value) : new DynamicMap(value);
}
