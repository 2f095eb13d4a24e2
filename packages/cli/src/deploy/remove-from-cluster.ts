import { isNotFound } from '@kb/apimachinery';
import { type Client, systemClock } from '@kb/client';
import { type CustomResourceDefinition, customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { CliError } from '../cli-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Manifest } from '../manifests/manifests.ts';
import { nameOf } from './apply-to-cluster.ts';
import { removeObjects } from './remove-objects.ts';

/** Options of {@link removeFromCluster}. */
export interface RemoveOptions {
  readonly dryRun: boolean;
  /** The time that the objects may take to go, in milliseconds. */
  readonly timeout: number;
  /** Definitions may be deleted although there are objects of their kinds. */
  readonly mayLoseObjects: boolean;
}

/**
 * Deletes manifests, and prints a line for each object as kubectl does. Definitions go first, while the operator still
 * runs and can remove its finalizers. Throws a CliError if objects would go with their definitions unasked.
 */
export async function removeFromCluster(
  client: Client,
  manifests: readonly Manifest[],
  { dryRun, timeout, mayLoseObjects }: RemoveOptions,
  terminal: Terminal,
): Promise<void> {
  const definitions = manifests.filter(({ object }) => object.kind === 'CustomResourceDefinition');
  const others = manifests.filter((manifest) => !definitions.includes(manifest));
  if (!mayLoseObjects) await refuseLoss(client, definitions);
  const suffix = dryRun ? ' (server dry run)' : '';
  for (const part of [definitions, others]) {
    await removeObjects(client, part, {
      clock: systemClock,
      dryRun,
      timeout,
      removed: (manifest, as) => terminal.print(`${nameOf(manifest)} ${as}${as === 'deleted' ? suffix : ''}`),
    });
  }
}

async function refuseLoss(client: Client, definitions: readonly Manifest[]): Promise<void> {
  const counts: string[] = [];
  for (const { object } of definitions) {
    const count = await countObjects(client, object.metadata.name ?? '');
    if (count > 0) counts.push(`${count} of ${object.metadata.name}`);
  }
  if (counts.length === 0) return;
  throw new CliError('KB_OBJECTS_EXIST', `objects would be deleted with their definitions: ${counts.join(', ')}`, {
    hint: 'Nothing was deleted. Keep what you need, and add --yes.',
  });
}

/** How many objects of a definition there are; 0 without the definition. */
async function countObjects(client: Client, name: string): Promise<number> {
  const definition = await client.get(customResourceDefinitions, name).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  const version = definition && servedVersion(definition);
  if (definition === undefined || version === undefined) return 0;
  const { group, names } = definition.spec;
  const list = await client.getJson(`/apis/${group}/${version}/${names.plural}?limit=1`);
  const { items, metadata } = list as {
    readonly items?: readonly unknown[];
    readonly metadata?: { readonly remainingItemCount?: number };
  };
  return (items?.length ?? 0) + (metadata?.remainingItemCount ?? 0);
}

function servedVersion({ spec }: Pick<CustomResourceDefinition, 'spec'>): string | undefined {
  return spec.versions.find(({ served }) => served)?.name;
}
