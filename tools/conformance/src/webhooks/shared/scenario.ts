import type { Exercise, Step } from './exercise.ts';
import type { Backend } from './recording-proxy.ts';

/** Where webhooks are called, and who vouches for them. */
export interface WebhookPlace {
  readonly origin: string;
  readonly ca: string;
}

/** An object of a manifest. */
export interface NamedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly [field: string]: unknown;
}

/** A dry run that shows whether webhooks are called: kube-apiserver takes a moment to notice configurations. */
export interface Probe {
  readonly step: Step;
  /** Whether a response shows that they were called. */
  readonly isCalled: (status: number, body: string) => boolean;
}

/** Webhook programs behind an API server, and what is done there. */
export interface Scenario {
  readonly name: string;
  /** The Go program, a folder of `tools/controller-runtime`. */
  readonly goPackage: string;
  /** The same webhooks with our runtime. */
  readonly twin?: () => Backend;
  /** Returns the definitions and configurations, in the order in which they are created. */
  objects(place: WebhookPlace): readonly NamedObject[];
  readonly probes: readonly Probe[];
  readonly exercise: Exercise;
}

/** Returns where an API server finds a webhook: by URL, so that it need not run in the cluster. */
export function clientConfigAt({ origin, ca }: WebhookPlace, path: string): object {
  return { url: `${origin}${path}`, caBundle: Buffer.from(ca).toString('base64') };
}
