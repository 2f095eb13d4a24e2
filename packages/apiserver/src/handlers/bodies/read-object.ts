import { badRequest, isStatusError } from '@kb/apimachinery';
import { quoteString } from '@kb/apimachinery/codec';
import { refuse } from '../../refuse.ts';
import type { FieldValidation } from '../../http/write-options.ts';
import type { ApiObject } from '../../objects/api-object.ts';
import type { ServedResource } from '../../resources/served-resource.ts';
import { DecodeContext } from '../../serializer/decode-context.ts';
import { DecodeError } from '../../serializer/decode-error.ts';
import { checkKind } from './check-kind.ts';
import type { ReadDocument } from './read-document.ts';

/** What must be known of a kind to read an object of it. */
export type ReadableKind = Pick<ServedResource, 'group' | 'version' | 'apiVersion' | 'kind' | 'custom' | 'codec'>;

/**
 * Makes an object of a document: checks that it is of the endpoint's kind and version, decodes it, and treats what it
 * has too much as `fieldValidation` says. Throws a StatusError.
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
  return object;
}

/** Go's decoder looks for no more than this. */
const MAX_FINDINGS = 100;

/** What field validation has to say, in the API server's order. */
function strictFindings(
  resource: Pick<ServedResource, 'custom'>,
  context: DecodeContext,
  duplicates: readonly string[],
): string[] {
  const unknown = context.unknownFields.map((path) => `unknown field ${quoteString(path)}`);
  return resource.custom ? [...duplicates, ...unknown] : [...unknown, ...duplicates].slice(0, MAX_FINDINGS);
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
function cannotBeHandled({ kind, version }: Pick<ServedResource, 'kind' | 'version'>): string {
  return `${kind} in version "${version}" cannot be handled as a ${kind}`;
}

/** Decodes; what does not fit becomes a 400. */
function decodeOrRefuse<T>(decode: () => T, resource: Pick<ServedResource, 'kind' | 'version'>): T {
  try {
    return decode();
  } catch (error) {
    if (isStatusError(error) || !(error instanceof DecodeError)) throw error;
    return refuse(badRequest(`${cannotBeHandled(resource)}: ${error.message}`));
  }
}
