// The variables around the snippets of the pages, in an operator for AppServices; what packages export is not among
// them, since a snippet imports it. These are globals, so the package's own type-check leaves this file out:
// `check-snippets.ts` checks it with the snippets.
import type * as example from '@appservice/client/batch/v1alpha1';
import type { Clock, DeepReadonly, KubernetesObject, ObjectKey, Random, Transport } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import type * as apps from '@kb/kubernetes/apps/v1';
import type * as core from '@kb/kubernetes/core/v1';
import type {
  ApplyResult,
  Controller,
  EventRecorder,
  Logger,
  Manager,
  MapContext,
  OpenTelemetryTracer,
  ReconcileClient,
  ReconcileContext,
  ReconcileResult,
} from '@kb/runtime';
import type { MetricsSource } from '@kb/runtime/metrics';
import type { WebhookDescription } from '@kb/runtime/webhook';

declare global {
  /** The required options of every manager: a client, the clock, randomness, controllers. */
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
  const app: DeepReadonly<example.AppService>;
  const changed: DeepReadonly<example.AppService>;
  function deploymentFor(app: DeepReadonly<example.AppService>): apps.DeploymentApply;
  function statusFor(
    app: DeepReadonly<example.AppService>,
    deployment: DeepReadonly<apps.Deployment>,
  ): example.AppServiceStatus;
  // The rest of the sample operator's sources.
  function serviceFor(app: DeepReadonly<example.AppService>): core.ServiceApply;
  function sameName(object: DeepReadonly<KubernetesObject>, context: MapContext): ObjectKey[];
  function eventFor(context: ReconcileContext, app: DeepReadonly<example.AppService>): (result: ApplyResult) => void;
  function availabilityOf(app: DeepReadonly<example.AppService>, deployment: DeepReadonly<apps.Deployment>): object;
  function refusalOf(error: unknown): object | undefined;
  function reportStatus(
    context: ReconcileContext,
    app: DeepReadonly<example.AppService>,
    deployment: DeepReadonly<apps.Deployment>,
    availability: object,
  ): Promise<void>;
  function reportRefusal(
    context: ReconcileContext,
    app: DeepReadonly<example.AppService>,
    refusal: object,
  ): Promise<ReconcileResult>;
  function removeBucket(app: DeepReadonly<example.AppService>): Promise<void>;
  function report(signal: AbortSignal): Promise<void>;
  function messagesOf(topic: string, signal: AbortSignal): AsyncIterable<{ readonly app: string }>;
}
