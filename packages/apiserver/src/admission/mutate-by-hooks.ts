import { timeout } from '@kb/apimachinery';
import type { ApiObject } from '../objects/api-object.ts';
import { refuse } from '../refuse.ts';
import type { WebhookCalls } from '../webhooks/call-webhook.ts';
import type { AdmissionAttributes } from './admission-attributes.ts';
import { annotateFailedOpen, annotateMutation, annotatePatch, type CallPlace } from './annotate-calls.ts';
import type { MutationRounds } from './admission-plugin.ts';
import { CallFailure, callHook, type CallMetrics, failClosed, measureCall } from './hook-call.ts';
import { type AppliedPatch, applyHookPatch, sentForm } from './hook-patch.ts';
import { meetsConditions } from './meets-conditions.ts';
import { type AdmissionHook, type Invocation, matchHook } from './admission-hook.ts';
import type { MatchContext } from './match-rules.ts';
import type { VersionedObjects } from './review-text.ts';
import { beginRound, endRound, noteChange } from './round-memory.ts';
import { convertOld, convertVersion } from './versioned-object.ts';

/** What calls to webhooks need. */
export interface HookContext extends MatchContext {
  readonly calls: WebhookCalls;
  readonly metrics: CallMetrics;
}

/**
 * Calls the mutating webhooks that match a request, one after another, and returns the object that they leave;
 * undefined for a deletion. Rejects with the StatusError of a refusal, or of a call that fails.
 */
export async function mutateByHooks(
  hooks: readonly AdmissionHook[],
  attributes: AdmissionAttributes,
  rounds: MutationRounds,
  context: HookContext,
): Promise<ApiObject | undefined> {
  const memory = beginRound('MutatingAdmissionWebhook', attributes.object, rounds);
  const current = new CurrentVersion(attributes);
  for (const [index, hook] of hooks.entries()) {
    const invocation = matchHook(hook, { ...attributes, object: current.object }, context);
    if (!invocation) continue;
    // Objects are converted for webhooks that are called, and for conditions.
    const hasConditions = hook.matchConditions.length > 0;
    if (hasConditions && !(await meetsConditions(invocation, attributes, await current.inVersionOf(invocation))))
      continue;
    if (rounds.isReinvoke && !memory.again.has(hook.uid)) continue;
    const objects = await current.inVersionOf(invocation);
    const place = { hook, round: rounds.isReinvoke ? 1 : 0, index } as const;
    const changed = await callMutating({ invocation, place }, attributes, { current, objects }, context);
    if (changed) noteChange(memory, rounds);
    if (hook.isReinvoked) memory.invoked.add(hook.uid);
  }
  const result = await current.inVersionOfRequest();
  endRound(memory, result, rounds);
  return result;
}

/** A call of a webhook, and its place among those of the request. */
interface MutatingCall {
  readonly invocation: Invocation;
  readonly place: CallPlace;
}

/** Calls one webhook, and applies its patch. Returns whether the object has changed. */
async function callMutating(
  call: MutatingCall,
  attributes: AdmissionAttributes,
  versions: { readonly current: CurrentVersion; readonly objects: VersionedObjects },
  context: HookContext,
): Promise<boolean> {
  const { caller } = attributes;
  let changed = false;
  try {
    changed = await measureCall(call.invocation, attributes, { type: 'admit', metrics: context.metrics }, () =>
      patchedByHook(call, attributes, versions, context),
    );
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    if (!call.invocation.hook.failsOpen) failClosed(error);
    if (caller.signal?.aborted) refuse(timeout('request did not complete within requested timeout'));
    annotateFailedOpen(caller, 'mutation', call.place);
  } finally {
    annotateMutation(caller, call.place, changed);
  }
  return changed;
}

async function patchedByHook(
  { invocation, place }: MutatingCall,
  attributes: AdmissionAttributes,
  { current, objects }: { readonly current: CurrentVersion; readonly objects: VersionedObjects },
  { calls, registry }: HookContext,
): Promise<boolean> {
  const { hook, kind } = invocation;
  const response = await callHook(invocation, attributes, objects, calls, true);
  const patched = applyHookPatch(hook.name, response, { sent: objects.object, kind, codec: current.codec, registry });
  if (!patched) return false;
  annotatePatch(attributes.caller, place, patched.operations);
  current.patch(patched);
  return patched.changed;
}

/** The object on its way through the webhooks, in the version that the last one got. */
class CurrentVersion {
  object: ApiObject | undefined;
  /** The object as webhooks get it, while it is not converted. */
  private sent: ApiObject | undefined;
  private isPatched = false;
  private readonly attributes: AdmissionAttributes;
  private resource: AdmissionAttributes['resource'];
  private old: AdmissionAttributes['old'];

  constructor(attributes: AdmissionAttributes) {
    this.attributes = attributes;
    this.object = attributes.object;
    this.old = attributes.old;
    this.resource = attributes.resource;
  }

  /** Reads and writes the object in its current version. */
  get codec(): AdmissionAttributes['codec'] {
    return this.hasOwnKind() ? this.attributes.codec : this.resource.codec;
  }

  /** Converts the objects to the version that a webhook gets, and returns them as it gets them. */
  async inVersionOf({ resource }: Invocation): Promise<VersionedObjects> {
    if (resource !== this.resource && !this.hasOwnKind()) {
      const { old, resource: requested } = this.attributes;
      this.old = old && (resource === requested ? old : await convertOld(old, requested, resource));
      this.object = this.object && (await convertVersion(this.object, this.resource, resource));
      this.resource = resource;
      this.sent = undefined;
    }
    this.sent ??= this.object && sentForm(this.codec, this.object);
    return { object: this.sent, old: this.old };
  }

  /** Replaces the object by what a webhook has made of it. */
  patch({ object, sent }: Pick<AppliedPatch, 'object' | 'sent'>): void {
    this.object = object;
    this.sent = sent;
    this.isPatched = true;
  }

  /** An object that no webhook has patched is not converted back. */
  async inVersionOfRequest(): Promise<ApiObject | undefined> {
    const { resource, object } = this.attributes;
    if (!this.isPatched) return object;
    if (this.object === undefined || this.resource === resource) return this.object;
    return convertVersion(this.object, this.resource, resource);
  }

  /** Whether the object is of a kind that belongs to a subresource, which has one version. */
  private hasOwnKind(): boolean {
    return this.attributes.codec !== this.attributes.resource.codec;
  }
}
