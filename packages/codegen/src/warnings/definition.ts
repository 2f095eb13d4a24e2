import { isJsonObject, type JsonObject, stringifyJson, TOTAL_ANNOTATION_SIZE_LIMIT } from '@kb/apimachinery';
import type { Kind } from '../model/model.ts';
import { type Warning, warning } from './warning.ts';

const approval = 'api-approved.kubernetes.io';

/**
 * What `kubectl apply` without `--server-side` keeps of an object in an annotation has to fit into the annotations of
 * one object.
 */
const mostForApply = TOTAL_ANNOTATION_SIZE_LIMIT;

/** What etcd takes in one request, unless it is told otherwise. */
const mostForEtcd = 1.5 * 1024 * 1024;

/** What is doubtful about a CustomResourceDefinition as a whole. `yaml` is how it is printed. */
export function definitionWarnings(definition: JsonObject, kind: Kind, yaml: string): readonly Warning[] {
  return [...approvalWarnings(definition, kind), ...sizeWarnings(definition, kind, yaml)];
}

function approvalWarnings({ metadata }: JsonObject, { span, groupVersion: { group } }: Kind): readonly Warning[] {
  if (!/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group)) return [];
  const annotations = isJsonObject(metadata) && isJsonObject(metadata['annotations']) ? metadata['annotations'] : {};
  const value = annotations[approval];
  if (typeof value === 'string' && /^(?:unapproved|[a-z][a-z0-9+.-]*:\/\/[^/])/i.test(value)) return [];
  return [
    warning(
      span,
      'KB_API_APPROVAL',
      `the group ${group} belongs to the Kubernetes project: API servers refuse its kinds without the annotation ${approval}`,
      `use a group of your own domain; or write // +kubebuilder:metadata:annotations="${approval}=…", with the URL of the approval or a reason that begins with unapproved`,
    ),
  ];
}

/** False where the JSON is certainly small enough: measuring it means to print it. */
function mayBeTooLarge(yaml: string): boolean {
  // A byte of YAML is at most three of JSON (`"\0"`, `a:` of an empty object), but for those that HTML would read.
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
  if (size > mostForEtcd)
    return [
      warning(
        span,
        'KB_SIZE_LIMIT',
        `${inWords}, and etcd takes ${mostForEtcd} in one request`,
        `${shorter}; or make two kinds of it`,
      ),
    ];
  if (size <= mostForApply) return [];
  const hint = `apply it with kubectl apply --server-side, or make it smaller: ${shorter}`;
  return [
    warning(span, 'KB_SIZE_LIMIT', `${inWords}, and kubectl apply without --server-side takes ${mostForApply}`, hint),
  ];
}

/** How many bytes of JSON Go makes of a value: it escapes what HTML would read, which JavaScript does not. */
function sizeInGo(value: JsonObject): number {
  const json = nativeJson(value);
  if (json === undefined) return Buffer.byteLength(stringifyJson(value, { escapeHtml: true }));
  // One byte becomes six. Separators of lines have three, and become six.
  const separators = json.match(/[\u2028\u2029]/g)?.length ?? 0;
  return Buffer.byteLength(json) + escapedForHtml(json) * 5 + separators * 3;
}

/** Much faster than our own; undefined for a value with an integer that only we can print. */
function nativeJson(value: JsonObject): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
