import { childPath, type FieldError, fieldInvalid, indexPath, keyPath } from '../field-error.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { mapItems, mapProperties } from '../json/map-children.ts';
import { isJsonObject } from '../codec/own-property.ts';
import { coerceObjectMeta } from '../metadata/coerce-object-meta.ts';
import { additionalSchema, propertySchema } from './child-schema.ts';
import type { JsonSchemaProps } from './json-schema-props.ts';

/** Options of {@link coerceMetadata}. */
export interface CoerceMetadataOptions {
  /** Whether the value itself is a complete object. Default: false. */
  readonly isResourceRoot?: boolean;
  /** Drops fields of other types instead of reporting them. Default: false. */
  readonly dropMalformed?: boolean;
  /**
   * Called with the path of every field that metav1.ObjectMeta does not have: `metadata.foo`,
   * `spec.template.metadata.foo`. They are dropped.
   */
  readonly onUnknown?: (path: string) => void;
}

/** The result of {@link coerceMetadata}: the value with its metadata read, or the first error. */
export type CoercedMetadata<T> =
  { readonly value: T; readonly error?: undefined } | { readonly value?: undefined; readonly error: FieldError };

/**
 * Reads the `apiVersion`, `kind` and `metadata` of embedded resources, and of the root if it is a complete object,
 * through their types: unknown fields of metadata are dropped, other types are an error (400 in the API server). Copies
 * on write. The API server does this after {@link pruneUnknown}.
 */
export function coerceMetadata<T extends JsonValue>(
  schema: JsonSchemaProps,
  value: T,
  options: CoerceMetadataOptions = {},
): CoercedMetadata<T> {
  const { isResourceRoot = false, dropMalformed = false, onUnknown } = options;
  let error: FieldError | undefined;

  function visit(
    node: JsonValue,
    nodeSchema: JsonSchemaProps | undefined,
    path: string,
    isResource: boolean,
  ): JsonValue {
    if (nodeSchema === undefined || error !== undefined) return node;
    if (Array.isArray(node)) {
      const { items } = nodeSchema;
      return mapItems(node, (item, index) =>
        visit(item, items, indexPath(path, index), items?.['x-kubernetes-embedded-resource'] === true),
      );
    }
    if (!isJsonObject(node)) return node;
    const object = isResource ? coerceResource(node, path) : node;
    const entries = additionalSchema(nodeSchema);
    return mapProperties(object, (child, key) => {
      const declared = propertySchema(nodeSchema, key);
      const childSchema = declared ?? entries;
      const at = declared === undefined ? keyPath(path, key) : childPath(path, key);
      return visit(child, childSchema, at, childSchema?.['x-kubernetes-embedded-resource'] === true);
    });
  }

  function coerceResource(object: JsonObject, path: string): JsonObject {
    return mapProperties(object, (child, key) => {
      if (key === 'apiVersion' || key === 'kind') {
        if (typeof child === 'string') return child;
        if (dropMalformed) return undefined;
        error ??= fieldInvalid(childPath(path, key), child, 'must be a string');
        return child;
      }
      if (key !== 'metadata') return child;
      const { meta, unknownFields, problem } = coerceObjectMeta(child, { dropMalformed, path: childPath(path, key) });
      for (const unknown of unknownFields) onUnknown?.(unknown);
      if (problem !== undefined) {
        // Only an object has fields to drop.
        if (dropMalformed) return child;
        error ??= fieldInvalid(childPath(path, key), child, problem);
      }
      // Metadata is plain JSON: ObjectMetaInput only names its fields.
      return meta as JsonObject;
    });
  }

  const result = visit(value, schema, '', isResourceRoot || schema['x-kubernetes-embedded-resource'] === true);
  // Reading keeps types: objects stay objects, lists stay lists.
  return error === undefined ? { value: result as T } : { error };
}
