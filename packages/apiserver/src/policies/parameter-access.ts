import { type FieldError, fieldForbidden } from '@kb/apimachinery';
import { compareUtf8, isJsonObject } from '@kb/apimachinery/codec';
import type { MatchContext } from '../admission/match-rules.ts';
import type { ResourceAttributes } from '../authentication/request-attributes.ts';
import { MASTERS, type User } from '../authentication/user.ts';
import { type Authorizer, isAllowed } from '../authorization/authorizer.ts';
import { type ApiObject, type FrozenObject, own, stringOf } from '../objects/api-object.ts';

/** The API group of policies and bindings. */
export const POLICY_GROUP = 'admissionregistration.k8s.io';

/** A valid new policy or binding, and who writes it. */
export interface PolicyWrite {
  readonly user: User;
  readonly authorizer: Authorizer;
  /** Of the resource. */
  readonly plural: string;
  readonly object: ApiObject;
  readonly old: FrozenObject | undefined;
}

/**
 * Returns the error of a user who writes a policy without the permission to read all its possible parameters, or a
 * binding without the permission to read the parameters that it names. Other kinds have none.
 */
export function errorsOfParameterAccess(write: PolicyWrite, context: MatchContext): FieldError[] {
  if (write.user.groups.includes(MASTERS)) return [];
  const check = checks.get(write.plural);
  return check?.(write, context) ?? [];
}

type Check = (write: PolicyWrite, context: MatchContext) => FieldError[];

const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['validatingadmissionpolicies', checkPolicy],
  ['mutatingadmissionpolicies', checkPolicy],
  ['validatingadmissionpolicybindings', checkBinding('validatingadmissionpolicies', misses)],
  // The real server swaps the two here.
  ['mutatingadmissionpolicybindings', checkBinding('mutatingadmissionpolicies', (user, verb) => misses(verb, user))],
]);

/** How the message says that a user does not have a permission. */
type Misses = (user: string, verb: string) => string;

function misses(user: string, verb: string): string {
  return `user ${user} does not have "${verb}" permission`;
}

interface ParamKind {
  readonly apiVersion: string;
  readonly kind: string;
}

function paramKindOf({ spec }: ApiObject | FrozenObject): ParamKind | undefined {
  const given = own(spec, 'paramKind');
  return isJsonObject(given) ? { apiVersion: stringOf(given.apiVersion), kind: stringOf(given.kind) } : undefined;
}

function checkPolicy({ user, authorizer, object, old }: PolicyWrite, context: MatchContext): FieldError[] {
  const paramKind = paramKindOf(object);
  if (paramKind === undefined) return [];
  const { apiVersion, kind } = paramKind;
  const before = old && paramKindOf(old);
  if (before?.apiVersion === apiVersion && before.kind === kind) return [];
  const { group, resource } = resourceOf(paramKind, context);
  if (isAllowed(authorizer, user, attributesOf('get', { group, resource: resource ?? '*', namespace: '*', name: '*' })))
    return [];
  const what = `all objects of the referenced paramKind (kind=${kind}, apiVersion=${apiVersion})`;
  return [fieldForbidden('spec.paramKind', `user ${goUser(user)} must have "get" permission on ${what}`)];
}

/** kube-apiserver checks a binding with every update: it never finds that the reference is the same as before. */
function checkBinding(policies: string, missesObject: Misses): Check {
  return ({ user, authorizer, object: { spec } }, context) => {
    const ref = own(spec, 'paramRef');
    if (!isJsonObject(ref)) return [];
    const name = stringOf(ref.name);
    const verb = name === '' ? 'list' : 'get';
    const policyName = stringOf(own(spec, 'policyName'));
    const policy = context.store.collection(`${POLICY_GROUP}/${policies}`).get('', policyName)?.object;
    const paramKind = policy && paramKindOf(policy);
    const { group, resource } = paramKind ? resourceOf(paramKind, context) : { group: '*', resource: '*' };
    const namespace = stringOf(ref.namespace);
    if (isAllowed(authorizer, user, attributesOf(verb, { group, resource: resource ?? '*', namespace, name })))
      return [];
    const who = goUser(user);
    const everything = (undetermined: string): string =>
      `unable to ${undetermined} to determine minimum required permissions and ${misses(who, verb)} for all groups, versions and resources`;
    let why = `${missesObject(who, verb)} on the object referenced by paramRef`;
    if (policy === undefined) why = everything(`get policy ${policyName}`);
    else if (paramKind && resource === undefined)
      why = everything(`resolve paramKind &{${paramKind.apiVersion} ${paramKind.kind}}`);
    return [fieldForbidden('spec.paramRef', why)];
  };
}

/** The group of parameters, and their resource if the server has it. */
function resourceOf(
  { apiVersion, kind }: ParamKind,
  { registry }: MatchContext,
): { readonly group: string; readonly resource: string | undefined } {
  const slash = apiVersion.indexOf('/');
  return {
    group: slash === -1 ? '' : apiVersion.slice(0, slash),
    resource: registry.findKind(apiVersion, kind)?.plural,
  };
}

function attributesOf(
  verb: string,
  resource: Pick<ResourceAttributes, 'group' | 'resource' | 'namespace' | 'name'>,
): ResourceAttributes {
  return { isResource: true, verb, path: '', subresource: '', ...resource };
}

/** A user as Go prints it. */
function goUser({ name, uid = '', groups, extra = {} }: User): string {
  const entries = Object.keys(extra)
    .sort(compareUtf8)
    .map((key) => `${key}:[${(extra[key] ?? []).join(' ')}]`);
  return `&{${name} ${uid} [${groups.join(' ')}] map[${entries.join(' ')}]}`;
}
