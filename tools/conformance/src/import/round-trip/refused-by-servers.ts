import { isDns1035Label } from '@kb/apimachinery/server';
import { importDefinitions, readDefinitions } from '@kb/import';
import type { DefinitionFile } from '../definitions/definition-files.ts';

/** Codes of files that no API server accepts: not YAML, or not a CRD. */
const refusing: ReadonlySet<string> = new Set([
  'KB_DEFINITION_INVALID',
  'KB_DEFINITION_REFUSED',
  'KB_DEFINITION_VERSION',
  'KB_IMPORT_SYNTAX',
  'KB_IMPORT_TEMPLATE',
  'KB_INVALID_NAME',
]);

/**
 * Why no API server accepts the CRDs of a file; undefined if one would, or if there is another problem too.
 */
export async function refusalOf(file: DefinitionFile): Promise<string | undefined> {
  const { definitions, diagnostics } = readDefinitions([file]);
  const reader = { read: () => undefined, list: () => [] };
  const imported = await importDefinitions({ root: '/', into: 'types', definitions, reader });
  const found = [...diagnostics, ...imported.diagnostics].filter(
    ({ code, severity }) => severity === 'error' || code === 'KB_DEFINITION_REFUSED' || code === 'KB_IMPORT_DIFFERS',
  );
  const [first] = found;
  if (first === undefined || found.some((one) => !refusing.has(one.code) || isOurs(one.message))) return undefined;
  return first.line === 0 ? first.message : `line ${first.line}: ${first.message}`;
}

/** Whether it is about a kind that is not a valid name of a type, although an API server accepts it. */
function isOurs(message: string): boolean {
  const kind = /^spec\.names\.kind is "([^"]*)"/.exec(message)?.[1];
  return kind !== undefined && isDns1035Label(kind.toLowerCase()).length === 0;
}
