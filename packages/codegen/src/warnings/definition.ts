import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject, stringifyJson } from '@kb/apimachinery/codec';
import { TOTAL_ANNOTATION_SIZE_LIMIT } from '@kb/apimachinery/server';
import type { Kind, Model } from '../model/model.ts';
import { type Warning, warning } from './warning.ts';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { columnWarnings } from './columns.ts';
import { formatWarnings } from './formats.ts';
import { scaleWarnings } from './scale.ts';
import { statusWarnings } from './status.ts';

const APPROVAL = 'api-approved.kubernetes.io';

/** The maximum size for `kubectl apply` without `--server-side`, which keeps the object in an annotation. */
const mostForApply = TOTAL_ANNOTATION_SIZE_LIMIT;

/** The size in bytes that etcd allows for one request by default. */
const MOST_FOR_ETCD = 1.5 * 1024 * 1024;

/** The warnings about a CustomResourceDefinition as a whole. `yaml` is its printed form. */
export function definitionWarnings(definition: JsonObject, kind: Kind, yaml: string): readonly Warning[] {
  return [...approvalWarnings(definition, kind), ...sizeWarnings(definition, kind, yaml)];
}

function approvalWarnings({ metadata }: JsonObject, { span, groupVersion: { group } }: Kind): readonly Warning[] {
  if (!/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group)) return [];
  const annotations = isJsonObject(metadata) && isJsonObject(metadata['annotations']) ? metadata['annotations'] : {};
  const value = annotations[APPROVAL];
  if (typeof value === 'string' && /^(?:unapproved|[a-z][a-z0-9+.-]*:\/\/[^/])/i.test(value)) return [];
  return [
    warning(
      span,
      'KB_API_APPROVAL',
      `the group ${group} belongs to the Kubernetes project: API servers refuse its kinds without the annotation ${APPROVAL}`,
      `use a group of your own domain; or write // +kubebuilder:metadata:annotations="${APPROVAL}=…", with the URL of the approval or a reason that begins with unapproved`,
    ),
  ];
}

/** False if the JSON is certainly small enough; measuring it exactly means printing it. */
function mayBeTooLarge(yaml: string): boolean {
  // A byte of YAML becomes at most three bytes of JSON (`"\0"`, `a:` of an empty object), except for characters of
  // HTML.
  return yaml.length * 6 > mostForApply && Buffer.byteLength(yaml) * 3 + escapedForHtml(yaml) * 3 > mostForApply;
}

function escapedForHtml(text: string): number {
  return text.match(/[<>&]/g)?.length ?? 0;
}

function sizeWarnings(definition: JsonObject, { name, span }: Kind, yaml: string): readonly Warning[] {
  if (!mayBeTooLarge(yaml)) return [];
  const size = sizeInGo(definition);
  const inWords = `the CustomResourceDefinition of ${name} has ${size} bytes of JSON`;
  const shorter = 'maxDescriptionLength, under generate in PROJECT, shortens descriptions';
  if (size > MOST_FOR_ETCD)
    return [
      warning(
        span,
        'KB_SIZE_LIMIT',
        `${inWords}, and etcd takes ${MOST_FOR_ETCD} in one request`,
        `${shorter}; or make two kinds of it`,
      ),
    ];
  if (size <= mostForApply) return [];
  const hint = `apply it with kubectl apply --server-side, or make it smaller: ${shorter}`;
  return [
    warning(span, 'KB_SIZE_LIMIT', `${inWords}, and kubectl apply without --server-side takes ${mostForApply}`, hint),
  ];
}

/** The number of bytes of a value's JSON in Go, which escapes characters of HTML, unlike JavaScript. */
function sizeInGo(value: JsonObject): number {
  const json = nativeJson(value);
  if (json === undefined) return Buffer.byteLength(stringifyJson(value, { escapeHtml: true }));
  // One byte becomes six; a line separator has three bytes and also becomes six.
  const separators = json.match(/[\u2028\u2029]/g)?.length ?? 0;
  return Buffer.byteLength(json) + escapedForHtml(json) * 5 + separators * 3;
}

/**
 * Prints JSON with the built-in printer, which is faster than kb's own; undefined for a value with a bigint, which only
 * kb's can print.
 */
function nativeJson(value: JsonObject): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/**
 * The warnings about one version of a kind. `version` is its entry in the CustomResourceDefinition, patches included.
 */
export function versionWarnings(
  version: JsonObject,
  schema: JsonSchemaProps,
  kind: Kind,
  model: Model,
): readonly Warning[] {
  const markers = model.types.get(kind.type)?.markers ?? [];
  return [
    ...columnWarnings(version, schema, kind, markers),
    ...scaleWarnings(version, schema, kind, markers),
    ...statusWarnings(version, schema, kind, { model, markers }),
    ...formatWarnings(schema, kind, model),
  ];
}
