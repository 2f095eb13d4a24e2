// What the snippets of the pages use without saying where it comes from: an operator for AppServices, on its way. These are globals, so the package's own type-check leaves this file out:
// `check-snippets.ts` checks it with the snippets.
import type * as example from '@appservice/client/batch/v1alpha1';
import type { Clock, DeepReadonly, ObjectKey, Random, Resource, Transport } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import type * as apps from '@kb/kubernetes/apps/v1';
import type * as core from '@kb/kubernetes/core/v1';
import type {
  Controller,
  EventRecorder,
  Logger,
  Manager,
  OpenTelemetryTracer,
  ReconcileClient,
  ReconcileContext,
} from '@kb/runtime';
import type { MetricsSource } from '@kb/runtime/metrics';
import type { WebhookDescription } from '@kb/runtime/webhook';

declare global {
  type AppService = example.AppService;
  const appServices: Resource<AppService, example.AppServiceApply, 'status' | 'scale'>;
  const deployments: typeof apps.deployments;
  const configMaps: typeof core.configMaps;
  const secrets: typeof core.secrets;
  const services: typeof core.services;
  const pods: typeof core.pods;
  const nodes: typeof core.nodes;

  /** What every manager needs: a client, the clock, chance, controllers. */
  const base: {
    readonly client: Client;
    readonly clock: Clock;
    readonly random: Random;
    readonly controllers: readonly Controller[];
  };
  const appServiceController: Controller;
  const controllers: readonly Controller[];
  const webhooks: readonly WebhookDescription[];
  const manager: Manager;
  const transport: Transport;
  const edgeClient: Client;
  const log: Logger;
  const clock: Clock;
  const trace: { getTracer(name: string): OpenTelemetryTracer };
  const promClientRegistry: MetricsSource;

  // Inside of a reconciler.
  const client: ReconcileClient;
  const context: ReconcileContext;
  const events: EventRecorder;
  const key: ObjectKey;
  const app: DeepReadonly<AppService>;
  const changed: DeepReadonly<AppService>;
  function deploymentFor(app: DeepReadonly<AppService>): apps.DeploymentApply;
  function statusFor(
    app: DeepReadonly<AppService>,
    deployment: DeepReadonly<apps.Deployment>,
  ): example.AppServiceStatus;
  function removeBucket(app: DeepReadonly<AppService>): Promise<void>;
  function report(signal: AbortSignal): Promise<void>;
  function messagesOf(topic: string, signal: AbortSignal): AsyncIterable<{ readonly app: string }>;
}
