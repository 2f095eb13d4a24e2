import type { Client } from '@kb/client';
import type { Terminal } from '../terminal/terminal.ts';
import type { Manifest } from '../manifests/manifests.ts';
import { untilEstablished } from '../manifests/until-established.ts';
import { applyObjects } from './apply-objects.ts';

/** Applies manifests, and prints a line for each object as kubectl does. */
export async function applyToCluster(
  client: Client,
  manifests: readonly Manifest[],
  { dryRun, forceConflicts }: { readonly dryRun: boolean; readonly forceConflicts: boolean },
  terminal: Terminal,
): Promise<void> {
  const suffix = dryRun ? ' (server dry run)' : '';
  await applyObjects(client, manifests, {
    dryRun,
    forceConflicts,
    applied: (manifest, as) => terminal.print(`${nameOf(manifest)} ${as}${suffix}`),
    notTried: (manifest, because) => terminal.print(`${nameOf(manifest)} not tried: ${because}`),
    established: async (name) => untilEstablished(client, name),
  });
}

/** An object as kubectl names it: `deployment.apps/manager`. */
export function nameOf({ object }: Manifest): string {
  const [, group = ''] = object.apiVersion.split('/').toReversed();
  const kind = object.kind.toLowerCase();
  return `${group === '' ? kind : `${kind}.${group}`}/${object.metadata.name ?? ''}`;
}
