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
 * Why an object was left alone. `KB_ALREADY_CONTROLLED`: something else controls it; `KB_NOT_CONTROLLED`: it is there,
 * nothing controls it, and this controller did not make it.
 */
export type AlreadyControlledCode = keyof typeof alreadyControlledErrorCodes;

/**
 * An object was not applied because it is not ours to change: controllerutil.AlreadyOwnedError. Nothing was written.
 * Told apart by name and `code`, see {@link isAlreadyControlledError}.
 */
export class AlreadyControlledError extends Error {
  override readonly name = 'AlreadyControlledError';
  readonly code: AlreadyControlledCode;
  readonly resource: ResourceDefinition;
  readonly key: ObjectKey;
  /** Who controls it; undefined when nobody does. */
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

/** Whether `error` is an {@link AlreadyControlledError}, from whichever copy of this package. */
export function isAlreadyControlledError(error: unknown): error is AlreadyControlledError {
  return (
    isError(error) && memberOf(error, 'name') === 'AlreadyControlledError' && memberOf(error, 'code') !== undefined
  );
}
