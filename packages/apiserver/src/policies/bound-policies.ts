import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type LabelSelector, labelSelectorOf } from '@kb/apimachinery/selectors';
import { readRule, type RequestRule } from '../admission/match-rules.ts';
import { type FrozenObject, objectsIn, own, stringOf } from '../objects/api-object.ts';
import type { Store } from '../storage/store.ts';
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

/**
 * Returns a function that returns the policies of a collection that have bindings, in the order of their names. Both
 * are read again only if one has changed; `prepare` is called once for each version of a policy.
 */
export function boundPoliciesIn<P>(
  store: Store,
  plural: { readonly policies: string; readonly bindings: string },
  prepare: (spec: JsonObject) => P,
): () => readonly BoundPolicy<P>[] {
  const policies = store.collection(`${POLICY_GROUP}/${plural.policies}`);
  const bindings = store.collection(`${POLICY_GROUP}/${plural.bindings}`);
  const prepared = new WeakMap<FrozenObject, Omit<BoundPolicy<P>, 'bindings'>>();
  const readBindings = new WeakMap<FrozenObject, PolicyBinding>();
  let read: { readonly revisions: string; readonly policies: readonly BoundPolicy<P>[] } = {
    revisions: '',
    policies: [],
  };
  const readPolicy = (object: FrozenObject): Omit<BoundPolicy<P>, 'bindings'> => {
    let known = prepared.get(object);
    if (known === undefined) {
      const spec = object.spec as JsonObject;
      const kind = own(spec, 'paramKind');
      known = {
        name: object.metadata.name ?? '',
        failsOpen: spec.failurePolicy === 'Ignore',
        constraints: readConstraints(isJsonObject(spec.matchConstraints) ? spec.matchConstraints : {}),
        paramKind: isJsonObject(kind)
          ? { apiVersion: stringOf(kind.apiVersion), kind: stringOf(kind.kind) }
          : undefined,
        policy: prepare(spec),
      };
      prepared.set(object, known);
    }
    return known;
  };
  return () => {
    const revisions = `${policies.revision} ${bindings.revision}`;
    if (read.revisions !== revisions) {
      const bound = new Map<string, PolicyBinding[]>();
      for (const { object } of bindings.walk()) {
        const name = stringOf(own(object.spec, 'policyName'));
        const binding = readBindings.get(object) ?? readBinding(object);
        readBindings.set(object, binding);
        const ofPolicy = bound.get(name);
        if (ofPolicy) ofPolicy.push(binding);
        else bound.set(name, [binding]);
      }
      const found = [...policies.walk()].flatMap(({ object, name }) => {
        const of = bound.get(name);
        return of === undefined ? [] : [{ ...readPolicy(object), bindings: of }];
      });
      read = { revisions, policies: found };
    }
    return read.policies;
  };
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
