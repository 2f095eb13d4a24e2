import { badRequest, type JsonObject } from '@kb/apimachinery';
import { isJsonObject, quoteString, stringifyJson } from '@kb/apimachinery/codec';
import { refuse } from '../../refuse.ts';
import { own, stringOf } from '../../objects/api-object.ts';
import type { ServedResource } from '../../resources/served-resource.ts';
import { jsonTypeName } from '../../serializer/json-type-name.ts';
import { typeOfKind } from '../../serializer/protobuf/type-of-kind.ts';
import { excerpt, notAnObject, type ReadDocument, unrecognized } from './read-document.ts';

type Kind = Pick<ServedResource, 'group' | 'version' | 'apiVersion' | 'kind' | 'custom'>;

/**
 * Checks that a document has the endpoint's kind and version, which it may omit if the kind is built in. A custom
 * object must only state them: {@link checkCustomVersion} and its validation check them later. Throws a StatusError.
 */
export function checkKind(document: ReadDocument, expected: Kind): JsonObject {
  const { value } = document;
  if (value !== null && !isJsonObject(value)) return refuseDocument(document, expected, jsonError(notAnObject(value)));
  const object = value ?? {};
  for (const [key, given] of Object.entries(object)) {
    if ((key !== 'apiVersion' && key !== 'kind') || typeof given === 'string' || given === null) continue;
    const why = `json: cannot unmarshal ${jsonTypeName(given)} into Go struct field .${key} of type string`;
    refuseDocument(document, expected, jsonError(why));
  }
  const [apiVersion, kind] = [stringOf(own(object, 'apiVersion')), stringOf(own(object, 'kind'))];
  if (apiVersion.split('/').length > 2)
    refuseDocument(document, expected, `unexpected GroupVersion string: ${apiVersion}`);
  if (expected.custom && document.hugeNumber !== undefined) {
    const version = quoteString(apiVersion.slice(apiVersion.lastIndexOf('/') + 1));
    const why = `json: cannot unmarshal number ${document.hugeNumber} into Go value of type float64`;
    refuse(badRequest(`${kind} in version ${version} cannot be handled as a ${expected.kind}: ${why}`));
  }
  if (expected.custom) return customObject(document, object, apiVersion, kind, expected);
  checkBuiltInKind(apiVersion || expected.apiVersion, kind || expected.kind, expected);
  return { ...object, apiVersion: expected.apiVersion, kind: expected.kind };
}

/** Checks that a decoded custom object is of the endpoint's version. Throws a StatusError. */
export function checkCustomVersion(apiVersion: string, expected: Kind): void {
  if (apiVersion !== expected.apiVersion) refuse(badRequest(wrongVersion(apiVersion, expected)));
}

/** 400 for a document whose kind cannot be determined. */
function refuseDocument({ source }: ReadDocument, { kind }: Kind, why: string): never {
  return refuse(badRequest(`${unrecognized(kind)}: ${why} (${excerpt(source)})`));
}

const jsonError = (why: string): string => `couldn't get version/kind; json parse error: ${why}`;

/** The custom object of a document, which may be of another kind or version: it is read by their schema first. */
function customObject(
  document: ReadDocument,
  object: JsonObject,
  apiVersion: string,
  kind: string,
  expected: Kind,
): JsonObject {
  if (kind === '') {
    const text = document.isYaml
      ? new TextDecoder().decode(document.source)
      : document.value === null
        ? 'null'
        : stringifyJson(object);
    refuseDocument(document, expected, `Object 'Kind' is missing in '${text}'`);
  }
  if (own(object, 'apiVersion') === null) {
    const why = '.apiVersion accessor error: <nil> is of the type <nil>, expected string';
    refuse(badRequest(`${kind} in version "" cannot be handled as a ${expected.kind}: ${why}`));
  }
  return { ...object, apiVersion, kind };
}

/** Kinds that kube-apiserver can read and does not serve, and that users still have in files. */
const alsoKnown: ReadonlySet<string> = new Set(['apiextensions.k8s.io/v1beta1 CustomResourceDefinition']);

function checkBuiltInKind(apiVersion: string, kind: string, expected: Kind): void {
  if (apiVersion === expected.apiVersion && kind === expected.kind) return;
  const version = apiVersion.slice(apiVersion.lastIndexOf('/') + 1);
  const known = typeOfKind(apiVersion, kind) !== undefined || alsoKnown.has(`${apiVersion} ${kind}`);
  if (known && kind === expected.kind) refuse(badRequest(wrongVersion(apiVersion, expected)));
  const internalGroup = expected.group === '' ? 'core' : (expected.group.split('.')[0] ?? '');
  const why = known
    ? `converting (${version}.${kind}) to (${internalGroup}.${expected.kind}): unknown conversion`
    : `no kind ${quoteString(kind)} is registered for version ${quoteString(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`;
  refuse(badRequest(`${kind} in version ${quoteString(version)} cannot be handled as a ${expected.kind}: ${why}`));
}

function wrongVersion(apiVersion: string, { apiVersion: expected }: Kind): string {
  return `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`;
}
