import type { DeepReadonly, KubernetesObject, ObjectMetaInput, Status } from '@kb/apimachinery';
import type { Logger } from '../../log/logger.ts';
import type { AdmissionRequest, AdmissionUser } from './admission-request.ts';

/**
 * An object that the API server has not stored yet: fields that the server sets (uid, resourceVersion…) may be missing.
 * Deeply frozen.
 */
export type AdmittedObject<T extends KubernetesObject> = DeepReadonly<
  Omit<T, 'metadata'> & { metadata: ObjectMetaInput }
>;

/** What a defaulter or validator gets besides the object. */
export interface WebhookContext {
  /**
   * Its lines have `webhookGroup`, `webhookKind`, the object under its kind, `namespace`, `name`, `resource`, `user`
   * and `requestID`.
   */
  readonly log: Logger;
  readonly user: AdmissionUser;
  /** The uid of the request. */
  readonly requestID: string;
  /** When true, nothing is stored, so nothing else may be changed either. */
  readonly dryRun: boolean;
  /** The whole request: operation, subresource, options, and the received objects. */
  readonly request: AdmissionRequest;
  /** Aborted when the API server does not wait any longer. */
  readonly signal: AbortSignal | undefined;
  /** Shows a text to the client, whether or not the object is accepted. */
  readonly warn: (text: string) => void;
}

/** The {@link WebhookContext} of an operation on a stored object. */
export interface OldObjectContext<Old> extends WebhookContext {
  /** The object as it is stored. */
  readonly old: Old;
}

/**
 * Sets defaults of an object: returns the changed object (a new one, since its argument is frozen), or undefined to
 * leave it as it is. Not called on DELETE. On UPDATE `context.old` is the stored object. An error or Status that it
 * throws refuses the object, see {@link Validator}.
 */
export type Defaulter<T extends KubernetesObject> = (
  object: AdmittedObject<T>,
  context: OldObjectContext<AdmittedObject<T> | undefined>,
) => AdmittedObject<T> | undefined | void | Promise<AdmittedObject<T> | undefined | void>;

/**
 * What a validator's function returns: nothing to accept the object, or a Status, such as apimachinery's `invalid` and
 * `forbidden` return, to refuse it.
 */
export type Verdict = Status | undefined | void;

/**
 * Decides whether an object may be written. To refuse it, throw or return a Status (apimachinery's `invalid`,
 * `forbidden`… make them), or throw a StatusError of one: the client gets it unchanged. Any other Error that is thrown
 * refuses the object with 403 and its message; a bug (a TypeError of the language, a failed assertion, a value that is
 * not an Error) is logged and refused with 500. An operation without a function is allowed.
 */
export interface Validator<T extends KubernetesObject> {
  /** `object` is the object to store, after all mutating webhooks. */
  readonly create?: (object: AdmittedObject<T>, context: WebhookContext) => Verdict | Promise<Verdict>;
  /** `object` is the object to store; `context.old` is the stored object. */
  readonly update?: (
    object: AdmittedObject<T>,
    context: OldObjectContext<AdmittedObject<T>>,
  ) => Verdict | Promise<Verdict>;
  /** `object` is the object to delete. */
  readonly delete?: (object: AdmittedObject<T>, context: WebhookContext) => Verdict | Promise<Verdict>;
}
