import type { JsonObject } from '@kb/apimachinery';
import {
  applyDefaults,
  coerceMetadata,
  type JsonSchemaProps,
  pruneNonNullableNulls,
  pruneUnknown,
  validateCustomResource,
  validateSchema,
} from '@kb/apimachinery/schema';
import { shapeAnswer } from './shape-answer.ts';

/**
 * What the API server does with an object: stores it unchanged, prunes it, or refuses it, for its shape or for another
 * reason.
 */
export type ServerAnswer = 'kept' | 'pruned' | 'refused for its shape' | 'refused';

/** Returns what the API server would do with an object of a kind, by the kind's schema. CEL rules are not evaluated. */
export function serverAnswer(schema: JsonSchemaProps, object: JsonObject): ServerAnswer {
  let pruned = false;
  const note = (): void => {
    pruned = true;
  };
  const known = pruneUnknown(schema, object, { isResourceRoot: true, onPruned: note });
  const { value: coerced, error } = coerceMetadata(schema, known, { isResourceRoot: true, onUnknown: note });
  if (error !== undefined) return 'refused for its shape';
  const withoutNulls = pruneNonNullableNulls(schema, coerced);
  // Every null that is not nullable is dropped; a place without a type would also accept it.
  if (withoutNulls !== coerced && validateSchema(schema, coerced).length > 0) pruned = true;
  const complete = applyDefaults(schema, withoutNulls);
  if (validateCustomResource(schema, complete).length === 0) return pruned ? 'pruned' : 'kept';
  return shapeAnswer(schema, complete).canAccept ? 'refused' : 'refused for its shape';
}
