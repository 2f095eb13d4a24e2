import { forbidden } from '@kb/apimachinery';
import type { ConditionInput, ConditionsVerdict } from '@kb/apimachinery/cel';
import { refuse } from '../refuse.ts';
import { celModule, loadCel } from '../cel-module.ts';
import { groupResource } from '../resources/served-resource.ts';
import type { AdmissionAttributes } from './admission-attributes.ts';
import type { AdmissionHook } from './admission-hook.ts';
import type { Invocation } from './match-hook.ts';
import { asValue, conditionRequest, type VersionedObjects } from './review-text.ts';

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
  const { resource, namespace, name, subresource = '' } = attributes;
  const { matches, error } = judgeOf(hook)({
    object: asValue(object),
    oldObject: asValue(old),
    request: conditionRequest(attributes, kind),
    resource: { group: resource.group, resource: resource.plural, subresource, namespace, name },
    // Every user may do everything.
    authorize: () => ({ isAllowed: true, reason: '' }),
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
