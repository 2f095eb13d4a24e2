import type { DeepReadonly, KubernetesObject, ObjectMetaInput, Status } from '@kb/apimachinery';
import type { Logger } from '../../log/logger.ts';
import type { AdmissionRequest, AdmissionUser } from './admission-request.ts';

/**
 * An object on its way into the API server: what the server itself sets (uid, resourceVersion…) may not be there yet.
 * Deeply frozen.
 */
export type AdmittedObject<T extends KubernetesObject> = DeepReadonly<
  Omit<T, 'metadata'> & { metadata: ObjectMetaInput }
>;

/** What a defaulter or validator knows besides the object. */
export interface WebhookContext {
  /**
   * Its lines carry `webhookGroup`, `webhookKind`, the object under its kind, `namespace`, `name`, `resource`, `user`
   * and `requestID`.
   */
  readonly log: Logger;
  readonly user: AdmissionUser;
  /** The uid of the request. */
  readonly requestID: string;
  /** True: nothing will be stored, so nothing outside may be changed either. */
  readonly dryRun: boolean;
  /** The whole request: operation, subresource, options, and the objects as they came. */
  readonly request: AdmissionRequest;
  /** Aborted when the API server does not wait any longer. */
  readonly signal: AbortSignal | undefined;
  /** Shows a text to the client, whether or not the object is accepted. */
  readonly warn: (text: string) => void;
}

/** A {@link WebhookContext} of an operation that may have an object before it. */
export interface OldObjectContext<Old> extends WebhookContext {
  /** The object as it is stored. */
  readonly old: Old;
}

/**
 * Fills in what an object leaves open: answers the object as it should be (a new one; what it is given is frozen), or
 * undefined to leave it. Not called on DELETE. On UPDATE `context.old` is the stored object. What it throws, a Status
 * too, refuses the object, see {@link Validator}.
 */
export type Defaulter<T extends KubernetesObject> = (
  object: AdmittedObject<T>,
  context: OldObjectContext<AdmittedObject<T> | undefined>,
) => AdmittedObject<T> | undefined | void | Promise<AdmittedObject<T> | undefined | void>;

/**
 * What a validator's function answers: nothing for an object that may be written, a Status, as apimachinery's `invalid`
 * and `forbidden` make them, for one that may not.
 */
export type Verdict = Status | undefined | void;

/**
 * Decides whether an object may be written. To refuse it, throw or return a Status (apimachinery's `invalid`,
 * `forbidden`… make them), or throw a StatusError of one: it goes to the client as it is. Any other Error that is
 * thrown refuses it with 403 and its message; a bug (a TypeError of the language, a failed assertion, anything else
 * that is no Error) is logged and answered with 500. An operation without a function is allowed.
 */
export interface Validator<T extends KubernetesObject> {
  /** `object` is what is to be stored, after all mutating webhooks. */
  readonly create?: (object: AdmittedObject<T>, context: WebhookContext) => Verdict | Promise<Verdict>;
  /** `object` is what is to be stored; `context.old` is what is stored. */
  readonly update?: (
    object: AdmittedObject<T>,
    context: OldObjectContext<AdmittedObject<T>>,
  ) => Verdict | Promise<Verdict>;
  /** `object` is what is to be deleted. */
  readonly delete?: (object: AdmittedObject<T>, context: WebhookContext) => Verdict | Promise<Verdict>;
}
