import {
  badRequest,
  failureStatus,
  fieldInvalid,
  invalid,
  isStatusError,
  type JsonObject,
  type JsonValue,
  JsonSyntaxError,
  parseJson,
  stringifyJson,
} from '@kb/apimachinery';
import { refuse } from '../http/api-error.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { parseMediaType } from '../http/media-type.ts';
import type { FieldValidation } from '../http/write-options.ts';
import { parseYaml, YamlError } from '../http/yaml.ts';
import { type ApiObject, isJsonObject } from '../resources/api-object.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import type { Registry } from '../resources/registry.ts';
import { DecodeContext } from '../serializer/decode-context.ts';
import { DecodeError } from '../serializer/decode-error.ts';
import { scalarText } from '../resources/scalar-text.ts';

/** A document as a client sent it. */
export interface ReadDocument {
  readonly value: JsonValue;
  /** What field validation says of keys that came twice. */
  readonly duplicates: readonly string[];
}

const JSON_TYPES = new Set(['', 'application/json']);
const YAML_TYPES = new Set(['application/yaml']);

/** Reads the body of a POST or PUT as one document. `kind`: what it must be, for the message when it cannot be read. */
export async function readDocument(request: ApiRequest, kind: string): Promise<ReadDocument> {
  const { type } = parseMediaType(request.headers['content-type'] ?? '');
  const bytes = await request.body();
  if (JSON_TYPES.has(type)) return readJsonDocument(bytes, kind);
  if (YAML_TYPES.has(type)) return readYamlDocument(bytes, kind);
  const message =
    'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml' +
    (type === 'application/vnd.kubernetes.protobuf' ? ' (the embedded API server does not read protobuf yet)' : '');
  return refuse(failureStatus({ code: 415, reason: 'UnsupportedMediaType', message }));
}

function readJsonDocument(bytes: Uint8Array, kind: string): ReadDocument {
  const duplicates: string[] = [];
  try {
    const value = parseJson(bytes, { onDuplicateKey: (path) => duplicates.push(`duplicate field "${path}"`) });
    return { value, duplicates };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return refuse(
      badRequest(
        `${unrecognized(kind)}: couldn't get version/kind; json parse error: ${error.message} (${excerpt(bytes)})`,
      ),
    );
  }
}

async function readYamlDocument(bytes: Uint8Array, kind: string): Promise<ReadDocument> {
  try {
    const { value, duplicates } = await parseYaml(new TextDecoder().decode(bytes));
    return {
      value,
      duplicates: duplicates.length === 0 ? [] : [`yaml: unmarshal errors:\n  ${duplicates.join('\n  ')}`],
    };
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return refuse(
      badRequest(
        `${unrecognized(kind)}: couldn't get version/kind; json parse error: error converting YAML to JSON: ${error.message} (${excerpt(bytes)})`,
      ),
    );
  }
}

const unrecognized = (kind: string): string => `the object provided is unrecognized (must be of type ${kind})`;

/** The beginning of a body, as error messages show it: as text when it looks like JSON, else in hex. */
function excerpt(bytes: Uint8Array): string {
  if (bytes.length === 0) return '<empty>';
  const head = bytes.subarray(0, 30);
  const text =
    head[0] === 0x7b
      ? new TextDecoder().decode(head)
      : [...head].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return bytes.length > head.length ? `${text} ...` : text;
}

/**
 * Makes an object of a document: checks that it is of the endpoint's kind and version, decodes it, and treats what it has too much as `fieldValidation` says. Throws a
 * StatusError.
 */
export function decodeObject(
  { value, duplicates }: ReadDocument,
  resource: ServedResource,
  registry: Registry,
  fieldValidation: FieldValidation,
  warn: (text: string) => void,
): ApiObject {
  const typed = checkKind(value, resource, registry);
  const context = new DecodeContext();
  const object = decodeOrRefuse(() => resource.codec.decode(typed, context), resource);
  reportFindings(strictFindings(resource, context, duplicates), fieldValidation, warn, (text) => {
    refuse(badRequest(`${cannotBeHandled(resource)}: strict decoding error: ${text}`));
  });
  return object;
}

/** What field validation has to say, in the API server's order. */
export function strictFindings(
  resource: Pick<ServedResource, 'custom'>,
  context: DecodeContext,
  duplicates: readonly string[],
): string[] {
  const unknown = context.unknownFields.map((path) => `unknown field "${path}"`);
  return resource.custom ? [...duplicates, ...unknown] : [...unknown, ...duplicates];
}

/** Warns of findings, or hands them to `strict` in one text, as `fieldValidation` says. */
export function reportFindings(
  findings: readonly string[],
  fieldValidation: FieldValidation,
  warn: (text: string) => void,
  strict: (text: string) => void,
): void {
  if (findings.length === 0 || fieldValidation === 'Ignore') return;
  if (fieldValidation === 'Strict') strict(findings.join(', '));
  else
    for (const finding of findings)
      for (const text of finding.replace(/^yaml: unmarshal errors:\n/, '').split('\n')) warn(text.trim());
}

/** How messages begin that say why a body does not fit its kind. */
function cannotBeHandled({ kind, version }: ServedResource): string {
  return `${kind} in version "${version}" cannot be handled as a ${kind}`;
}

/** Decodes; what does not fit becomes a 400. */
export function decodeOrRefuse<T>(decode: () => T, resource: ServedResource): T {
  try {
    return decode();
  } catch (error) {
    if (isStatusError(error) || !(error instanceof DecodeError)) throw error;
    return refuse(badRequest(`${cannotBeHandled(resource)}: ${error.message}`));
  }
}

function checkKind(value: JsonValue, resource: ServedResource, registry: Registry): JsonObject {
  if (!isJsonObject(value)) {
    const text = stringifyJson(value);
    const found = Array.isArray(value) ? 'array' : typeof value;
    const why = `json: cannot unmarshal ${found} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`;
    return refuse(
      badRequest(
        `${unrecognized(resource.kind)}: couldn't get version/kind; json parse error: ${why} (${excerpt(new TextEncoder().encode(text))})`,
      ),
    );
  }
  const { apiVersion = '', kind = '' } = value;
  if (resource.custom) checkCustomKind(value, apiVersion, kind, resource);
  else checkBuiltInKind(apiVersion || resource.apiVersion, kind || resource.kind, resource, registry);
  return { ...value, apiVersion: resource.apiVersion, kind: resource.kind };
}

function checkCustomKind(value: JsonObject, apiVersion: JsonValue, kind: JsonValue, resource: ServedResource): void {
  if (kind === '') {
    const text = stringifyJson(value);
    const short = text.length > 30 ? `${text.slice(0, 30)} ...` : text;
    refuse(badRequest(`${unrecognized(resource.kind)}: Object 'Kind' is missing in '${text}' (${short})`));
  }
  if (apiVersion !== resource.apiVersion) refuse(badRequest(wrongVersion(apiVersion, resource)));
  if (kind !== resource.kind) {
    const metadata = isJsonObject(value.metadata) ? value.metadata : {};
    const name = typeof metadata.name === 'string' ? metadata.name : '';
    refuse(
      invalid({ group: resource.group, kind: scalarText(kind) }, name, [
        fieldInvalid('kind', kind, `must be ${resource.kind}`),
      ]),
    );
  }
}

function checkBuiltInKind(apiVersion: JsonValue, kind: JsonValue, resource: ServedResource, registry: Registry): void {
  if (apiVersion === resource.apiVersion && kind === resource.kind) return;
  const found =
    typeof apiVersion === 'string' && typeof kind === 'string' ? registry.findKind(apiVersion, kind) : undefined;
  if (!found) {
    const version = scalarText(apiVersion).replace(/.*\//, '');
    const why = `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`;
    refuse(
      badRequest(
        `${scalarText(kind)} in version ${JSON.stringify(version)} cannot be handled as a ${resource.kind}: ${why}`,
      ),
    );
  }
  if (found.kind === resource.kind) refuse(badRequest(wrongVersion(apiVersion, resource)));
  const internalGroup = resource.group === '' ? 'core' : (resource.group.split('.')[0] ?? '');
  const conversion = `converting (${found.version}.${found.kind}) to (${internalGroup}.${resource.kind}): unknown conversion`;
  refuse(
    badRequest(`${found.kind} in version "${found.version}" cannot be handled as a ${resource.kind}: ${conversion}`),
  );
}

function wrongVersion(apiVersion: JsonValue, resource: ServedResource): string {
  return `the API version in the data (${scalarText(apiVersion)}) does not match the expected API version (${resource.apiVersion})`;
}
