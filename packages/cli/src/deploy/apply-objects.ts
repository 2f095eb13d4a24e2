import { type ApplyMetadata, isNotFound, type ObjectKeyLike, reasonOf } from '@kb/apimachinery';
import { type Client, createRestMapper } from '@kb/client';
import { CliError } from '../cli-error.ts';
import type { Manifest } from '../manifests/manifests.ts';
import { inOrder } from './object-order.ts';

/** What happened to an object, as kubectl says it. */
export type AppliedAs = 'created' | 'configured' | 'unchanged' | 'serverside-applied';

/** Options of {@link applyObjects}. */
export interface ApplyObjectsOptions {
  /** Runs all checks on the server, and changes nothing. */
  readonly dryRun: boolean;
  /** Takes over fields that other managers own. */
  readonly forceConflicts: boolean;
  /** Called for each object, after the API server has answered. */
  readonly applied: (manifest: Manifest, as: AppliedAs) => void;
  /** Called for each object that a dry run cannot send, because what it needs does not exist yet. */
  readonly notTried: (manifest: Manifest, because: string) => void;
  /** Resolves when a CustomResourceDefinition is served. */
  readonly established: (name: string) => Promise<void>;
}

/**
 * Applies objects on the server, in the order in which they need one another, and waits for definitions to be served.
 * Throws a CliError for what the API server refuses, or for a conflict with another manager.
 */
export async function applyObjects(
  client: Client,
  manifests: readonly Manifest[],
  options: ApplyObjectsOptions,
): Promise<void> {
  const mapper = createRestMapper(client);
  const missing = options.dryRun ? await missingNamespaces(client, manifests) : new Set<string>();
  const added = new Set<string>();
  for (const manifest of inOrder(manifests)) {
    const { object } = manifest;
    const [, group = ''] = object.apiVersion.split('/').toReversed();
    const { name = '', namespace } = object.metadata;
    if (namespace !== undefined && missing.has(namespace)) {
      options.notTried(manifest, `its namespace ${namespace} does not exist yet`);
      continue;
    }
    if (options.dryRun && added.has(`${group}/${object.kind}`)) {
      options.notTried(manifest, 'its definition does not exist yet');
      continue;
    }
    try {
      const resource = await mapper.resourceOf(object);
      const key: ObjectKeyLike =
        resource.namespaced && namespace !== undefined ? { namespace, name } : { name, namespace: '' };
      const before = await client.get(resource, key).catch((error: unknown) => {
        if (isNotFound(error)) return undefined;
        throw error;
      });
      if (before === undefined && object.kind === 'CustomResourceDefinition') added.add(kindOf(object));
      // The server refuses invalid objects, not this code.
      const metadata = { ...object.metadata, name } as ApplyMetadata;
      const { dryRun, forceConflicts: force } = options;
      const call = { fieldValidation: 'Strict', force, dryRun } as const;
      const after = await client.apply(resource, { ...object, metadata }, call);
      options.applied(manifest, difference(before?.metadata, after.metadata, dryRun));
    } catch (error) {
      throw refusal(manifest, error);
    }
    if (object.kind === 'CustomResourceDefinition' && !options.dryRun) await options.established(name);
  }
}

/** The kind that a definition adds. */
function kindOf(object: Manifest['object']): string {
  const { spec } = object as {
    readonly spec?: { readonly group?: unknown; readonly names?: { readonly kind?: unknown } };
  };
  return `${String(spec?.group)}/${String(spec?.names?.kind)}`;
}

/** Namespaces that the manifests would create: a dry run cannot send what goes into them. */
async function missingNamespaces(client: Client, manifests: readonly Manifest[]): Promise<Set<string>> {
  const { namespaces } = await import('@kb/kubernetes/core/v1');
  const missing = new Set<string>();
  for (const { object } of manifests) {
    const { name } = object.metadata;
    if (object.kind !== 'Namespace' || name === undefined) continue;
    try {
      await client.get(namespaces, name);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      missing.add(name);
    }
  }
  return missing;
}

/** The metadata that tells whether an object has changed. */
interface Versioned {
  readonly resourceVersion?: string | undefined;
}

function difference(before: Versioned | undefined, after: Versioned, dryRun: boolean): AppliedAs {
  if (before === undefined) return 'created';
  if (dryRun) return 'serverside-applied';
  return before.resourceVersion === after.resourceVersion ? 'unchanged' : 'configured';
}

function refusal({ object }: Manifest, error: unknown): CliError {
  const what = `${object.kind} ${[object.metadata.namespace, object.metadata.name].filter(Boolean).join('/')}`;
  const message = error instanceof Error ? error.message : String(error);
  const isConflict = reasonOf(error) === 'Conflict';
  return new CliError('KB_MANIFEST_REFUSED', `${what}: ${message}`, {
    ...(isConflict ? { hint: 'Another manager owns these fields. --force-conflicts takes them over.' } : {}),
    cause: error,
  });
}
