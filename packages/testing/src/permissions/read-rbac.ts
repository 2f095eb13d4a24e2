import { existsSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { TestingErrorCode } from '../error-codes.ts';
import { kustomizationOf } from '../manifests/kustomization.ts';
import { type FileFailure, manifestFiles, readObjects } from '../manifests/read-objects.ts';
import type { RoleRule } from './permission.ts';

/** The error for RBAC manifests that cannot be read, or that give the operator no ServiceAccount. */
export class RbacFileError extends Error {
  override readonly name = 'RbacFileError';
  readonly code: Extract<TestingErrorCode, `KB_RBAC_${string}`>;
  constructor(code: RbacFileError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The error for a file that is missing or cannot be parsed. */
export const rbacFailure: FileFailure = (_, message, cause) =>
  new RbacFileError('KB_RBAC_FILE_INVALID', message, { cause });

/** What an operator is deployed with: its ServiceAccount, and the roles that are bound to it. */
export interface OperatorRbac {
  /** The folder of the manifests. */
  readonly folder: string;
  /** The ServiceAccount, under the names with which it is deployed. */
  readonly account: { readonly namespace: string; readonly name: string };
  /** The ServiceAccount, the roles and the bindings, in the order in which they are created. */
  readonly objects: readonly JsonObject[];
  /**
   * The namespace that the operator watches in development and tests, if PROJECT says that it watches single ones: its
   * own. Default: the cluster.
   */
  readonly watchNamespace?: string;
  /** The rules of the generated role, which the markers describe. */
  readonly generatedRules: readonly RoleRule[];
  /** Those of them that count everywhere, since they are of a ClusterRole. */
  readonly clusterRules: readonly RoleRule[];
}

/** The name of the user that a ServiceAccount is. */
export function userOf({ namespace, name }: OperatorRbac['account']): string {
  return `system:serviceaccount:${namespace}:${name}`;
}

const GENERATED = 'role.yaml';
const kinds = ['ServiceAccount', 'ClusterRole', 'Role', 'ClusterRoleBinding', 'RoleBinding'];

/**
 * Reads the RBAC manifests of a folder such as `config/rbac`, with the names and the namespace that the folder
 * `default` beside it gives them, as kustomize would. Rejects with a {@link RbacFileError} for a folder without a
 * ServiceAccount, and for files that cannot be read.
 */
export async function readOperatorRbac(folder: string): Promise<OperatorRbac> {
  const rbac = await findOperatorRbac(folder);
  if (!rbac)
    throw new RbacFileError('KB_RBAC_FILE_INVALID', `${folder}: there is no ServiceAccount in it for the operator`);
  return rbac;
}

/** The same as {@link readOperatorRbac}, for folders that may have no ServiceAccount: undefined for one of these. */
export async function findOperatorRbac(folder: string): Promise<OperatorRbac | undefined> {
  const renaming = await readRenaming(path.join(folder, '..', 'default'));
  const files = await filesOf(folder);
  const objects: JsonObject[] = [];
  const generatedRules: RoleRule[] = [];
  const clusterRules: RoleRule[] = [];
  for (const file of files) {
    for (const object of await readObjects(file, rbacFailure)) {
      if (!isJsonObject(object) || !kinds.includes(textOf(object.kind) ?? '')) continue;
      objects.push(object);
      if (path.basename(file) !== GENERATED || !Array.isArray(object.rules)) continue;
      // The server validates the rules.
      const rules = object.rules as unknown as RoleRule[];
      generatedRules.push(...rules);
      if (object.kind === 'ClusterRole') clusterRules.push(...rules);
    }
  }
  const own = new Set(objects.map((object) => `${textOf(object.kind) ?? ''} ${nameOf(object)}`));
  const renamed = objects
    .map((object) => renamedObject(object, renaming, own))
    .sort((a, b) => kinds.indexOf(textOf(a.kind) ?? '') - kinds.indexOf(textOf(b.kind) ?? ''));
  const account = renamed.find(({ kind }) => kind === 'ServiceAccount');
  if (!account) return undefined;
  const namespace = textOf(metadataOf(account).namespace) ?? 'default';
  return {
    folder,
    account: { namespace, name: nameOf(account) },
    objects: renamed,
    ...((await isNamespaced(folder)) && { watchNamespace: namespace }),
    generatedRules,
    clusterRules,
  };
}

async function isNamespaced(folder: string): Promise<boolean> {
  const file = findProjectFile(path.resolve(folder));
  const [project] = file === undefined ? [] : await readObjects(file, rbacFailure);
  return isJsonObject(project) && project.namespaced === true;
}

/** The file PROJECT in one of the folders above a file; undefined if there is none. */
export function findProjectFile(file: string): string | undefined {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const project = path.join(folder, 'PROJECT');
    if (existsSync(project)) return project;
    if (path.dirname(folder) === folder) return undefined;
  }
}

/** The files that the kustomization of a folder names, or all of them. */
async function filesOf(folder: string): Promise<string[]> {
  const file = kustomizationOf(folder);
  if (file === undefined) return manifestFiles(folder, rbacFailure);
  const [content] = await readObjects(file, rbacFailure);
  const resources = isJsonObject(content) && Array.isArray(content.resources) ? content.resources : [];
  const named = resources.filter((each) => typeof each === 'string').map((each) => path.join(folder, each));
  for (const each of named) {
    // The generated role is missing until there is a marker.
    if (!existsSync(each) && path.basename(each) !== GENERATED) await manifestFiles(each, rbacFailure);
  }
  return named.filter((each) => existsSync(each) && /\.(?:ya?ml|json)$/.test(each));
}

/** What a kustomization does to names. */
interface Renaming {
  readonly namespace: string | undefined;
  readonly prefix: string;
  readonly suffix: string;
}

async function readRenaming(folder: string): Promise<Renaming> {
  const file = kustomizationOf(folder);
  const [content] = file === undefined ? [] : await readObjects(file, rbacFailure);
  const { namespace, namePrefix, nameSuffix } = isJsonObject(content) ? content : {};
  return { namespace: textOf(namespace), prefix: textOf(namePrefix) ?? '', suffix: textOf(nameSuffix) ?? '' };
}

/** Renames an object and the objects of the same folder that it refers to. */
function renamedObject(object: JsonObject, renaming: Renaming, own: ReadonlySet<string>): JsonObject {
  const { prefix, suffix, namespace } = renaming;
  const renamed = (kind: JsonValue | undefined, name: string): string =>
    own.has(`${textOf(kind) ?? ''} ${name}`) ? `${prefix}${name}${suffix}` : name;
  const { kind, roleRef, subjects } = object;
  const inNamespace = kind === 'ServiceAccount' || kind === 'Role' || kind === 'RoleBinding';
  return {
    ...object,
    metadata: {
      ...metadataOf(object),
      name: renamed(kind, nameOf(object)),
      ...(inNamespace && { namespace: namespace ?? metadataOf(object).namespace ?? 'default' }),
    },
    ...(isJsonObject(roleRef) && { roleRef: { ...roleRef, name: renamed(roleRef.kind, textOf(roleRef.name) ?? '') } }),
    ...(Array.isArray(subjects) && {
      subjects: subjects.map((subject) => {
        if (!isJsonObject(subject) || subject.kind !== 'ServiceAccount') return subject;
        const name = textOf(subject.name) ?? '';
        const isOwn = own.has(`ServiceAccount ${name}`);
        const place = isOwn ? (namespace ?? subject.namespace ?? 'default') : subject.namespace;
        return { ...subject, name: renamed('ServiceAccount', name), ...(place !== undefined && { namespace: place }) };
      }),
    }),
  };
}

const textOf = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function metadataOf({ metadata }: JsonObject): JsonObject {
  return isJsonObject(metadata) ? metadata : {};
}

function nameOf(object: JsonObject): string {
  return textOf(metadataOf(object).name) ?? '';
}
