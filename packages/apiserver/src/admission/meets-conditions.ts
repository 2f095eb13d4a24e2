import { forbidden } from '@kb/apimachinery';
import type { Authorize, ConditionInput, ConditionsVerdict } from '@kb/apimachinery/cel';
import { serviceAccountGroups, serviceAccountUser } from '../authentication/service-account-name.ts';
import type { User } from '../authentication/user.ts';
import { refuse } from '../refuse.ts';
import { celModule, loadCel } from '../cel-module.ts';
import { groupResource } from '../resources/served-resource.ts';
import type { AdmissionAttributes, AdmissionCaller } from './admission-attributes.ts';
import type { AdmissionHook, Invocation } from './admission-hook.ts';
import { asValue, expressionRequest, type VersionedObjects } from './review-text.ts';

/** The compiled conditions of the webhooks that have been asked for. */
const judges = new WeakMap<AdmissionHook, (input: ConditionInput) => ConditionsVerdict>();

/**
 * Whether the match conditions of a webhook are true for a request. If that cannot be known, a webhook whose failures
 * are ignored is not called. Rejects with the StatusError of any other.
 */
export async function meetsConditions(
  { hook, kind }: Invocation,
  attributes: AdmissionAttributes,
  { object, old }: VersionedObjects,
): Promise<boolean> {
  if (hook.matchConditions.length === 0) return true;
  await loadCel();
  const { caller, resource, namespace, name, subresource = '' } = attributes;
  const { matches, error } = judgeOf(hook)({
    object: asValue(object),
    oldObject: asValue(old),
    request: expressionRequest(attributes, kind),
    resource: { group: resource.group, resource: resource.plural, subresource, namespace, name },
    authorize: authorizeFor(caller),
  });
  if (error === undefined) return matches;
  return hook.failsOpen ? false : refuse(forbidden(groupResource(resource), name, error));
}

function judgeOf(hook: AdmissionHook): (input: ConditionInput) => ConditionsVerdict {
  let judge = judges.get(hook);
  if (judge === undefined) {
    judge = celModule().conditionsJudge(hook.matchConditions);
    judges.set(hook, judge);
  }
  return judge;
}

/** What the authorizer in CEL expressions asks, about the user of a request or a ServiceAccount. */
export function authorizeFor({ user, authorizer }: Pick<AdmissionCaller, 'user' | 'authorizer'>): Authorize {
  return ({ verb, serviceAccount, ...asked }) => {
    const asking = serviceAccount ? { ...accountUser(serviceAccount), trusted: true } : { ...user, trusted: true };
    const attributes =
      'path' in asked
        ? { isResource: false as const, verb, path: asked.path }
        : { isResource: true as const, path: '', verb, ...asked };
    const { decision, reason, error } = authorizer.authorize(asking, attributes);
    return { isAllowed: decision === 'allow', reason, ...(error !== undefined && { error }) };
  };
}

function accountUser(account: { readonly namespace: string; readonly name: string }): User {
  return { name: serviceAccountUser(account), groups: serviceAccountGroups(account.namespace) };
}
