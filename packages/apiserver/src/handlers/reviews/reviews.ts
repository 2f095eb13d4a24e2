import { type JsonObject, methodNotSupportedHere } from '@kb/apimachinery';
import { allowingRole, mayDoEverything } from '../../authentication/authorize.ts';
import type { RequestAttributes } from '../../authentication/request-attributes.ts';
import { MASTERS, type User } from '../../authentication/user.ts';
import { refuse } from '../../refuse.ts';
import { objectReply, type Reply } from '../../answers/reply.ts';
import { type ApiObject, at, stringOf } from '../../objects/api-object.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { deepFreeze } from '../../objects/deep-freeze.ts';
import type { Call } from '../../context/call.ts';
import { readWrite } from '../bodies/read-document.ts';
import { decodeObject } from '../bodies/read-object.ts';
import { trackUpdate } from '../../pipelines/managed-fields.ts';
import { timeOf } from '../../pipelines/time-of.ts';
import { reviewToken, userInfo } from './token-review.ts';

/** The status of a review: allowed, with the reason for users outside of `system:masters`. */
function allowed(groups: readonly unknown[]): JsonObject {
  if (groups.includes(MASTERS)) return { allowed: true };
  return { allowed: true, reason: 'the embedded API server allows everything: RBAC is stored and not enforced' };
}

/** What a role says to who may not do everything. */
function allowedBy(role: string | undefined): JsonObject {
  if (role === undefined) return { allowed: false };
  const reason = `RBAC: allowed by ClusterRoleBinding "${role}" of ClusterRole "${role}" to Group "system:authenticated"`;
  return { allowed: true, reason };
}

/** What the server answers to the kinds that ask a question. */
const answers: Readonly<Record<string, (user: User, review: ApiObject, server: ServerContext) => JsonObject>> = {
  SelfSubjectAccessReview: (user, review) =>
    mayDoEverything(user) ? allowed(user.groups) : allowedBy(allowingRole(user, attributesIn(review))),
  SubjectAccessReview: (_, review) => allowed(groupsIn(review)),
  LocalSubjectAccessReview: (_, review) => allowed(groupsIn(review)),
  SelfSubjectRulesReview: () => ({
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    incomplete: false,
  }),
  SelfSubjectReview: (user) => ({ userInfo: userInfo(user) }),
  TokenReview: (_, review, server) => reviewToken(server, review),
};

/** What a review asks about. */
function attributesIn(review: ApiObject): RequestAttributes {
  const text = (...path: string[]): string => stringOf(at(review, 'spec', ...path));
  if (at(review, 'spec', 'nonResourceAttributes') !== undefined) {
    const verb = text('nonResourceAttributes', 'verb');
    return { isResource: false, verb, path: text('nonResourceAttributes', 'path') };
  }
  const attribute = (name: string): string => text('resourceAttributes', name);
  return {
    isResource: true,
    verb: attribute('verb'),
    path: '',
    group: attribute('group'),
    resource: attribute('resource'),
    subresource: attribute('subresource'),
    namespace: attribute('namespace'),
    name: attribute('name'),
  };
}

/** The groups of the user that a review asks about. */
function groupsIn(review: ApiObject): readonly unknown[] {
  const groups = at(review, 'spec', 'groups');
  return Array.isArray(groups) ? groups : [];
}

/** POST of a review: answered, and not kept. */
export async function handleReview({ server, request, endpoint }: Call): Promise<Reply> {
  const { resource } = endpoint;
  const answer = answers[resource.kind];
  if (!answer) return refuse(methodNotSupportedHere());
  const { document, options } = await readWrite(request, resource, 'CreateOptions');
  const object = decodeObject(document, resource, options.fieldValidation, request.warn);
  if (!resource.namespaced) delete object.metadata.namespace;
  if (resource.kind === 'SelfSubjectReview') object.metadata.creationTimestamp = timeOf(server);
  const tracked = trackUpdate(
    { server, resource, subresource: undefined, manager: options.manager },
    undefined,
    object,
  );
  return objectReply(
    201,
    resource,
    deepFreeze(resource.codec.encode({ ...tracked, status: answer(request.user, object, server) })),
  );
}
