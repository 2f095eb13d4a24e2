import { quoteString } from '@kb/apimachinery/codec';
import type { RequestAttributes } from '../../authentication/request-attributes.ts';
import { MASTERS, type User } from '../../authentication/user.ts';
import type { Store } from '../../storage/store.ts';
import { type Authorization, type Authorizer, noOpinion, type UserRules } from '../authorizer.ts';
import { type Binding, createBindingIndex, describeBinding, type RoleRef } from './binding-index.ts';
import { type PolicyRule, type RoleRules, rulesAllow, rulesOf } from './policy-rule.ts';

const GROUP = 'rbac.authorization.k8s.io';

/** The rules of a user, and what went wrong while they were collected. */
export interface CollectedRules {
  readonly rules: readonly PolicyRule[];
  /** Empty: nothing. */
  readonly error: string;
}

/** Decides by the stored roles and bindings. */
export interface RbacAuthorizer extends Authorizer {
  readonly mode: 'RBAC';
  /** Collects the rules of a user in a namespace, and those for the whole cluster. Empty namespace: only those. */
  readonly collectRules: (user: User, namespace: string) => CollectedRules;
  /** The rules of a role; undefined if it does not exist. `namespace`: that of a Role. */
  readonly rulesOfRole: (ref: RoleRef, namespace: string) => readonly PolicyRule[] | undefined;
}

const master: Authorization = { decision: 'allow', reason: '' };

/**
 * Creates an authorizer that decides as RBAC does. Members of `system:masters` may do everything. Indexes of the
 * bindings follow the store, so a decision looks only at the bindings of the user.
 */
export function createRbacAuthorizer(store: Store): RbacAuthorizer {
  const clusterRoleBindings = createBindingIndex(
    'ClusterRoleBinding',
    store.collection(`${GROUP}/clusterrolebindings`),
  );
  const roleBindings = createBindingIndex('RoleBinding', store.collection(`${GROUP}/rolebindings`));
  const roleOf = ({ kind, name }: RoleRef, namespace: string): RoleRules | undefined => {
    const isCluster = kind === 'ClusterRole';
    const collection = store.collection(isCluster ? `${GROUP}/clusterroles` : `${GROUP}/roles`);
    const stored = collection.get(isCluster ? '' : namespace, name);
    return stored && rulesOf(stored.object);
  };
  function* bindingsOf(user: User, namespace: string): Iterable<Binding> {
    yield* clusterRoleBindings.of(user, '');
    if (namespace !== '') yield* roleBindings.of(user, namespace);
  }
  const authorize = (user: User, attributes: RequestAttributes): Authorization => {
    if (user.groups.includes(MASTERS)) return master;
    const errors: string[] = [];
    for (const binding of bindingsOf(user, attributes.isResource ? attributes.namespace : '')) {
      const role = roleOf(binding.roleRef, binding.namespace);
      if (!role) errors.push(roleMissing(binding.roleRef));
      else if (rulesAllow(role, attributes))
        return { decision: 'allow', reason: `RBAC: allowed by ${describeBinding(binding, user)}` };
    }
    return errors.length === 0 ? noOpinion : { decision: 'no opinion', reason: `RBAC: ${asOneError(errors)}` };
  };
  const collectRules = (user: User, namespace: string): CollectedRules => {
    const rules: PolicyRule[] = [];
    const errors: string[] = [];
    for (const binding of bindingsOf(user, namespace)) {
      const role = roleOf(binding.roleRef, binding.namespace);
      if (role) rules.push(...role.rules);
      else errors.push(roleMissing(binding.roleRef));
    }
    return { rules, error: asOneError(errors) };
  };
  return {
    mode: 'RBAC',
    authorize,
    collectRules,
    rulesFor: (user, namespace) => userRules(collectRules(user, namespace)),
    rulesOfRole: (ref, namespace) => roleOf(ref, namespace)?.rules,
  };
}

function userRules({ rules, error }: CollectedRules): UserRules {
  return {
    resourceRules: rules.filter(({ resources }) => resources.length > 0),
    nonResourceRules: rules.filter(({ nonResourceURLs }) => nonResourceURLs.length > 0),
    incomplete: false,
    error,
  };
}

/** The error of a binding whose role does not exist. */
function roleMissing({ kind, name }: RoleRef): string {
  return `${kind.toLowerCase()}.${GROUP} ${quoteString(name)} not found`;
}

/** Several errors as Go prints them: each once, in brackets if there are several. */
function asOneError(errors: readonly string[]): string {
  const unique = [...new Set(errors)];
  return unique.length > 1 ? `[${unique.join(', ')}]` : (unique[0] ?? '');
}
