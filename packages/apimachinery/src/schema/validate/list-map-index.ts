import { stringifyJson } from '../../codec/stringify-json.ts';
import { getOwn, isJsonObject } from '../../codec/own-property.ts';
import type { JsonValue } from '../../json.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';

/** Finds the items of a list of the type `map` by the keys of others. Items without all keys are not found. */
export class ListMapIndex {
  private readonly keys: readonly string[];
  private readonly items: Map<string, JsonValue>;

  constructor(items: readonly JsonValue[], schema: JsonSchemaProps) {
    this.keys = schema['x-kubernetes-list-map-keys'] ?? [];
    this.items = new Map();
    for (const item of items) {
      const identity = this.identityOf(item);
      // The first of several items with the same keys counts.
      if (identity !== undefined && !this.items.has(identity)) this.items.set(identity, item);
    }
  }

  /** The item with the same keys as another. */
  find(item: JsonValue): JsonValue | undefined {
    const identity = this.identityOf(item);
    return identity === undefined ? undefined : this.items.get(identity);
  }

  private identityOf(item: JsonValue): string | undefined {
    if (!isJsonObject(item) || this.keys.length === 0) return undefined;
    const values: JsonValue[] = [];
    for (const key of this.keys) {
      const value = getOwn(item, key) ?? null;
      if (typeof value === 'object') return undefined;
      values.push(value);
    }
    return stringifyJson(values);
  }
}
