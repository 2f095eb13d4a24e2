import { type JsonObject, methodNotSupportedHere } from '@kb/apimachinery';
import { refuse } from '../http/api-error.ts';
import { objectReply, type Reply } from '../http/reply.ts';
import { readWriteOptions } from '../http/write-options.ts';
import { deepFreeze } from '../storage/deep-freeze.ts';
import type { Call } from './endpoint.ts';
import { decodeObject, readDocument } from './read-object.ts';

/** Whom the server takes everybody for: it has no authentication, and allows everything. */
const EVERYBODY = { username: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] } as const;

const REASON = 'the embedded API server allows everything: RBAC is stored and not enforced';

/** What the server answers to the kinds that ask a question. */
const answers: Readonly<Record<string, () => JsonObject>> = {
  SelfSubjectAccessReview: () => ({ allowed: true, reason: REASON }),
  SubjectAccessReview: () => ({ allowed: true, reason: REASON }),
  LocalSubjectAccessReview: () => ({ allowed: true, reason: REASON }),
  SelfSubjectRulesReview: () => ({
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    incomplete: false,
  }),
  SelfSubjectReview: () => ({ userInfo: { username: EVERYBODY.username, groups: [...EVERYBODY.groups] } }),
};

/** POST of a review: answered, and not kept. */
export async function handleReview({ server, request, endpoint }: Call): Promise<Reply> {
  const { resource } = endpoint;
  const answer = answers[resource.kind];
  if (!answer) return refuse(methodNotSupportedHere());
  const document = await readDocument(request, resource.kind);
  const options = readWriteOptions(request, 'CreateOptions');
  const object = decodeObject(document, resource, server.registry, options.fieldValidation, request.warn);
  return objectReply(201, resource, deepFreeze(resource.codec.encode({ ...object, status: answer() })));
}
