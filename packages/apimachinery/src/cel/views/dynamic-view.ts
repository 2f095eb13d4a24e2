import type { JsonObject, JsonValue } from '../../json.ts';
import { ELEMENT_WORK, listOf } from '../values/list.ts';
import { type CelMap, type CelValue, double } from '../values/value.ts';
import { spend } from '../values/work.ts';
import { isInteger } from './scalars.ts';

/** An object without a schema. */
class DynamicMap implements CelMap {
  readonly kind = 'map';
  private readonly object: JsonObject;

  constructor(object: JsonObject) {
    this.object = object;
  }

  get size(): number {
    return Object.keys(this.object).length;
  }

  find(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string' || !Object.hasOwn(this.object, key)) return undefined;
    return dynamicView(this.object[key] ?? null);
  }

  keys(): readonly CelValue[] {
    return Object.keys(this.object);
  }
}

/** A value of JSON without a schema: a number that does not fit an int64 is a double. */
export function dynamicView(value: JsonValue): CelValue {
  if (typeof value === 'number') return isInteger(value) ? value : double(value);
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return new DynamicMap(value);
  spend(value.length * ELEMENT_WORK);
  return listOf(value.map(dynamicView));
}
