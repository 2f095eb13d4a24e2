import type { JsonValue } from '../json.ts';
import { mapItems, mapProperties } from '../json/map-children.ts';
import { isJsonObject } from '../codec/own-property.ts';
import { ValuePath } from '../json/value-path.ts';
import { additionalSchema, isMetaField, isNonNullableNull, keySchema, propertySchema } from './child-schema.ts';
import type { JsonSchemaProps } from './json-schema-props.ts';

/** Options of {@link pruneUnknown}. */
export interface PruneOptions {
  /**
   * Whether the value is a complete object, whose `apiVersion`, `kind` and `metadata` stay even if the schema does
   * not name them. Default: false.
   */
  readonly isResourceRoot?: boolean;
  /**
   * Called with the path of every dropped field, as field validation reports it: `spec.lo[0].bad`. In the order
   * of the value (the API server sorts).
   */
  readonly onPruned?: (path: string) => void;
}

/**
 * Removes the fields that the schema does not name. Under `x-kubernetes-preserve-unknown-fields` unknown properties
 * stay, and declared ones are pruned. With `additionalProperties` true or false, properties stay, and their contents
 * are dropped. The contents of the `metadata` of a complete object stay. Copies on write: the input is never changed,
 * and is returned itself when nothing is dropped. Throws a {@link JsonSyntaxError} past a depth of 1000.
 */
export function pruneUnknown<T extends JsonValue>(schema: JsonSchemaProps, value: T, options: PruneOptions = {}): T {
  const { isResourceRoot = false, onPruned } = options;
  const path = new ValuePath();

  function prune(node: JsonValue, nodeSchema: JsonSchemaProps | undefined): JsonValue {
    if (Array.isArray(node)) {
      // A list that preserves unknown fields keeps them in its items, but not inside fields that the items declare.
      const preserves = nodeSchema?.['x-kubernetes-preserve-unknown-fields'] === true;
      if (preserves && nodeSchema.items === undefined) return node;
      return mapItems(node, (item, index) =>
        path.within(index, () =>
          preserves ? pruneItemOfPreserved(item, nodeSchema.items) : prune(item, nodeSchema?.items),
        ),
      );
    }
    if (!isJsonObject(node)) return node;
    return pruneObject(node, nodeSchema, nodeSchema?.['x-kubernetes-preserve-unknown-fields'] === true);
  }

  /** Items of a list that preserves unknown fields preserve them too, whatever their own schema says. */
  function pruneItemOfPreserved(item: JsonValue, itemSchema: JsonSchemaProps | undefined): JsonValue {
    if (itemSchema === undefined) return item;
    if (Array.isArray(item))
      return mapItems(item, (inner, index) => path.within(index, () => pruneItemOfPreserved(inner, itemSchema.items)));
    return isJsonObject(item) ? pruneObject(item, itemSchema, true) : item;
  }

  function pruneObject(
    node: { [key: string]: JsonValue },
    nodeSchema: JsonSchemaProps | undefined,
    preserves: boolean,
  ): JsonValue {
    const keepsMeta = nodeSchema?.['x-kubernetes-embedded-resource'] === true || (isResourceRoot && path.isRoot);
    return mapProperties(node, (child, key) => {
      if (keepsMeta && isMetaField(key)) return child;
      const declared = nodeSchema === undefined ? undefined : propertySchema(nodeSchema, key);
      if (declared !== undefined) return path.within(key, () => prune(child, declared));
      if (nodeSchema?.additionalProperties !== undefined)
        return path.within(key, () => prune(child, additionalSchema(nodeSchema)));
      if (preserves) return child;
      if (!path.isRoot || !isMetaField(key)) onPruned?.(path.child(key));
      return undefined;
    });
  }

  // Pruning keeps types: objects stay objects, lists stay lists.
  return prune(value, schema) as T;
}

/**
 * Removes the properties that are null although their schema is not nullable and has no default. The API
 * server does this after {@link pruneUnknown} and before {@link applyDefaults}. Items of lists, and properties without
 * a schema, stay. Copies on write.
 */
export function pruneNonNullableNulls<T extends JsonValue>(schema: JsonSchemaProps, value: T): T {
  const path = new ValuePath();

  function prune(node: JsonValue, nodeSchema: JsonSchemaProps | undefined): JsonValue {
    if (nodeSchema === undefined) return node;
    if (Array.isArray(node))
      return mapItems(node, (item, index) => path.within(index, () => prune(item, nodeSchema.items)));
    if (!isJsonObject(node)) return node;
    return mapProperties(node, (child, key) => {
      const childSchema = keySchema(nodeSchema, key);
      if (isNonNullableNull(child, childSchema) && childSchema?.default === undefined) return undefined;
      return path.within(key, () => prune(child, childSchema));
    });
  }

  return prune(value, schema) as T;
}
