import type { ApiObject } from '../objects/api-object.ts';
import type { Registry } from '../resources/registry.ts';
import type { Store } from '../storage/store.ts';
import type { WebhookCalls } from '../webhooks/call-webhook.ts';
import type { AdmissionAttributes } from './admission-attributes.ts';
import { type AdmissionHook, readHooks } from './admission-hook.ts';
import { type Invocation, matchHook } from './match-hook.ts';
import { firstRound, mutateByHooks } from './mutate-by-hooks.ts';
import { validateByHooks } from './validate-by-hooks.ts';

/** The admission webhooks of a server: those of the stored configurations. */
export interface AdmissionWebhooks {
  /** Whether there is any configuration. */
  readonly isActive: () => boolean;
  /**
   * Calls the mutating webhooks that match a request. `again` runs the server's own plugins again, which happens once
   * after a webhook has changed the object. Returns the object that they leave (undefined for a deletion); `none` if no
   * webhook matches. Rejects with the StatusError of a refusal.
   */
  readonly mutate: (
    attributes: AdmissionAttributes,
    again: (object: ApiObject) => void,
  ) => Promise<ApiObject | undefined> | 'none';
  /**
   * Calls the validating webhooks that match a request; returns undefined if none does. Rejects with the StatusError of
   * a refusal.
   */
  readonly validate: (attributes: AdmissionAttributes) => Promise<void> | undefined;
}

/** The parts of a server that webhooks need. */
export interface AdmissionWebhooksContext {
  readonly store: Store;
  readonly registry: Registry;
  readonly webhooks: WebhookCalls;
}

const MUTATING = 'admissionregistration.k8s.io/mutatingwebhookconfigurations';
const VALIDATING = 'admissionregistration.k8s.io/validatingwebhookconfigurations';

/** Creates the webhooks of a server; they follow the stored configurations. */
export function createAdmissionWebhooks({ store, registry, webhooks }: AdmissionWebhooksContext): AdmissionWebhooks {
  const context = { store, registry, calls: webhooks };
  const mutating = hooksIn(store, MUTATING);
  const validating = hooksIn(store, VALIDATING);
  return {
    isActive: () => mutating().length > 0 || validating().length > 0,
    mutate: (attributes, again) => {
      const hooks = mutating();
      if (hooks.length === 0 || isExempt(attributes)) return 'none';
      if (!hooks.some((hook) => matchHook(hook, attributes, context))) return 'none';
      const round = firstRound();
      const call = (object: ApiObject | undefined): Promise<ApiObject | undefined> =>
        mutateByHooks(hooks, { ...attributes, object }, round, context);
      return call(attributes.object).then((object) => {
        if (!round.isDue || !object) return object;
        round.isReinvoke = true;
        again(object);
        return call(object);
      });
    },
    validate: (attributes) => {
      const hooks = validating();
      if (hooks.length === 0 || isExempt(attributes)) return undefined;
      const invocations = hooks
        .map((hook) => matchHook(hook, attributes, context))
        .filter((one): one is Invocation => one !== undefined);
      return invocations.length === 0 ? undefined : validateByHooks(invocations, attributes, context);
    },
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
