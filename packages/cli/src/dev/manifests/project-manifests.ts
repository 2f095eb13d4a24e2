import { systemClock } from '@kb/client';
import { CliError } from '../../cli-error.ts';
import type { Manifest } from '../../manifests/manifests.ts';
import type { OpenProject } from '../../open-project.ts';
import type { PreparedWebhooks } from '../../webhooks/prepare-webhooks.ts';
import type { DevCluster } from '../cluster/dev-cluster.ts';
import type { Tell } from '../events/dev-event.ts';
import { keptObjects } from './kept-objects.ts';

/** The CRDs, roles and webhook configurations of a project, in the cluster of a session. */
export interface ProjectManifests {
  /** Applies what changed since the last call, except webhook configurations. Tells what the API server refuses. */
  apply(opened: OpenProject): Promise<void>;
  /**
   * Waits until the operator serves its webhooks, and applies the webhook configurations that changed. Tells what is
   * not served, or refused.
   */
  applyWebhooks(signal: AbortSignal): Promise<void>;
  /** What was read last. Throws before the first {@link apply}. */
  webhooks(): PreparedWebhooks;
}

/** Returns the manifests of a project, of which nothing is applied yet. `strict`: refusals are thrown. */
export function projectManifests(
  cluster: DevCluster,
  { tell, strict }: { readonly tell: Tell; readonly strict: boolean },
): ProjectManifests {
  const applied = new Map<string, string>();
  let prepared: PreparedWebhooks | undefined;
  const latest = (): PreparedWebhooks => {
    if (prepared === undefined) throw new Error('the manifests have not been read');
    return prepared;
  };

  const isChanged = (manifest: Manifest): boolean => applied.get(nameOf(manifest)) !== JSON.stringify(manifest.object);

  /** Installs a manifest. Resolves with whether the API server accepted it. */
  async function install(manifest: Manifest): Promise<boolean> {
    const isApplied = (): void => void applied.set(nameOf(manifest), JSON.stringify(manifest.object));
    try {
      await cluster.install([manifest]);
      isApplied();
      return true;
    } catch (error) {
      if (strict || !(error instanceof CliError)) throw error;
      // It is not refused again until it changes.
      isApplied();
      tell({ event: 'manifest-refused', file: manifest.file, message: withoutFile(error.message, manifest.file) });
      return false;
    }
  }

  async function applyCrds(crds: readonly Manifest[]): Promise<void> {
    const started = systemClock.now();
    const names: string[] = [];
    for (const crd of crds.filter(isChanged)) {
      const kept = applied.has(nameOf(crd)) ? await keptObjects(cluster.client, crd) : undefined;
      if (!(await install(crd))) continue;
      names.push(crd.object.metadata.name ?? '');
      for (const event of (await kept?.compare()) ?? []) tell(event);
    }
    const milliseconds = Math.round(systemClock.now() - started);
    if (names.length > 0) tell({ event: 'crd-applied', names, milliseconds });
  }

  return {
    webhooks: latest,
    async apply(opened) {
      try {
        prepared = await cluster.prepare(opened, prepared);
        await applyCrds(prepared.crds);
        await cluster.account?.install(cluster.client);
      } catch (error) {
        if (strict || !(error instanceof CliError)) throw error;
        tell({ event: 'manifest-refused', file: '', message: error.message });
      }
    },
    async applyWebhooks(signal) {
      const { configurations, origin = '', untilServed } = latest();
      const changed = configurations.filter(isChanged);
      if (changed.length === 0) {
        if (strict) await untilServed(signal);
        return;
      }
      try {
        await untilServed(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (strict || !(error instanceof CliError)) throw error;
        tell({ event: 'notice', label: 'Webhooks', text: `${error.message}. ${error.hint ?? ''}`.trim() });
        return;
      }
      const names: string[] = [];
      for (const configuration of changed)
        if (await install(configuration)) names.push(configuration.object.metadata.name ?? '');
      if (names.length > 0) tell({ event: 'webhooks-applied', names, origin });
    },
  };
}

const nameOf = ({ object }: Manifest): string => `${object.apiVersion} ${object.kind} ${object.metadata.name ?? ''}`;

const withoutFile = (message: string, file: string): string =>
  message.startsWith(`${file}: `) ? message.slice(file.length + 2) : message;
