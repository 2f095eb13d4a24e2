import type { FieldError, Time } from '@kb/apimachinery';
import type { NameCheck } from '@kb/apimachinery/server';
import type { ApiObject, FrozenObject } from '../objects/api-object.ts';
import type { Allocators } from './allocators.ts';
import type { Propagation } from './collector-finalizers.ts';

/** What a strategy may use beside the objects. */
export interface StrategyContext {
  /** The time of the request. */
  readonly now: Time;
  readonly dryRun: boolean;
  /** A new random uid. */
  readonly newUid: () => string;
  /** Addresses and ports of services. */
  readonly allocators: Allocators;
}

/**
 * How a kind treats one way of changing it: the object itself, or one of the subresources that show the same object.
 */
export interface UpdateStrategy {
  /**
   * Takes back from the stored object what this endpoint does not change, and works out what follows from the change.
   */
  readonly prepareForUpdate?: (object: ApiObject, old: FrozenObject, context: StrategyContext) => void;
  /**
   * What is wrong with the change, beside the metadata. `sent`: the object as it was read, which knows what fields were
   * given empty.
   */
  readonly validateUpdate?: (object: ApiObject, old: FrozenObject, sent: ApiObject) => FieldError[];
  /** The fields that a write through this endpoint does not set, and so never owns: paths such as `['status']`. */
  readonly resetFields?: readonly (readonly string[])[];
  /**
   * Whether those fields count in no version of the kind. Default: false, only not in the one that is written through.
   */
  readonly resetInAllVersions?: boolean;
  /** The other way round: the only fields that a write through this endpoint sets. */
  readonly onlyFields?: readonly (readonly string[])[];
}

/**
 * How a kind behaves where kinds differ: registry strategies of kube-apiserver. Functions change the object that they
 * are given, which belongs to the request alone; parts that were taken over from a stored object are frozen and must be
 * replaced, not changed.
 */
export interface Strategy extends UpdateStrategy {
  /** The kind's rule for names. */
  readonly nameCheck: NameCheck;
  /** True: finalizers need not be known ones or say whose they are, as they must for most built-in kinds. */
  readonly anyFinalizer?: boolean;
  /**
   * Whether a change of the object counts as a change of the desired state, which raises `metadata.generation`. Absent:
   * the kind has no generation. `spec`: when the spec changes.
   */
  readonly generation?: 'spec' | ((object: ApiObject, old: FrozenObject) => boolean);
  /**
   * Works out what a new object needs that its own creation may allocate for, and not one by a write of the status of
   * what is not there. Before {@link prepareForCreate}.
   */
  readonly beginCreate?: (object: ApiObject) => void;
  /** Works out what follows from creation, and drops what may not be given. */
  readonly prepareForCreate?: (object: ApiObject, context: StrategyContext) => void;
  /** Fills in what follows from what the server itself has set: after validation, and without an owner. */
  readonly canonicalize?: (object: ApiObject) => void;
  /**
   * Whether the storage's format keeps the object, as it is written, otherwise than it is read: the next update of it
   * is a write, also when it changes nothing.
   */
  readonly isStoredOtherwise?: (object: ApiObject) => boolean;
  /** What is wrong with a new object, beside the metadata. */
  readonly validate?: (object: ApiObject) => FieldError[];
  /** What the writer should know of an object that is accepted. */
  readonly warnings?: (object: ApiObject, old: FrozenObject | undefined) => string[];
  /** How the status subresource writes. Absent: the kind has none. */
  readonly status?: UpdateStrategy;
  /** Strategies of other subresources that show the whole object, by name. */
  readonly subresources?: Readonly<Record<string, UpdateStrategy>>;
  /** PUT of an object that is not there creates it. */
  readonly createOnUpdate: boolean;
  /** PUT without a resource version overwrites. */
  readonly unconditionalUpdate: boolean;
  /**
   * Whether a removal returns the object that was removed instead of a Status. `undocumented`: it does, and the OpenAPI
   * documents say that it does not.
   */
  readonly returnsDeletedObject: boolean | 'undocumented';
  /**
   * What happens to dependents when a delete does not say: `none` for kinds that the garbage collector leaves alone.
   */
  readonly defaultPropagation: 'Background' | 'Orphan' | 'none';
  /**
   * How long an object may go on for after its deletion was asked for, in seconds; 0: removed at once. Absent: always
   * 0.
   */
  readonly gracePeriodSeconds?: (object: FrozenObject, asked: number | undefined) => number;
  /**
   * Marks an object of a kind that has its own way of being deleted, with what the delete says of dependents; the
   * object itself when it is marked already, undefined when it is deleted like any other. Throws the StatusError of one
   * that may not be deleted.
   */
  readonly markDeleted?: (
    object: FrozenObject,
    now: Time,
    propagation: Propagation | undefined,
  ) => ApiObject | FrozenObject | undefined;
  /**
   * Whether something beside its finalizers still holds an object that is being deleted. Absent: the rest of its grace
   * period does.
   */
  readonly isHeld?: (object: ApiObject) => boolean;
  /**
   * Why an object of this name is not deleted by itself, whether or not it exists; undefined: it is. A deletion of the
   * collection deletes it.
   */
  readonly keeps?: (name: string) => string | undefined;
  /** The warning for a delete of an object of the kind without a propagation policy. */
  readonly deleteWarning?: string;
  /**
   * Reserves what the object needs and does not have yet, and writes it into the object: last of all before it is
   * stored. Throws a StatusError when there is none.
   */
  readonly allocate?: (object: ApiObject, old: FrozenObject | undefined, context: StrategyContext) => Allocation;
  /** Gives back what a removed object held. */
  readonly afterDelete?: (object: FrozenObject, context: StrategyContext) => void;
}

/** What {@link Strategy.allocate} reserved. One of the two is called, once. */
export interface Allocation {
  /** The object is stored: what the old one held and this one does not is free again. */
  readonly keep: () => void;
  /** The object is not stored: what was reserved for it is free again. */
  readonly undo: () => void;
}
