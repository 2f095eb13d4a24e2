import type { FieldError, Time } from '@kb/apimachinery';
import type { NameCheck } from '@kb/apimachinery/server';
import type { ApiObject, FrozenObject } from '../objects/api-object.ts';
import type { Allocators } from './allocators.ts';
import type { Propagation } from './collector-finalizers.ts';

/** What a strategy may use besides the objects. */
export interface StrategyContext {
  /** The time of the request. */
  readonly now: Time;
  readonly dryRun: boolean;
  /** Returns a new random uid. */
  readonly newUid: () => string;
  /** Addresses and ports of services. */
  readonly allocators: Allocators;
  /** Adds a `Warning` header to the response. Absent: the request has none. */
  readonly warn?: (text: string) => void;
}

/** What rules say about an object. */
export interface JudgedByRules {
  readonly errors: readonly FieldError[];
  /** The texts of errors that the old object had, too, and may keep. */
  readonly warnings: readonly string[];
}

/**
 * How a kind handles one way of updating it: through the object itself, or through a subresource that serves the same
 * object.
 */
export interface UpdateStrategy {
  /**
   * Restores from the stored object the fields that this endpoint does not change, and sets the fields that follow from
   * the change.
   */
  readonly prepareForUpdate?: (object: ApiObject, old: FrozenObject, context: StrategyContext) => void;
  /** True: the kind validates nothing in this endpoint, and the metadata only as that of every kind. Default: false. */
  readonly withoutValidation?: boolean;
  /**
   * Returns the errors of the change, apart from those of the metadata. `sent` is the object as it was decoded, which
   * records which fields were sent empty.
   */
  readonly validateUpdate?: (object: ApiObject, old: FrozenObject, sent: ApiObject) => FieldError[];
  /**
   * Returns the errors of an object or a change, apart from those of the metadata, in steps, between which other
   * requests are answered if the object is large. In place of the other functions that validate. `old` is undefined for
   * a new object.
   */
  readonly validateInSteps?: (object: ApiObject, old: FrozenObject | undefined) => Iterator<void, FieldError[]>;
  /**
   * Judges an object that is otherwise right by rules that may take long, in steps; other requests are answered between
   * them. `old` is undefined for a new object. Undefined: there are no such rules. {@link Strategy.load} was called.
   */
  readonly judge?: (object: ApiObject, old: FrozenObject | undefined) => Iterator<void, JudgedByRules> | undefined;
  /**
   * The fields that a write through this endpoint does not set and therefore never owns: paths such as `['status']`.
   */
  readonly resetFields?: readonly (readonly string[])[];
  /**
   * Whether {@link resetFields} apply to all versions of the kind. Default: false, only to the version that is written.
   */
  readonly resetInAllVersions?: boolean;
  /** The opposite of {@link resetFields}: the only fields that a write through this endpoint sets. */
  readonly onlyFields?: readonly (readonly string[])[];
}

/**
 * How a kind behaves where kinds differ, as the registry strategies of kube-apiserver. The functions change the object
 * that they are given, which belongs to the request; parts taken over from a stored object are frozen, and must be
 * replaced instead of changed.
 */
export interface Strategy extends UpdateStrategy {
  /** The kind's rule for names. */
  readonly nameCheck: NameCheck;
  /** True: finalizers need neither be standard ones nor have a domain, as they must for most built-in kinds. */
  readonly anyFinalizer?: boolean;
  /**
   * Whether an update changes the desired state, which increments `metadata.generation`. `spec`: if the spec changes.
   * `sent` is the object as decoded, with a record of the empty lists and maps that are left out. Absent: the kind has
   * no generation.
   */
  readonly generation?: 'spec' | ((object: ApiObject, old: FrozenObject, sent: ApiObject) => boolean);
  /**
   * Sets the fields for which a create allocates values, such as the addresses of a Service; not called when a write to
   * a subresource creates the object. Runs before {@link prepareForCreate}.
   */
  readonly beginCreate?: (object: ApiObject) => void;
  /** Sets the fields of a new object that the server computes, and drops those that clients may not set. */
  readonly prepareForCreate?: (object: ApiObject, context: StrategyContext) => void;
  /**
   * Fills in fields that follow from values that the server itself has set; runs after validation, and no field manager
   * owns the result.
   */
  readonly canonicalize?: (object: ApiObject) => void;
  /**
   * Whether the storage format changes the object, so that reading it returns something other than what was written.
   * The next update of such an object is a write even if it changes nothing.
   */
  readonly isStoredOtherwise?: (object: ApiObject) => boolean;
  /** Loads the code that validating the object needs. Undefined: it is loaded. */
  readonly load?: (object: ApiObject) => Promise<void> | undefined;
  /**
   * What takes long in the validation of an object, in steps; other requests are answered between them. Undefined:
   * nothing does. {@link Strategy.load} was called.
   */
  readonly prepareToValidate?: (object: ApiObject) => Iterator<void, void> | undefined;
  /** Returns the errors of a new object, apart from those of the metadata. */
  readonly validate?: (object: ApiObject) => FieldError[];
  /** Returns the other errors of a custom object of another kind. `old`: the object that an update changes. */
  readonly validateOtherKind?: (object: ApiObject, old: FrozenObject | undefined) => FieldError[];
  /** Returns the warnings for an object that is accepted. */
  readonly warnings?: (object: ApiObject, old: FrozenObject | undefined) => string[];
  /** How the status subresource updates the object. Absent: the kind has no status subresource. */
  readonly status?: UpdateStrategy;
  /** Strategies of other subresources that serve the whole object, by name. */
  readonly subresources?: Readonly<Record<string, UpdateStrategy>>;
  /** Whether a PUT of an object that does not exist creates it. */
  readonly createOnUpdate: boolean;
  /** Whether a PUT without a resource version overwrites the object. */
  readonly unconditionalUpdate: boolean;
  /**
   * Whether a delete returns the removed object instead of a Status. `undocumented`: it does, but the OpenAPI documents
   * claim that it does not.
   */
  readonly returnsDeletedObject: boolean | 'undocumented';
  /**
   * What happens to dependents when a delete has no propagation policy; `none` for kinds that the garbage collector
   * ignores.
   */
  readonly defaultPropagation: 'Background' | 'Orphan' | 'none';
  /**
   * Returns the grace period of a deletion in seconds, from the one that the request asks for; 0 removes the object at
   * once. Absent: always 0.
   */
  readonly gracePeriodSeconds?: (object: FrozenObject, asked: number | undefined) => number;
  /**
   * Marks an object as being deleted, for kinds with their own way of deletion; also gets the propagation policy.
   * Returns the object itself if it is already marked, undefined if it is deleted like any other. Throws the
   * StatusError of an object that may not be deleted.
   */
  readonly markDeleted?: (
    object: FrozenObject,
    now: Time,
    propagation: Propagation | undefined,
  ) => ApiObject | FrozenObject | undefined;
  /**
   * Whether something other than its finalizers still holds an object that is being deleted. Absent: the rest of its
   * grace period does.
   */
  readonly isHeld?: (object: ApiObject) => boolean;
  /**
   * Returns why an object with this name cannot be deleted on its own, whether or not it exists; undefined if it can.
   * Deleting the collection still deletes it.
   */
  readonly keeps?: (name: string) => string | undefined;
  /** The warning for a delete without a propagation policy. */
  readonly deleteWarning?: string;
  /**
   * Reserves the values that the object needs and does not have yet, and writes them into the object; runs last before
   * the object is stored. Throws a StatusError if no value is free.
   */
  readonly allocate?: (object: ApiObject, old: FrozenObject | undefined, context: StrategyContext) => Allocation;
  /** Releases what a removed object held. */
  readonly afterDelete?: (object: FrozenObject, context: StrategyContext) => void;
}

/** What {@link Strategy.allocate} reserved. Exactly one of the two functions is called, once. */
export interface Allocation {
  /** Called when the object is stored: releases what the old object held and this one does not. */
  readonly keep: () => void;
  /** Called when the object is not stored: releases what was reserved for it. */
  readonly undo: () => void;
}
