/** Why a request cannot be made. */
export type InvalidRequestErrorCode =
  /** The resource is namespaced, and no namespace was given. */
  | 'KB_NAMESPACE_REQUIRED'
  /** The resource is cluster-scoped, and a namespace was given. */
  | 'KB_NAMESPACE_NOT_ALLOWED'
  /** No name, or one that cannot be part of a path. */
  | 'KB_NAME_INVALID'
  /** A handle of metadata only was given where the whole object is sent. */
  | 'KB_METADATA_ONLY'
  /** The client works in one namespace, and another one was given. */
  | 'KB_NAMESPACE_DIFFERS'
  /** The owner cannot own the object: it is in another namespace, or was not read from the server. */
  | 'KB_OWNER_INVALID';

/** A call that cannot be turned into a request. Nothing was sent. */
export class InvalidRequestError extends TypeError {
  override readonly name = 'InvalidRequestError';
  readonly code: InvalidRequestErrorCode;
  constructor(code: InvalidRequestErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
