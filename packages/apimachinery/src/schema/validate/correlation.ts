import type { JsonValue } from '../../json.ts';
import { equalJson } from '../../json/equal-json.ts';
import { getOwn, isJsonObject } from '../../codec/own-property.ts';
import { keySchema } from '../child-schema.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { ListMapIndex } from './list-map-index.ts';

/**
 * A value of an update with the value that it replaces. Properties and map entries correspond by key, list items only
 * if the list is a map. Values without a schema correspond to nothing, so an object that holds one never counts as
 * unchanged: the API server's rule.
 */
export class Correlation {
  private readonly value: JsonValue;
  private readonly old: JsonValue;
  private readonly schema: JsonSchemaProps;
  private unchanged: boolean | undefined;
  private oldItems: ListMapIndex | undefined;
  private readonly children = new Map<string | number, Correlation | undefined>();

  constructor(value: JsonValue, old: JsonValue, schema: JsonSchemaProps) {
    this.value = value;
    this.old = old;
    this.schema = schema;
  }

  /** The pair of values under a key; undefined when the value corresponds to nothing. */
  key(key: string): Correlation | undefined {
    return this.child(key, () => {
      if (!isJsonObject(this.value) || !isJsonObject(this.old)) return undefined;
      const value = getOwn(this.value, key);
      const old = getOwn(this.old, key);
      const schema = keySchema(this.schema, key);
      return value === undefined || old === undefined || schema === undefined
        ? undefined
        : new Correlation(value, old, schema);
    });
  }

  /** The pair of items for an index; undefined when the item corresponds to nothing. */
  item(index: number): Correlation | undefined {
    return this.child(index, () => {
      const { items } = this.schema;
      if (!Array.isArray(this.value) || !Array.isArray(this.old) || !this.isListMap || items === undefined)
        return undefined;
      const value = this.value[index];
      if (value === undefined) return undefined;
      this.oldItems ??= new ListMapIndex(this.old, this.schema);
      const old = this.oldItems.find(value);
      return old === undefined ? undefined : new Correlation(value, old, items);
    });
  }

  /** Whether the value is unchanged. */
  isUnchanged(): boolean {
    this.unchanged ??= this.compare();
    return this.unchanged;
  }

  private compare(): boolean {
    if (Array.isArray(this.value) || Array.isArray(this.old)) {
      if (!Array.isArray(this.value) || !Array.isArray(this.old) || this.value.length !== this.old.length) return false;
      // A list that is not a map is compared as a whole.
      if (!this.isListMap) return equalJson(this.value, this.old);
      return this.value.every((_item, index) => this.item(index)?.isUnchanged() ?? false);
    }
    if (isJsonObject(this.value) && isJsonObject(this.old)) {
      const keys = Object.keys(this.value);
      return keys.length === Object.keys(this.old).length && keys.every((key) => this.key(key)?.isUnchanged() ?? false);
    }
    return equalJson(this.value, this.old);
  }

  private child(part: string | number, make: () => Correlation | undefined): Correlation | undefined {
    if (!this.children.has(part)) this.children.set(part, make());
    return this.children.get(part);
  }

  private get isListMap(): boolean {
    return this.schema['x-kubernetes-list-type'] === 'map';
  }
}
