import {
  formatObjectKey,
  isError,
  memberOf,
  type ObjectKey,
  type OwnerReference,
  type ResourceDefinition,
} from '@kb/apimachinery';
import type { alreadyControlledErrorCodes } from '../error-codes.ts';

/**
 * Why an object was not applied. `KB_ALREADY_CONTROLLED`: another owner controls it; `KB_NOT_CONTROLLED`: it exists
 * without a controller, and this controller did not create it.
 */
export type AlreadyControlledCode = keyof typeof alreadyControlledErrorCodes;

/**
 * An object was not applied because this controller does not own it: controllerutil.AlreadyOwnedError. Nothing was
 * written. Identified by `name` and `code`, see {@link isAlreadyControlledError}.
 */
export class AlreadyControlledError extends Error {
  override readonly name = 'AlreadyControlledError';
  readonly code: AlreadyControlledCode;
  readonly resource: ResourceDefinition;
  readonly key: ObjectKey;
  /** The controller of the object; undefined when it has none. */
  readonly controller: Readonly<OwnerReference> | undefined;

  constructor(resource: ResourceDefinition, key: ObjectKey, controller: Readonly<OwnerReference> | undefined) {
    const what = `${resource.kind} ${formatObjectKey(key)}`;
    super(
      controller
        ? `${what} is already controlled by ${controller.kind} ${controller.name}: it is left alone`
        : `${what} exists already, and was not made by this controller: it is left alone. Delete or rename it, or set this controller's owner reference on it to hand it over`,
    );
    this.code = controller ? 'KB_ALREADY_CONTROLLED' : 'KB_NOT_CONTROLLED';
    this.resource = resource;
    this.key = key;
    this.controller = controller;
  }
}

/** Whether `error` is an {@link AlreadyControlledError}, from any copy of this package. */
export function isAlreadyControlledError(error: unknown): error is AlreadyControlledError {
  return (
    isError(error) && memberOf(error, 'name') === 'AlreadyControlledError' && memberOf(error, 'code') !== undefined
  );
}
