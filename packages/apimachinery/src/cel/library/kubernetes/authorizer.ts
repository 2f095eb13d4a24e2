import { nameIsDnsLabel, nameIsDnsSubdomain } from '../../../names/object-names.ts';
import {
  type CelError,
  type CelValue,
  celError,
  isKind,
  noSuchOverload,
  type OpaqueValue,
} from '../../values/value.ts';
import { binary, type FunctionTable, type Guard, isText, ternary, unary } from '../overloads/implementation.ts';

/** What an expression asks the authorizer: about a resource, or about a path. */
export type AuthorizationQuestion = {
  readonly verb: string;
  /** Undefined: the user of the request; else a service account. */
  readonly serviceAccount: { readonly namespace: string; readonly name: string } | undefined;
} & (
  { readonly path: string } | (AuthorizedResource & { readonly fieldSelector: string; readonly labelSelector: string })
);

/** A resource, as the authorizer knows it; a part that is empty is not limited. */
export interface AuthorizedResource {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

/** What the authorizer says. */
export interface AuthorizationDecision {
  readonly isAllowed: boolean;
  /** Why; may be empty. */
  readonly reason: string;
  /** What went wrong. Absent: nothing. */
  readonly error?: string;
}

/** Decides whether the user of a request, or a service account, may do something. */
export type Authorize = (question: AuthorizationQuestion) => AuthorizationDecision;

const PREFIX = 'kubernetes.authorization.';

interface Authorizer extends OpaqueValue {
  readonly authorize: Authorize;
  readonly serviceAccount: { readonly namespace: string; readonly name: string } | undefined;
}
interface PathCheck extends OpaqueValue {
  readonly authorizer: Authorizer;
  readonly path: string;
}
interface GroupCheck extends OpaqueValue {
  readonly authorizer: Authorizer;
  readonly group: string;
}
interface ResourceCheck extends OpaqueValue {
  readonly authorizer: Authorizer;
  readonly asked: AuthorizedResource & { readonly fieldSelector: string; readonly labelSelector: string };
}
interface Decision extends OpaqueValue {
  readonly decision: AuthorizationDecision;
}

const guard =
  <T extends OpaqueValue>(type: string): Guard<T> =>
  (value): value is T =>
    isKind(value, 'opaque') && value.type === `${PREFIX}${type}`;
const isAuthorizer = guard<Authorizer>('Authorizer');
const isPathCheck = guard<PathCheck>('PathCheck');
const isGroupCheck = guard<GroupCheck>('GroupCheck');
const isResourceCheck = guard<ResourceCheck>('ResourceCheck');
const isDecision = guard<Decision>('Decision');

/** A value of one of the authorizer's types; two are equal only if they are the same. */
function opaque<T extends object>(type: string, parts: T): OpaqueValue & T {
  const value: OpaqueValue & T = {
    kind: 'opaque',
    type: `${PREFIX}${type}`,
    ...parts,
    equals: (other: CelValue) =>
      isKind(other, 'opaque') && other.type === value.type ? other === value : noSuchOverload(other),
  };
  return value;
}

/** The variable `authorizer`. */
export function authorizerValue(authorize: Authorize): OpaqueValue {
  return authorizerFor(authorize, undefined);
}

/** The variable `authorizer.requestResource`: asks about the resource of the request. */
export function resourceAuthorizerValue(authorize: Authorize, resource: AuthorizedResource): OpaqueValue {
  return resourceCheck(authorizerFor(authorize, undefined), { ...resource, fieldSelector: '', labelSelector: '' });
}

function authorizerFor(authorize: Authorize, serviceAccount: Authorizer['serviceAccount']): Authorizer {
  return opaque('Authorizer', { authorize, serviceAccount });
}

function resourceCheck(authorizer: Authorizer, asked: ResourceCheck['asked']): ResourceCheck {
  return opaque('ResourceCheck', { authorizer, asked });
}

function decided({ authorize }: Authorizer, question: AuthorizationQuestion): Decision {
  return opaque('Decision', { decision: authorize(question) });
}

/** A function that changes one part of the question. */
function changing(part: keyof ResourceCheck['asked']): FunctionTable[string] {
  return binary(isResourceCheck, isText, ({ authorizer, asked }, text) =>
    resourceCheck(authorizer, { ...asked, [part]: text }),
  );
}

function forServiceAccount({ authorize }: Authorizer, namespace: string, name: string): Authorizer | CelError {
  if (nameIsDnsSubdomain(name).length > 0) return celError('Invalid service account name');
  if (nameIsDnsLabel(namespace).length > 0) return celError('Invalid service account namespace');
  return authorizerFor(authorize, { namespace, name });
}

/** The functions that ask the authorizer. */
export const authorizer: FunctionTable = {
  authorizer_path: binary(isAuthorizer, isText, (of, path) =>
    path.trim() === '' ? celError('path must not be empty') : opaque('PathCheck', { authorizer: of, path }),
  ),
  authorizer_group: binary(isAuthorizer, isText, (of, group) => opaque('GroupCheck', { authorizer: of, group })),
  authorizer_serviceaccount: ternary(isAuthorizer, isText, isText, forServiceAccount),
  groupcheck_resource: binary(isGroupCheck, isText, ({ authorizer: of, group }, resource) =>
    resource.trim() === ''
      ? celError('resource must not be empty')
      : resourceCheck(of, {
          group,
          resource,
          subresource: '',
          namespace: '',
          name: '',
          fieldSelector: '',
          labelSelector: '',
        }),
  ),
  resourcecheck_subresource: changing('subresource'),
  resourcecheck_namespace: changing('namespace'),
  resourcecheck_name: changing('name'),
  authorizer_fieldselector: changing('fieldSelector'),
  authorizer_labelselector: changing('labelSelector'),
  pathcheck_check: binary(isPathCheck, isText, ({ authorizer: of, path }, verb) =>
    decided(of, { verb, path, serviceAccount: of.serviceAccount }),
  ),
  resourcecheck_check: binary(isResourceCheck, isText, ({ authorizer: of, asked }, verb) =>
    decided(of, { verb, ...asked, serviceAccount: of.serviceAccount }),
  ),
  decision_allowed: unary(isDecision, ({ decision }) => decision.isAllowed),
  decision_reason: unary(isDecision, ({ decision }) => decision.reason),
  decision_errored: unary(isDecision, ({ decision }) => decision.error !== undefined),
  decision_error: unary(isDecision, ({ decision }) => decision.error ?? ''),
};
