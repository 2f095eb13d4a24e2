import { isJsonObject } from '../codec/own-property.ts';
import type { DeepReadonly, JsonValue } from '../json.ts';
import type { JsonPatchOperation } from './json-patch.ts';

/** How many operations the API server takes in one JSON patch. */
export const MAX_JSON_PATCH_OPERATIONS = 10_000;

/** A body that is not a JSON patch. `message` is the API server's (400), without `error decoding patch: `. */
export class JsonPatchDecodeError extends Error {
  override readonly name = 'JsonPatchDecodeError';
}

/** A JSON patch as it was sent. */
export interface ReadJsonPatch {
  readonly operations: readonly JsonPatchOperation[];
  /**
   * Unknown members of operations, as paths: `[0].foo`. Under field validation the API server reports each as
   * `json patch unknown field "[0].foo"`.
   */
  readonly unknownFields: readonly string[];
}

const membersByOperation: ReadonlySet<string> = new Set(['op', 'path', 'from', 'value']);

/**
 * Reads the body of a JSON patch: checks that it is a list of objects whose `op`, `path` and `from` are strings. The
 * operations themselves are checked when they are applied. `validated`: whether field validation checks the patch first
 * (default: true); otherwise errors use other names, and members of the wrong type are found when the patch is applied.
 * Throws a {@link JsonPatchDecodeError}.
 */
export function readJsonPatch(
  body: DeepReadonly<JsonValue>,
  { validated = true }: { readonly validated?: boolean } = {},
): ReadJsonPatch {
  const operations: JsonPatchOperation[] = [];
  const unknownFields: string[] = [];
  if (body === null) return { operations, unknownFields };
  // Array.isArray does not narrow a DeepReadonly type.
  const list: unknown = body;
  if (!Array.isArray(list))
    throw cannotUnmarshal(list, `Go value of type ${validated ? '[]handlers.jsonPatchOp' : 'jsonpatch.Patch'}`);
  for (const [index, operation] of (list as readonly JsonValue[]).entries()) {
    if (operation !== null && !isJsonObject(operation))
      throw cannotUnmarshal(
        operation,
        `Go value of type ${validated ? 'handlers.jsonPatchOp' : 'jsonpatch.Operation'}`,
      );
    for (const [name, value] of Object.entries(operation ?? {})) {
      if (!membersByOperation.has(name)) unknownFields.push(`[${index}].${name}`);
      else if (validated && name !== 'value' && value !== null && typeof value !== 'string') {
        throw cannotUnmarshal(value, `Go struct field jsonPatchOp.${name} of type string`);
      }
    }
    // Checked when it is applied: an operation without a kind or a path fails there.
    operations.push((operation ?? {}) as unknown as JsonPatchOperation);
  }
  return { operations, unknownFields };
}

function cannotUnmarshal(value: unknown, into: string): JsonPatchDecodeError {
  return new JsonPatchDecodeError(`json: cannot unmarshal ${jsonKindOf(value)} into ${into}`);
}

function jsonKindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  const kind = typeof value;
  if (kind === 'boolean') return 'bool';
  return kind === 'bigint' ? 'number' : kind;
}
