import type { ApiObject } from '../objects/api-object.ts';
import type { Registry } from '../resources/registry.ts';
import type { Store } from '../storage/store.ts';
import type { WebhookCalls } from '../webhooks/call-webhook.ts';
import type { AdmissionAttributes } from './admission-attributes.ts';
import { type AdmissionHook, type Invocation, matchHook, readHooks } from './admission-hook.ts';
import { type AdmissionPlugin, firstRound, type MutationRounds } from './admission-plugin.ts';
import type { CallMetrics } from './hook-call.ts';
import { mutateByHooks } from './mutate-by-hooks.ts';
import { validateByHooks } from './validate-by-hooks.ts';

/** The parts of a server that webhooks need. */
export interface AdmissionWebhooksContext {
  readonly store: Store;
  readonly registry: Registry;
  readonly webhooks: WebhookCalls;
  readonly metrics: CallMetrics;
}

const MUTATING = 'admissionregistration.k8s.io/mutatingwebhookconfigurations';
const VALIDATING = 'admissionregistration.k8s.io/validatingwebhookconfigurations';

/** Creates the plugin MutatingAdmissionWebhook; it calls the webhooks of the stored configurations. */
export function mutatingWebhooks({ store, registry, metrics, webhooks }: AdmissionWebhooksContext): AdmissionPlugin {
  const context = { store, registry, metrics, calls: webhooks };
  const hooksNow = hooksIn(store, MUTATING);
  const mutate = (
    attributes: AdmissionAttributes,
    rounds: MutationRounds,
  ): Promise<ApiObject | undefined> | undefined => {
    const hooks = hooksNow();
    if (isExempt(attributes) || !hooks.some((hook) => matchHook(hook, attributes, context))) return undefined;
    return mutateByHooks(hooks, attributes, rounds, context);
  };
  return {
    name: 'MutatingAdmissionWebhook',
    operations: ['CREATE', 'UPDATE', 'CONNECT'],
    isActive: () => hooksNow().length > 0,
    mutate,
    mutateDeletion: (deletion) => mutate(deletion, firstRound())?.then(() => undefined),
  };
}

/** Creates the plugin ValidatingAdmissionWebhook; it calls the webhooks of the stored configurations. */
export function validatingWebhooks({ store, registry, metrics, webhooks }: AdmissionWebhooksContext): AdmissionPlugin {
  const context = { store, registry, metrics, calls: webhooks };
  const hooksNow = hooksIn(store, VALIDATING);
  const validate = (attributes: AdmissionAttributes): Promise<void> | undefined => {
    if (isExempt(attributes)) return undefined;
    const invocations = hooksNow()
      .map((hook) => matchHook(hook, attributes, context))
      .filter((one): one is Invocation => one !== undefined);
    return invocations.length === 0 ? undefined : validateByHooks(invocations, attributes, context);
  };
  return {
    name: 'ValidatingAdmissionWebhook',
    operations: ['CREATE', 'UPDATE', 'CONNECT'],
    isActive: () => hooksNow().length > 0,
    validate,
    validateDeletion: validate,
  };
}

/** Returns a function that returns the webhooks of a collection, in the order of their configurations' names. */
function hooksIn(store: Store, name: string): () => readonly AdmissionHook[] {
  const collection = store.collection(name);
  let read: { readonly revision: number; readonly hooks: readonly AdmissionHook[] } = { revision: 0, hooks: [] };
  return () => {
    const { revision } = collection;
    if (read.revision !== revision)
      read = { revision, hooks: [...collection.walk()].flatMap(({ object }) => readHooks(object)) };
    return read.hooks;
  };
}

/** The kinds that decide about admission. */
const exemptKinds: ReadonlySet<string> = new Set(
  ['Mutating', 'Validating'].flatMap((type) =>
    ['WebhookConfiguration', 'AdmissionPolicy', 'AdmissionPolicyBinding'].map((suffix) => `${type}${suffix}`),
  ),
);

/** Whether a request changes what decides about admission: no webhook may keep an administrator from that. */
function isExempt({ resource: { group, kind } }: AdmissionAttributes): boolean {
  return group === 'admissionregistration.k8s.io' && exemptKinds.has(kind);
}
