import { badRequest, isStatusError } from '@kb/apimachinery';
import { quoteString } from '@kb/apimachinery/codec';
import { refuse } from '../../refuse.ts';
import type { FieldValidation } from '../../http/write-options.ts';
import { sentForm } from '../../admission/hook-patch.ts';
import type { ApiRequest } from '../../context/api-request.ts';
import { type ApiObject, asJson } from '../../objects/api-object.ts';
import type { ServedResource } from '../../resources/served-resource.ts';
import { DecodeContext } from '../../serializer/decode-context.ts';
import { DecodeError } from '../../serializer/decode-error.ts';
import { checkCustomVersion, checkKind } from './check-kind.ts';
import type { ReadDocument } from './read-document.ts';

/** The facts about a kind that reading its objects needs. */
export type ReadableKind = Pick<ServedResource, 'group' | 'version' | 'apiVersion' | 'kind' | 'custom' | 'codec'>;

/**
 * Decodes an object: checks its kind and version, and handles unknown fields as `fieldValidation` requires. Throws a
 * StatusError.
 */
export function decodeObject(
  document: ReadDocument,
  resource: ReadableKind,
  fieldValidation: FieldValidation,
  warn: (text: string) => void,
): ApiObject {
  const typed = checkKind(document, resource);
  const { oddNumbers, deep } = document;
  const context = new DecodeContext({ ...(oddNumbers && { oddNumbers }), ...(deep && { deep }) });
  const object = decodeOrRefuse(() => resource.codec.decode(typed, context), resource);
  reportFindings(strictFindings(resource, context, document.duplicates), fieldValidation, warn, (text) => {
    refuse(badRequest(`${cannotBeHandled(resource)}: strict decoding error: ${text}`));
  });
  if (resource.custom) checkCustomVersion(object.apiVersion, resource);
  return object;
}

/** Decodes the object of a request, as {@link decodeObject} does, and notes it for the audit log. */
export function decodeSent(
  { audit, warn }: Pick<ApiRequest, 'audit' | 'warn'>,
  document: ReadDocument,
  resource: ReadableKind,
  fieldValidation: FieldValidation,
): ApiObject {
  const object = decodeObject(document, resource, fieldValidation, warn);
  audit?.sent(() => asJson(sentForm(resource.codec, object)));
  return object;
}

/** The maximum number of findings of Go's decoder. */
const MAX_FINDINGS = 100;

/** The findings of field validation, in the API server's order. */
function strictFindings(
  resource: Pick<ServedResource, 'custom'>,
  context: DecodeContext,
  duplicates: readonly string[],
): string[] {
  const { unknownFields } = context;
  if (resource.custom) return [...duplicates, ...unknownFields.map((path) => `unknown field "${path}"`)];
  return [...unknownFields.map((path) => `unknown field ${quoteString(path)}`), ...duplicates].slice(0, MAX_FINDINGS);
}

/** Reports findings as warnings, or passes them to `strict` as one text, depending on `fieldValidation`. */
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

/** The beginning of messages about a body that does not fit its kind. */
function cannotBeHandled({ kind, version }: Pick<ServedResource, 'kind' | 'version'>): string {
  return `${kind} in version "${version}" cannot be handled as a ${kind}`;
}

/** Decodes; converts an error to a 400. */
function decodeOrRefuse<T>(decode: () => T, resource: Pick<ServedResource, 'kind' | 'version'>): T {
  try {
    return decode();
  } catch (error) {
    if (isStatusError(error) || !(error instanceof DecodeError)) throw error;
    return refuse(badRequest(`${cannotBeHandled(resource)}: ${error.message}`));
  }
}
