import { badRequest, genericError, internalError, isStatusError, randomUuid, type Status } from '@kb/apimachinery';
import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject, quoteString } from '@kb/apimachinery/codec';
import type { CallOutcome, WebhookType } from '../metrics/admission-metrics.ts';
import type { ServerMetrics } from '../metrics/server-metrics.ts';
import { refuse } from '../refuse.ts';
import { namedGoType } from '../serializer/compile-go-type.ts';
import { DecodeContext } from '../serializer/decode-context.ts';
import { callWebhook, CredentialsError, type WebhookCalls } from '../webhooks/call-webhook.ts';
import { readReview } from '../webhooks/read-review.ts';
import type { AdmissionAttributes } from './admission-attributes.ts';
import { annotateResponse } from './annotate-calls.ts';
import type { Invocation } from './admission-hook.ts';
import {
  type AnsweredReview,
  decodeReview,
  type HookResponse,
  ResponseError,
  verifyResponse,
} from './read-response.ts';
import { ADMISSION_GROUP, reviewText, type VersionedObjects } from './review-text.ts';

/** A call that failed, other than by a refusal: the failure policy of the webhook decides what happens. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  /** The status code of the failure, for metrics. */
  readonly code: number;
  constructor(hook: string, why: string, code = 503) {
    super(`failed calling webhook ${quoteString(hook)}: ${why}`);
    this.code = code;
  }
}

/**
 * Calls a webhook, and passes its warnings on. Rejects with a {@link CallFailure}, or with the StatusError of a webhook
 * that refuses the request or does not support dry runs.
 */
export async function callHook(
  invocation: Invocation,
  attributes: AdmissionAttributes,
  objects: VersionedObjects,
  calls: WebhookCalls,
  mutating: boolean,
): Promise<HookResponse> {
  const { hook } = invocation;
  const { caller } = attributes;
  if (caller.dryRun && !hook.allowsDryRun)
    refuse(badRequest(`admission webhook ${quoteString(hook.name)} does not support dry run`));
  const { reviewVersion: version } = hook;
  if (version === undefined) {
    const why = 'webhook does not accept known AdmissionReview versions (v1, v1beta1)';
    throw new CallFailure(hook.name, `could not create admission objects: ${why}`, 400);
  }
  const uid = randomUuid(calls.random);
  const text = reviewText(uid, version, attributes, invocation, objects);
  const review = await exchange(text, invocation, attributes, calls);
  const response = verified(() => verifyResponse(review, { uid, version, mutating }), hook.name);
  annotateResponse(caller, hook, response.auditAnnotations);
  for (const warning of response.warnings) caller.warn(warning);
  if (!response.allowed) refuse(deniedBy(hook.name, response.result));
  return response;
}

/** Sends a review, and decodes the response. */
async function exchange(
  review: string,
  { hook }: Invocation,
  { caller: { deadline, signal } }: AdmissionAttributes,
  calls: WebhookCalls,
): Promise<AnsweredReview> {
  const { address, timeoutSeconds, reviewVersion: version = 'v1' } = hook;
  try {
    const text = await callWebhook({ address, review, timeoutSeconds, deadline, signal }, calls);
    const kind = { group: ADMISSION_GROUP, kind: 'AdmissionReview', version, isOptional: true };
    return decodeReview(readReview(text, kind));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CallFailure(
      hook.name,
      error instanceof CredentialsError ? message : `failed to call webhook: ${message}`,
    );
  }
}

function verified(verify: () => HookResponse, name: string): HookResponse {
  try {
    return verify();
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    throw new CallFailure(name, `received invalid webhook response: ${error.message}`);
  }
}

/** The Status of a refusal: the webhook's own, as a failure. */
function deniedBy(name: string, result: HookResponse['result']): Status {
  const status = namedGoType('meta/v1.Status').decode({ ...result } as JsonObject, new DecodeContext()) as JsonObject;
  const code = Number(status.code ?? 0);
  const [message, reason] = [textOf(status.message), textOf(status.reason)];
  const denied = `admission webhook ${quoteString(name)} denied the request`;
  const said = message || reason;
  const refusal = genericError(
    said ? `${denied}: ${said}` : `${denied} without explanation`,
    code < 400 || code > 999 ? 400 : code,
  );
  return {
    kind: refusal.kind,
    apiVersion: refusal.apiVersion,
    metadata: isJsonObject(status.metadata) ? status.metadata : refusal.metadata,
    status: refusal.status,
    message: refusal.message,
    ...(reason !== '' && { reason }),
    ...(status.details !== undefined && { details: status.details }),
    code: refusal.code,
  } as Status;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Refuses the request because a webhook could not be called and its failure policy is `Fail`. */
export function failClosed({ message }: CallFailure): never {
  return refuse(internalError(message));
}

/** Counts calls of webhooks. */
export type CallMetrics = Pick<ServerMetrics, 'now' | 'admission'>;

/** Calls a webhook by `call`, and counts how that ends. Tells the request how long it has waited. */
export async function measureCall<T>(
  { hook }: Invocation,
  { caller, operation }: AdmissionAttributes,
  { type, metrics: { now, admission } }: { readonly type: WebhookType; readonly metrics: CallMetrics },
  call: () => Promise<T>,
): Promise<T> {
  const begun = now();
  const end = (outcome: Omit<CallOutcome, 'seconds'>): void => {
    const seconds = (now() - begun) / 1000;
    admission.webhook({ name: hook.name, type, operation }, { ...outcome, seconds });
    caller.waited?.(seconds);
  };
  try {
    const result = await call();
    end({ rejection: undefined, code: 200, failsOpen: false });
    return result;
  } catch (error) {
    const failsOpen = error instanceof CallFailure && hook.failsOpen;
    const isUnsupported = caller.dryRun && !hook.allowsDryRun;
    const ended = isUnsupported ? serverProblem : rejectionOf(error, failsOpen);
    end({ ...ended, failsOpen: failsOpen && caller.signal?.aborted !== true });
    throw error;
  }
}

type Ended = Pick<CallOutcome, 'rejection' | 'code'>;

const serverProblem: Ended = { rejection: 'apiserver_internal_error', code: 0 };

function rejectionOf(error: unknown, failsOpen: boolean): Ended {
  if (error instanceof CallFailure)
    return { rejection: failsOpen ? undefined : 'calling_webhook_error', code: error.code };
  return isStatusError(error) ? { rejection: 'no_error', code: error.status.code ?? 0 } : serverProblem;
}
