import type { KubernetesObject, OwnerReference } from '@kb/apimachinery';
import { configMaps } from '@kb/kubernetes/core/v1';
import { isAlreadyControlledError } from '../client/already-controlled-error.ts';
import type { ReconcileApplyOptions } from '../client/reconcile-client.ts';
import { controllerFor } from '../controller/builder.ts';
import type { Controller, Reconciler } from '../controller/controller.ts';
import { seconds } from '../durations.ts';
import { type Embedded, startEmbedded } from './embedded.ts';
import { widgets } from './widgets.ts';

/** An API server, and a controller that copies Widgets into ConfigMaps and notes what it does. */
export interface CopierSetting {
  readonly env: Embedded;
  /** The results of applies. */
  readonly results: string[];
  /** The errors of reconciles. */
  readonly errors: unknown[];
  /** Makes a controller that writes each Widget's data into a ConfigMap of its name. `held`: ConfigMaps are cached. */
  readonly copier: (options?: ReconcileApplyOptions, held?: boolean) => Controller;
  /** Reads a ConfigMap from the server. */
  readonly read: (name: string) => Promise<KubernetesObject & { readonly data?: Record<string, string> }>;
  /** Lets everything that is due within a second happen. */
  readonly settle: () => Promise<void>;
}

/** Starts an API server for a {@link CopierSetting}. */
export async function startCopierSetting(): Promise<CopierSetting> {
  const env = await startEmbedded();
  const results: string[] = [];
  const errors: unknown[] = [];
  return {
    env,
    results,
    errors,
    copier: (options, held) => createCopier({ results, errors }, options, held),
    read: (name) => env.client.get(configMaps, `default/${name}`),
    settle: () => env.clock.advance(seconds(1)),
  };
}

/** Makes the reference of a controller owner. */
export const controllerReference = ({
  apiVersion,
  kind,
  metadata: { name, uid },
}: KubernetesObject): OwnerReference => ({
  apiVersion,
  kind,
  name,
  uid,
  controller: true,
});

function createCopier(
  { results, errors }: Pick<CopierSetting, 'results' | 'errors'>,
  options: ReconcileApplyOptions = {},
  held = true,
): Controller {
  const reconcile: Reconciler = async ({ key, client }) => {
    const widget = client.cached(widgets).get(key);
    if (!widget) return;
    try {
      await client.apply(
        configMaps,
        { metadata: { name: key.name, labels: { app: key.name } }, data: widget.spec.data ?? {} },
        { controlledBy: widget, onResult: (result) => void results.push(result), ...options },
      );
    } catch (error) {
      errors.push(error);
      if (!isAlreadyControlledError(error)) throw error;
    }
  };
  const builder = controllerFor(widgets).named('copier');
  return (held ? builder.owns(configMaps) : builder).reconcile(reconcile);
}
