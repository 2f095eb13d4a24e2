import { notFound } from '@kb/apimachinery';
import { refuse } from '../refuse.ts';
import type { AdmissionAttributes } from './admission-attributes.ts';
import type { AdmissionHook } from './admission-hook.ts';
import { type MatchContext, matchesNamespace, type MatchedVersion, matchesObject, matchRules } from './match-rules.ts';

/** A webhook that is called for a request, and the version in which it gets the object. */
export interface Invocation extends MatchedVersion {
  readonly hook: AdmissionHook;
}

/**
 * Decides whether a webhook is called for a request: by its selectors and its rules, which may name another version of
 * the resource. Throws the StatusError of a namespace that does not exist.
 */
export function matchHook(
  hook: AdmissionHook,
  attributes: AdmissionAttributes,
  context: MatchContext,
): Invocation | undefined {
  const inNamespace = matchesNamespace(hook.namespaceSelector, attributes, context);
  if (inNamespace === false || !matchesObject(hook.objectSelector, attributes)) return undefined;
  const version = matchRules(hook.rules, attributes, context, hook.matchesEquivalent);
  if (version === undefined) return undefined;
  // A missing namespace matters only to a webhook that would be called.
  if (inNamespace === 'missing') refuse(notFound({ group: '', plural: 'namespaces' }, attributes.namespace));
  return { hook, ...version };
}
