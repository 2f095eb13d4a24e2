import { type JsonObject, notFound } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type LabelSelector, labelSelectorOf } from '@kb/apimachinery/selectors';
import { type FrozenObject, objectsIn, stringOf } from '../objects/api-object.ts';
import { refuse } from '../refuse.ts';
import {
  readWebhookAddress,
  type ReviewVersion,
  reviewVersionOf,
  type WebhookAddress,
} from '../webhooks/webhook-address.ts';
import type { AdmissionAttributes } from './admission-attributes.ts';
import {
  type MatchContext,
  matchesNamespace,
  type MatchedVersion,
  matchesObject,
  matchRules,
  readRule,
  type RequestRule,
} from './match-rules.ts';

/** One webhook of a configuration. */
export interface AdmissionHook {
  /** Unique among all webhooks of a kind of configuration. */
  readonly uid: string;
  readonly name: string;
  readonly configuration: string;
  readonly address: WebhookAddress;
  /** The version of the reviews: the first known one that the webhook accepts. Undefined: it accepts none. */
  readonly reviewVersion: ReviewVersion | undefined;
  readonly rules: readonly RequestRule[];
  readonly namespaceSelector: LabelSelector;
  readonly objectSelector: LabelSelector;
  /** Whether requests for other versions of the same objects match too. */
  readonly matchesEquivalent: boolean;
  /** The conditions in CEL under which it is called. */
  readonly matchConditions: readonly string[];
  readonly timeoutSeconds: number;
  /** Whether a request is accepted if the call fails. */
  readonly failsOpen: boolean;
  /** Whether it may be called in a dry run. */
  readonly allowsDryRun: boolean;
  /** Of mutating webhooks: whether it is called again if a later one changes the object. */
  readonly isReinvoked: boolean;
}

/** Reads the webhooks of a configuration, in its order. */
export function readHooks({ metadata, webhooks }: FrozenObject): AdmissionHook[] {
  const configuration = metadata.name ?? '';
  const counts = new Map<string, number>();
  return objectsIn(webhooks).map((webhook): AdmissionHook => {
    const name = stringOf(webhook.name);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return { ...readHook(webhook), uid: `${configuration}/${name}/${count}`, name, configuration };
  });
}

function readHook(webhook: JsonObject): Omit<AdmissionHook, 'uid' | 'name' | 'configuration'> {
  const { timeoutSeconds, sideEffects } = webhook;
  return {
    address: readWebhookAddress(webhook.clientConfig),
    reviewVersion: reviewVersionOf(webhook.admissionReviewVersions),
    rules: objectsIn(webhook.rules).map(readRule),
    namespaceSelector: selectorOf(webhook.namespaceSelector),
    objectSelector: selectorOf(webhook.objectSelector),
    matchesEquivalent: webhook.matchPolicy !== 'Exact',
    matchConditions: objectsIn(webhook.matchConditions).map(({ expression }) => stringOf(expression)),
    timeoutSeconds: typeof timeoutSeconds === 'number' ? timeoutSeconds : 10,
    failsOpen: webhook.failurePolicy === 'Ignore',
    allowsDryRun: sideEffects === 'None' || sideEffects === 'NoneOnDryRun',
    isReinvoked: webhook.reinvocationPolicy === 'IfNeeded',
  };
}

/** The selector, which defaulting has set; its keys and values are not validated when it is written. */
function selectorOf(spec: unknown): LabelSelector {
  return labelSelectorOf(isJsonObject(spec) ? spec : {});
}

/** A webhook that is called for a request, and the version in which it gets the object. */
export interface Invocation extends MatchedVersion {
  readonly hook: AdmissionHook;
}

/**
 * Decides whether a webhook is called for a request: by its selectors and its rules, which may name another version of
 * the resource. Throws the StatusError of a namespace that does not exist.
 */
export function matchHook(
  hook: AdmissionHook,
  attributes: AdmissionAttributes,
  context: MatchContext,
): Invocation | undefined {
  const inNamespace = matchesNamespace(hook.namespaceSelector, attributes, context);
  if (inNamespace === false || !matchesObject(hook.objectSelector, attributes)) return undefined;
  const version = matchRules(hook.rules, attributes, context, hook.matchesEquivalent);
  if (version === undefined) return undefined;
  // A missing namespace matters only to a webhook that would be called.
  if (inNamespace === 'missing') refuse(notFound({ group: '', plural: 'namespaces' }, attributes.namespace));
  return { hook, ...version };
}
