import { equalJson, forbidden, genericError, notFound } from '@kb/apimachinery';
import { quoteString } from '@kb/apimachinery/codec';
import type { ResourceAttributes } from '../../authentication/request-attributes.ts';
import { MASTERS, type User } from '../../authentication/user.ts';
import { type ApiObject, asJson, type FrozenObject, objectsIn, own, stringOf } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import { isAllowed } from '../authorizer.ts';
import { roleRefOf } from './binding-index.ts';
import { goList } from '../../objects/go-list.ts';
import { missingRules } from './missing-rules.ts';
import { type PolicyRule, readRules } from './policy-rule.ts';
import type { RbacAuthorizer } from './rbac-authorizer.ts';

/** The API group of roles and bindings. */
export const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** A write of a role or binding. */
export interface Grant {
  readonly user: User;
  /** Of the resource. */
  readonly plural: string;
  /** That of the URL. */
  readonly namespace: string;
  /** That of the URL; empty if it has none. */
  readonly requestedName: string;
  readonly object: ApiObject;
  readonly old: FrozenObject | undefined;
}

/** What a user must hold to write a role that collects the rules of others. */
const everything: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [], nonResourceURLs: [] },
  { verbs: ['*'], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: ['*'] },
];

/**
 * Throws the StatusError of a user who writes a role with permissions that the user does not hold, or binds such a
 * role, and has neither the verb `escalate` nor `bind` for it.
 */
export function checkGrant(rbac: RbacAuthorizer, grant: Grant): void {
  const { user, plural, object, old } = grant;
  if (user.groups.includes(MASTERS)) return;
  const isRole = plural === 'roles' || plural === 'clusterroles';
  if (isRole && isAllowed(rbac, user, escalation(grant))) return;
  if (old && changesOnlyOwnership(object, old)) return;
  if (isRole) checkRole(rbac, grant);
  else checkBinding(rbac, grant);
}

function checkRole(rbac: RbacAuthorizer, grant: Grant): void {
  const { plural, object, old } = grant;
  confirmHeld(rbac, grant, readRules(object.rules));
  if (plural !== 'clusterroles' || !(isAggregated(object) || (old && isAggregated(old)))) return;
  const { missing } = missingOf(rbac, grant, everything);
  if (missing.length === 0) return;
  const why = 'must have cluster-admin privileges to use the aggregationRule';
  refuse(forbidden({ group: RBAC_GROUP, plural }, object.metadata.name ?? '', why));
}

const rolePlurals: ReadonlyMap<string, string> = new Map([
  ['ClusterRole', 'clusterroles'],
  ['Role', 'roles'],
]);

function checkBinding(rbac: RbacAuthorizer, grant: Grant): void {
  const { user, plural, namespace, object } = grant;
  const ref = roleRefOf(object);
  const where = plural === 'rolebindings' ? namespace : '';
  const rolePlural = rolePlurals.get(ref.kind);
  if (rolePlural === undefined)
    return refuse(genericError(`unsupported role reference kind: ${quoteString(ref.kind)}`));
  const bind = attributesOf('bind', rolePlural, {
    group: stringOf(own(object.roleRef, 'apiGroup')),
    namespace: where,
    name: ref.name,
  });
  if (isAllowed(rbac, user, bind)) return;
  const rules = rbac.rulesOfRole(ref, where);
  // The real server names the resource of the request here.
  if (!rules) return refuse(notFound({ group: RBAC_GROUP, plural }, ref.name));
  confirmHeld(rbac, grant, rules);
}

/** Throws the StatusError of a user who does not hold all of the rules. */
function confirmHeld(rbac: RbacAuthorizer, grant: Grant, wanted: readonly PolicyRule[]): void {
  const { user, plural, object } = grant;
  const { missing, errors } = missingOf(rbac, grant, wanted);
  if (missing.length === 0) return;
  const who = `user ${quoteString(user.name)} (groups=${goList(user.groups)})`;
  const resolution = errors === '' ? '' : `; resolution errors: [${errors}]`;
  const why = `${who} is attempting to grant RBAC permissions not currently held:\n${missing.join('\n')}${resolution}`;
  refuse(forbidden({ group: RBAC_GROUP, plural }, object.metadata.name ?? '', why));
}

function missingOf(
  rbac: RbacAuthorizer,
  { user, plural, namespace }: Grant,
  wanted: readonly PolicyRule[],
): { readonly missing: readonly string[]; readonly errors: string } {
  const { rules, error } = rbac.collectRules(user, plural.startsWith('cluster') ? '' : namespace);
  // Here, the message names the resource, not the kind.
  const errors = error.replaceAll(`role.${RBAC_GROUP}`, `roles.${RBAC_GROUP}`);
  return { missing: missingRules(rules, wanted), errors };
}

function escalation({ plural, namespace, requestedName }: Grant): ResourceAttributes {
  return attributesOf('escalate', plural, { group: RBAC_GROUP, namespace, name: requestedName });
}

function attributesOf(
  verb: string,
  resource: string,
  { group, namespace, name }: Pick<ResourceAttributes, 'group' | 'namespace' | 'name'>,
): ResourceAttributes {
  return { isResource: true, verb, path: '', group, resource, subresource: '', namespace, name };
}

function isAggregated({ aggregationRule }: ApiObject | FrozenObject): boolean {
  return objectsIn(own(aggregationRule, 'clusterRoleSelectors')).length > 0;
}

/** Whether a change is one that garbage collection makes: of owners and finalizers. */
function changesOnlyOwnership(object: ApiObject, old: FrozenObject): boolean {
  return equalJson(withoutOwnership(asJson(object)), withoutOwnership(asJson(old)));
}

const ownership = new Set(['ownerReferences', 'finalizers', 'selfLink', 'managedFields']);

function withoutOwnership(object: object): object {
  const filled = (part: object): [string, unknown][] =>
    Object.entries(part).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0));
  return Object.fromEntries(
    filled(object).map(([field, value]) =>
      field === 'metadata'
        ? [field, Object.fromEntries(filled(value as object).filter(([key]) => !ownership.has(key)))]
        : [field, value],
    ),
  );
}
