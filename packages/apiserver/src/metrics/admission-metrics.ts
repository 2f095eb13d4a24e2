import type { Histogram, MetricsRegistry } from '@kb/apimachinery/metrics';
import { remembered } from './remembered.ts';

/** A phase of admission, as a label of plugins. */
export type AdmissionPhase = 'admit' | 'validate';

/** The type of a webhook, as a label. */
export type WebhookType = 'admit' | 'validating';

/** Why a webhook has refused a request: the webhook did, it could not be called, or the server had a problem. */
export type WebhookRejection = 'no_error' | 'calling_webhook_error' | 'apiserver_internal_error';

/** A call of a webhook. */
export interface CountedCall {
  readonly name: string;
  readonly type: WebhookType;
  readonly operation: string;
}

/** How a call of a webhook has ended. */
export interface CallOutcome {
  /** Undefined: it did not refuse the request. */
  readonly rejection: WebhookRejection | undefined;
  /** 200, the code of the refusal, 500 for a call that failed, 0 for a problem of the server. */
  readonly code: number;
  /** Whether the call failed, and the request goes on. */
  readonly failsOpen: boolean;
  readonly seconds: number;
}

/** Notes how long something took for a request with an operation, and whether it refused the request. */
export type ObservePhase = (operation: string, isRejected: boolean, seconds: number) => void;

/** Counts what admission does. */
export interface AdmissionMetrics {
  /** Returns the function that notes a phase of a request, with all plugins. */
  step(phase: AdmissionPhase): ObservePhase;
  /** Returns the function that notes a phase of a plugin. */
  plugin(name: string, phase: AdmissionPhase): ObservePhase;
  webhook(call: CountedCall, outcome: CallOutcome): void;
}

const secondBounds = [0.005, 0.025, 0.1, 0.5, 1, 2.5];
/** Higher codes are counted as this one, so that a webhook cannot make any number of series. */
const MAX_CODE = 600;

/** Creates the metrics of admission in a registry. */
export function createAdmissionMetrics(registry: MetricsRegistry): AdmissionMetrics {
  const steps = registry.histogram({
    name: 'apiserver_admission_step_admission_duration_seconds',
    help: 'How long the phases of admission take, in seconds.',
    labels: ['type', 'operation', 'rejected'],
    buckets: secondBounds,
  });
  const plugins = registry.histogram({
    name: 'apiserver_admission_controller_admission_duration_seconds',
    help: 'How long admission plugins take, in seconds.',
    labels: ['name', 'type', 'operation', 'rejected'],
    buckets: secondBounds,
  });
  return {
    step: (phase) => observer((operation, isRejected) => steps.with(phase, operation, isRejected)),
    plugin: (name, phase) => observer((operation, isRejected) => plugins.with(name, phase, operation, isRejected)),
    webhook: webhookCounter(registry),
  };
}

/** Returns a function that looks up each series once, because it is called for each plugin of each request. */
function observer(seriesOf: (operation: string, isRejected: string) => Histogram): ObservePhase {
  const accepted = remembered((operation: string) => seriesOf(operation, 'false'));
  const rejected = remembered((operation: string) => seriesOf(operation, 'true'));
  return (operation, isRejected, seconds) => (isRejected ? rejected : accepted)(operation).observe(seconds);
}

/** Creates the metrics of webhooks, and returns the function that counts their calls. */
function webhookCounter(registry: MetricsRegistry): AdmissionMetrics['webhook'] {
  const prefix = 'apiserver_admission_webhook';
  const durations = registry.histogram({
    name: `${prefix}_admission_duration_seconds`,
    help: 'How long calls of admission webhooks take, in seconds.',
    labels: ['name', 'type', 'operation', 'rejected'],
    buckets: [...secondBounds, 10, 25],
  });
  const requests = registry.counter({
    name: `${prefix}_request_total`,
    help: 'Calls of admission webhooks by the code of the outcome.',
    labels: ['name', 'type', 'operation', 'code', 'rejected'],
  });
  const rejections = registry.counter({
    name: `${prefix}_rejection_count`,
    help: 'Requests that calls of admission webhooks have refused, by why.',
    labels: ['name', 'type', 'operation', 'error_type', 'rejection_code'],
  });
  const open = registry.counter({
    name: `${prefix}_fail_open_count`,
    help: 'Failed calls of admission webhooks whose requests went on.',
    labels: ['name', 'type'],
  });
  return ({ name, type, operation }, { rejection, code, failsOpen, seconds }) => {
    const isRejected = String(rejection !== undefined);
    const counted = String(Math.min(code, MAX_CODE));
    requests.with(name, type, operation, counted, isRejected).inc();
    durations.with(name, type, operation, isRejected).observe(seconds);
    if (rejection !== undefined) rejections.with(name, type, operation, rejection, counted).inc();
    if (failsOpen) open.with(name, type).inc();
  };
}
