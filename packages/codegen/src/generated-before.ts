import { posix } from 'node:path';
import { sourceHeader } from './client/emit-client.ts';
import { versionAnnotation } from './crd/custom-resource-definition.ts';
import type { OutputFolders } from './project/output-folders.ts';
import { defaultRoleFile } from './rbac/emit-role.ts';
import type { SourceReader } from './read/source-reader.ts';
import { webhookFile } from './webhook/emit-webhooks.ts';
import { leadingSourceComments } from './write/headers.ts';
import { printedObjects } from './write/printed-objects.ts';

/** controller-gen's mark on its CRDs: kb takes their place, but removes none. */
const controllerGenAnnotation = 'controller-gen.kubebuilder.io/version';

/** Where generated files are. */
export interface GeneratedPlaces {
  readonly folders: OutputFolders;
  /** The file of the roles, in their folder. */
  readonly roleFile: string;
  readonly roleName: string;
  /** Whether the client is generated. */
  readonly client: boolean;
  /** The files that this run generates: they are not looked into. */
  readonly made: ReadonlySet<string>;
}

/**
 * The files that earlier runs generated and this one does not, known by their own mark: sources by their first line, CRDs by their annotation. A file that somebody wrote
 * by hand has neither. Roles and webhook configurations can have no mark of their own: they are known by their place, and by being exactly what a generator prints.
 */
export function generatedBefore(reader: SourceReader, places: GeneratedPlaces): string[] {
  const { folders, roleFile, roleName, client, made } = places;
  const found = (files: readonly string[], is: (text: string | undefined) => boolean): string[] =>
    files.filter((file) => !made.has(file) && is(reader.read(file)));
  const role = posix.join(folders.rbac, roleFile);
  const formerRole = posix.join(folders.rbac, defaultRoleFile);
  return [
    ...(client ? found(reader.list(folders.client).filter(isTypeScript), isSource) : []),
    ...found(
      reader.list(folders.crd).filter((file) => isYaml(file) && isDirectlyIn(file, folders.crd)),
      isOwnCrd,
    ),
    ...found([role], isRoleFile),
    // From before the file was called otherwise: only where it has the role of this project.
    ...(formerRole === role ? [] : found([formerRole], (text) => isRoleFile(text, roleName))),
    ...found([posix.join(folders.webhook, webhookFile)], isWebhookFile),
  ];
}

/**
 * True for a file that a run may put another in the place of: one that kb or controller-gen generated. `text` is what is there, `generated` what would be; they are of the
 * same sort.
 */
export function isGenerated(file: string, text: string, generated: string): boolean {
  if (file.endsWith('.ts')) return isSource(text);
  if (text === generated || text.trim() === '') return true;
  if (hasAnnotation(generated, versionAnnotation))
    return isOwnCrd(text) || hasAnnotation(text, controllerGenAnnotation);
  return isRoleFile(generated) ? isRoleFile(text) : isWebhookFile(text);
}

/** True for a source that kb generated: its own line is the first, or the first below a header. */
export function isSource(text: string | undefined): boolean {
  if (text === undefined) return false;
  return text.startsWith(sourceHeader) || leadingSourceComments(text).split(/\r?\n/).includes(sourceHeader);
}

/** True for a CRD that kb generated. */
export function isOwnCrd(text: string | undefined): boolean {
  return text !== undefined && hasAnnotation(text, versionAnnotation);
}

function hasAnnotation(text: string, annotation: string): boolean {
  return new RegExp(`^    ${annotation.replaceAll(/[./]/g, '\\$&')}: `, 'm').test(text);
}

/** True for a file of nothing but roles as a generator prints them; with a name: that have this one among them. */
function isRoleFile(text: string | undefined, name?: string): boolean {
  const roles = printedObjects(text, ['ClusterRole', 'Role'], 'rules');
  return roles.length > 0 && (name === undefined || roles.some((role) => role.name === name));
}

/** True for a file of nothing but webhook configurations as a generator prints them. */
function isWebhookFile(text: string | undefined): boolean {
  return (
    printedObjects(text, ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'], 'webhooks').length > 0
  );
}

function isTypeScript(file: string): boolean {
  return file.endsWith('.ts');
}

function isYaml(file: string): boolean {
  return /\.ya?ml$/.test(file);
}

function isDirectlyIn(file: string, folder: string): boolean {
  return posix.dirname(file) === posix.normalize(folder);
}
