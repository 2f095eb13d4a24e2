import type { JsonObject } from '@kb/apimachinery';
import { compareUtf8, isJsonObject } from '@kb/apimachinery/codec';
import { type LabelSelector, labelSelectorOf } from '@kb/apimachinery/selectors';
import {
  equivalentsOf,
  type MatchContext,
  namesResource,
  readRule,
  type RequestRule,
} from '../admission/match-rules.ts';
import { type FrozenObject, objectsIn, own, stringOf } from '../objects/api-object.ts';
import type { Registry } from '../resources/registry.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import type { Collection } from '../storage/collection.ts';
import { POLICY_GROUP } from './parameter-access.ts';

/** The requests that a policy or a binding is for. */
export interface MatchConstraints {
  /** None: all requests. */
  readonly rules: readonly RequestRule[];
  readonly excluded: readonly RequestRule[];
  readonly namespaceSelector: LabelSelector;
  readonly objectSelector: LabelSelector;
  /** Whether requests for other versions of the same objects match too. */
  readonly matchesEquivalent: boolean;
}

/** Which objects are the parameters of a policy. */
export interface ParamRef {
  /** Empty: the selector decides. */
  readonly name: string;
  /** Empty: the namespace of the request. */
  readonly namespace: string;
  readonly selector: LabelSelector | undefined;
  /** Whether a request is refused if there are no such objects. */
  readonly deniesNotFound: boolean;
}

/** A binding of a policy. */
export interface PolicyBinding {
  readonly name: string;
  /** Undefined: those of the policy alone. */
  readonly constraints: MatchConstraints | undefined;
  readonly paramRef: ParamRef | undefined;
  /** Of validating policies: `Deny`, `Warn`, `Audit`. */
  readonly actions: readonly string[];
}

/** A policy with its bindings. `P`: its specification, prepared. */
export interface BoundPolicy<P> {
  readonly name: string;
  /** Whether a request is accepted if the policy fails. */
  readonly failsOpen: boolean;
  readonly constraints: MatchConstraints;
  readonly paramKind: { readonly apiVersion: string; readonly kind: string } | undefined;
  readonly bindings: readonly PolicyBinding[];
  readonly policy: P;
}

/** The policies of a server that have bindings. */
export interface BoundPolicies<P> {
  /** Whether there are none. */
  isEmpty(): boolean;
  /** Those that may be for requests of a resource, in the order of their names. Their constraints decide. */
  forResource(resource: ServedResource): readonly BoundPolicy<P>[];
}

/**
 * Follows the policies of a collection and their bindings. What changed is read when a request needs it; `prepare` is
 * called once for each version of a policy. The policies for a resource are found once, until one changes.
 */
export function boundPoliciesIn<P>(
  { store, registry }: MatchContext,
  plural: { readonly policies: string; readonly bindings: string },
  prepare: (spec: JsonObject) => P,
): BoundPolicies<P> {
  const policies = store.collection(`${POLICY_GROUP}/${plural.policies}`);
  const bindings = followBindings(store.collection(`${POLICY_GROUP}/${plural.bindings}`), changed);
  const bound = new Map<string, BoundPolicy<P>>();
  const prepared = new WeakMap<FrozenObject, Omit<BoundPolicy<P>, 'bindings'>>();
  const ofResources = new Map<ServedResource, readonly BoundPolicy<P>[]>();
  const outdated = new Set<string>();
  let { generation } = registry;
  function changed(name: string): void {
    outdated.add(name);
  }
  for (const { name } of policies.walk()) changed(name);
  policies.subscribe(({ current }) => changed(current.name));

  const readPolicy = (object: FrozenObject): Omit<BoundPolicy<P>, 'bindings'> => {
    let known = prepared.get(object);
    if (known === undefined) prepared.set(object, (known = policyOf(object, prepare)));
    return known;
  };
  const update = (): void => {
    if (generation !== registry.generation || outdated.size > 0) ofResources.clear();
    ({ generation } = registry);
    for (const name of outdated) {
      const those = bindings(name);
      const stored = those.length > 0 ? policies.get('', name) : undefined;
      if (stored) bound.set(name, { ...readPolicy(stored.object), bindings: those });
      else bound.delete(name);
    }
    outdated.clear();
  };
  return {
    isEmpty: () => {
      update();
      return bound.size === 0;
    },
    forResource: (resource) => {
      update();
      let those = ofResources.get(resource);
      if (those === undefined) {
        those = [...bound.values()]
          .filter(({ constraints }) => mayMatch(constraints, resource, registry))
          .toSorted((a, b) => compareUtf8(a.name, b.name));
        ofResources.set(resource, those);
      }
      return those;
    },
  };
}

function policyOf<P>(object: FrozenObject, prepare: (spec: JsonObject) => P): Omit<BoundPolicy<P>, 'bindings'> {
  const spec = object.spec as JsonObject;
  const kind = own(spec, 'paramKind');
  return {
    name: object.metadata.name ?? '',
    failsOpen: spec.failurePolicy === 'Ignore',
    constraints: readConstraints(isJsonObject(spec.matchConstraints) ? spec.matchConstraints : {}),
    paramKind: isJsonObject(kind) ? { apiVersion: stringOf(kind.apiVersion), kind: stringOf(kind.kind) } : undefined,
    policy: prepare(spec),
  };
}

/**
 * Follows the bindings of a collection. Returns a function that returns those of a policy, in the order of their names.
 * `onChange` gets the name of each policy whose bindings change.
 */
function followBindings(
  collection: Collection,
  onChange: (policy: string) => void,
): (policy: string) => readonly PolicyBinding[] {
  const ofPolicies = new Map<string, Map<string, FrozenObject>>();
  const policyOfBinding = ({ spec }: FrozenObject): string => stringOf(own(spec, 'policyName'));
  const add = (object: FrozenObject): void => {
    const policy = policyOfBinding(object);
    const those = ofPolicies.get(policy) ?? new Map<string, FrozenObject>();
    ofPolicies.set(policy, those.set(object.metadata.name ?? '', object));
  };
  const remove = (object: FrozenObject): void => {
    const policy = policyOfBinding(object);
    const those = ofPolicies.get(policy);
    those?.delete(object.metadata.name ?? '');
    if (those?.size === 0) ofPolicies.delete(policy);
    onChange(policy);
  };
  for (const { object } of collection.walk()) add(object);
  collection.subscribe(({ type, current, previous }) => {
    if (previous) remove(previous.object);
    if (type === 'DELETED') return;
    add(current.object);
    onChange(policyOfBinding(current.object));
  });
  const read = new WeakMap<FrozenObject, PolicyBinding>();
  return (policy) =>
    [...(ofPolicies.get(policy)?.values() ?? [])]
      .map((object) => {
        const binding = read.get(object) ?? readBinding(object);
        read.set(object, binding);
        return binding;
      })
      .toSorted((a, b) => compareUtf8(a.name, b.name));
}

/** Whether a rule names a resource, or another version of it. Operations, scopes and names are left out. */
function mayMatch(
  { rules, matchesEquivalent }: MatchConstraints,
  resource: ServedResource,
  registry: Registry,
): boolean {
  if (rules.length === 0) return true;
  const named = ({ group, plural }: ServedResource): boolean =>
    rules.some((rule) => namesResource(rule, group, plural));
  return named(resource) || (matchesEquivalent && equivalentsOf(registry, resource).some(named));
}

function readBinding({ metadata, spec }: FrozenObject): PolicyBinding {
  const resources = own(spec, 'matchResources');
  const ref = own(spec, 'paramRef');
  const actions = own(spec, 'validationActions');
  return {
    name: metadata.name ?? '',
    constraints: isJsonObject(resources) ? readConstraints(resources) : undefined,
    paramRef: isJsonObject(ref) ? readParamRef(ref) : undefined,
    actions: Array.isArray(actions) ? actions.map(stringOf) : [],
  };
}

function readParamRef({ name, namespace, selector, parameterNotFoundAction }: JsonObject): ParamRef {
  return {
    name: stringOf(name),
    namespace: stringOf(namespace),
    selector: isJsonObject(selector) ? labelSelectorOf(selector) : undefined,
    deniesNotFound: parameterNotFoundAction === 'Deny',
  };
}

function readConstraints(resources: JsonObject): MatchConstraints {
  // Defaulting has set the selectors, and validation has read them.
  const selector = (value: unknown): LabelSelector => labelSelectorOf(isJsonObject(value) ? value : {});
  return {
    rules: objectsIn(resources.resourceRules).map(readRule),
    excluded: objectsIn(resources.excludeResourceRules).map(readRule),
    namespaceSelector: selector(resources.namespaceSelector),
    objectSelector: selector(resources.objectSelector),
    matchesEquivalent: resources.matchPolicy !== 'Exact',
  };
}
