import { sourceHeader } from './client/emit-client.ts';
import { versionAnnotation } from './crd/custom-resource-definition.ts';
import { roleBeginning } from './rbac/emit-role.ts';
import type { SourceReader } from './read/source-reader.ts';

/**
 * The files that earlier runs generated, known by their own mark: sources by their first line, CRDs by their annotation. A file that somebody wrote by hand has
 * neither. The role can have no mark of its own: it is known by its place and its beginning.
 */
export function generatedBefore(
  reader: SourceReader,
  folders: { readonly client: string; readonly crd: string; readonly rbac: string },
  roleName: string,
): string[] {
  const sources = reader.list(folders.client).filter((file) => file.endsWith('.ts') && isSource(reader.read(file)));
  const manifests = reader.list(folders.crd).filter((file) => /\.ya?ml$/.test(file) && isManifest(reader.read(file)));
  const role = `${folders.rbac}/role.yaml`;
  return [...sources, ...manifests, ...(reader.read(role)?.startsWith(roleBeginning(roleName)) === true ? [role] : [])];
}

/** True for a source that kb generated. */
export function isSource(text: string | undefined): boolean {
  return text?.startsWith(sourceHeader) ?? false;
}

/** True for a CRD that kb generated. */
export function isManifest(text: string | undefined): boolean {
  return text !== undefined && new RegExp(`^    ${versionAnnotation.replaceAll(/[./]/g, '\\$&')}: `, 'm').test(text);
}
