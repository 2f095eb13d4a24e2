import type { Span } from '../diagnostic/diagnostic.ts';

/**
 * An admission webhook as one marker declares it; arguments that it does not have are undefined. Strings are as
 * written.
 */
export interface WebhookFacts {
  readonly mutating: boolean;
  readonly name: string;
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly versions: readonly string[];
  readonly verbs: readonly string[];
  readonly failurePolicy: string;
  readonly admissionReviewVersions: readonly string[];
  readonly sideEffects: string | undefined;
  readonly matchPolicy: string | undefined;
  readonly reinvocationPolicy: string | undefined;
  readonly timeoutSeconds: number | undefined;
  /** Where the operator serves it. This or `url`. */
  readonly path: string | undefined;
  readonly url: string | undefined;
  readonly serviceName: string | undefined;
  readonly serviceNamespace: string | undefined;
  readonly servicePort: number | undefined;
  /** Versions of the configuration's own API. Empty: v1. */
  readonly webhookVersions: readonly string[];
  /** A strategic merge patch over the webhook, as JSON. */
  readonly patch: string | undefined;
}

/** The object that contains all mutating or all validating webhooks, as one marker names it. */
export interface WebhookConfigurationFacts {
  readonly mutating: boolean;
  /** Empty: the default name. */
  readonly name: string;
}

/** An admission webhook of the operator. */
export interface Webhook extends WebhookFacts, MarkerPlace {}

/** A webhook configuration that a marker names. */
export interface WebhookConfiguration extends WebhookConfigurationFacts, MarkerPlace {}

/** Where the marker of a fact is. */
export interface MarkerPlace {
  readonly span: Span;
  /** The place of each of its arguments. */
  readonly argumentSpans: ReadonlyMap<string, Span>;
}
