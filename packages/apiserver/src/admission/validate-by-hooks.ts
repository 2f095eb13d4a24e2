import { timeout } from '@kb/apimachinery';
import { refuse } from '../refuse.ts';
import type { AdmissionAttributes } from './admission-attributes.ts';
import { annotateFailedOpen } from './annotate-calls.ts';
import { CallFailure, callHook, failClosed, measureCall } from './hook-call.ts';
import { sentForm } from './hook-patch.ts';
import type { Invocation } from './admission-hook.ts';
import { meetsConditions } from './meets-conditions.ts';
import type { HookContext } from './mutate-by-hooks.ts';
import type { VersionedObjects } from './review-text.ts';
import { convertOld, convertVersion } from './versioned-object.ts';

/**
 * Calls validating webhooks, all at once. Rejects with the StatusError of the first that refuses the request, or that
 * cannot be called, after all of them have answered.
 */
export async function validateByHooks(
  invocations: readonly Invocation[],
  attributes: AdmissionAttributes,
  { calls, metrics }: HookContext,
): Promise<void> {
  const versions = new Map<Invocation['resource'], VersionedObjects>();
  const called: { readonly invocation: Invocation; readonly objects: VersionedObjects }[] = [];
  for (const invocation of invocations) {
    const { resource } = invocation;
    const objects = versions.get(resource) ?? (await objectsInVersion(resource, attributes));
    versions.set(resource, objects);
    if (await meetsConditions(invocation, attributes, objects)) called.push({ invocation, objects });
  }
  if (called.length === 0) return;
  if (attributes.caller.signal?.aborted) refuse(timeout('request did not complete within requested timeout'));
  const errors: unknown[] = [];
  await Promise.all(
    called.map(async ({ invocation, objects }, index) => {
      try {
        await measureCall(invocation, attributes, { type: 'validating', metrics }, () =>
          callHook(invocation, attributes, objects, calls, false),
        );
      } catch (error) {
        const { hook } = invocation;
        if (!(error instanceof CallFailure) || !hook.failsOpen) errors.push(error);
        else if (attributes.caller.signal?.aborted !== true)
          annotateFailedOpen(attributes.caller, 'validating', { hook, round: 0, index });
      }
    }),
  );
  const [first] = errors;
  if (first === undefined) return;
  if (first instanceof CallFailure) failClosed(first);
  throw first;
}

/** The objects of a request in one version of the resource. */
export async function objectsInVersion(
  resource: Invocation['resource'],
  { object, old, resource: requested, codec }: AdmissionAttributes,
): Promise<VersionedObjects> {
  if (resource === requested || codec !== requested.codec) return { object: object && sentForm(codec, object), old };
  const converted = object && (await convertVersion(object, requested, resource));
  return {
    object: converted && sentForm(resource.codec, converted),
    old: old && (await convertOld(old, requested, resource)),
  };
}
