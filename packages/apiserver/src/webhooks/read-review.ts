import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject, JsonSyntaxError, parseJson } from '@kb/apimachinery/codec';
import { stringOf } from '../objects/api-object.ts';
import { writeJson } from '../objects/object-text.ts';
import { jsonTypeName } from '../serializer/json-type-name.ts';
import type { ReviewVersion } from './webhook-address.ts';

/** The kind of the reviews that a webhook answers. */
export interface ReviewKind {
  readonly group: string;
  readonly kind: string;
  readonly version: ReviewVersion;
  /** True: a response may lack its version or kind, which is then that of the request. */
  readonly isOptional?: boolean;
}

const notReview = (type: string): string =>
  `json: cannot unmarshal ${type} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`;

/**
 * Reads the text of a webhook's response, which must be a review of the given kind and version. Throws an Error with
 * kube-apiserver's message for any other.
 */
export function readReview(text: string, asked: ReviewKind): JsonObject {
  const review = parseReview(text);
  const [givenKind, givenVersion] = [stringOf(review.kind), stringOf(review.apiVersion)];
  const kind = givenKind || (asked.isOptional === true ? asked.kind : '');
  const apiVersion = givenVersion || (asked.isOptional === true ? `${asked.group}/${asked.version}` : '');
  if (kind === '') throw new Error(`Object 'Kind' is missing in '${writeJson(review)}'`);
  const version = apiVersion.startsWith(`${asked.group}/`) ? apiVersion.slice(asked.group.length + 1) : '';
  if (kind !== asked.kind || (version !== 'v1' && version !== 'v1beta1'))
    throw new Error(
      `no kind "${kind}" is registered for version "${apiVersion}" in scheme "pkg/runtime/scheme.go:111"`,
    );
  if (version !== asked.version)
    throw new Error(`converting (${version}.${kind}) to (${asked.version}.${kind}): unknown conversion`);
  return review;
}

function parseReview(text: string): JsonObject {
  const failed = (why: string): Error => new Error(`couldn't get version/kind; json parse error: ${why}`);
  let review: JsonValue;
  try {
    review = parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    // Text that is not JSON is YAML there.
    throw failed(/^\s*[{[]/.test(text) ? error.message : notReview('string'));
  }
  if (isJsonObject(review)) return review;
  throw failed(notReview(jsonTypeName(review)));
}
