import type { JsonValue } from '../json.ts';
import { mapItems, mapProperties } from '../json/map-children.ts';
import { isJsonObject } from '../json/own-property.ts';
import { ValuePath } from '../json/value-path.ts';
import { additionalSchema, isMetaField, propertySchema } from './child-schema.ts';
import type { JsonSchemaProps } from './json-schema-props.ts';

/** Options of {@link pruneUnknown}. */
export interface PruneOptions {
  /**
   * Whether the value is a whole object, whose `apiVersion`, `kind` and `metadata` stay although the schema need not
   * name them. Default: false.
   */
  readonly isResourceRoot?: boolean;
  /**
   * Called with the path of everything that is dropped, as field validation reports it: `spec.lo[0].bad`. In the order
   * of the value (the API server sorts).
   */
  readonly onPruned?: (path: string) => void;
}

/**
 * The value without what the schema does not name. Under `x-kubernetes-preserve-unknown-fields` unknown properties
 * stay, and declared ones are pruned. Where `additionalProperties` is true or false properties stay, and what is in
 * them is dropped. What is inside the `metadata` of a whole object stays. Copies on write: the input is never changed,
 * and answered itself when nothing was dropped. Throws a {@link JsonSyntaxError} past a depth of 1000.
 */
export function pruneUnknown<T extends JsonValue>(schema: JsonSchemaProps, value: T, options: PruneOptions = {}): T {
  const { isResourceRoot = false, onPruned } = options;
  const path = new ValuePath();

  function prune(node: JsonValue, nodeSchema: JsonSchemaProps | undefined): JsonValue {
    if (Array.isArray(node)) {
      // Unknown fields are kept in a list that preserves them, not in what its declared items declare.
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

  /** Items below a list that preserves unknown fields preserve them too, whatever their own schema says. */
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

  // What is pruned keeps its type: objects stay objects, lists stay lists.
  return prune(value, schema) as T;
}
