import type { ApiObject } from '../objects/api-object.ts';
import type { AdmissionAttributes, AdmissionOperation } from './admission-attributes.ts';

/** A request with an object: a write, or a connection, whose object is its options. */
export interface WriteAttributes extends AdmissionAttributes {
  readonly operation: Exclude<AdmissionOperation, 'DELETE'>;
  readonly object: ApiObject;
}

/** A deletion. */
export interface DeletionAttributes extends AdmissionAttributes {
  readonly operation: 'DELETE';
  readonly object: undefined;
}

/**
 * The rounds of one request's mutating phase. There is a second one, with all plugins, if a webhook or a policy has
 * changed the object.
 */
export interface MutationRounds {
  /** Whether this is the second round. */
  isReinvoke: boolean;
  /** Set by a plugin that has changed the object, so that a second round is due. */
  isDue: boolean;
  /** What webhooks and policies remember of the first round, by the name of their plugin. */
  readonly memories: Map<string, RoundMemory>;
}

/** What a plugin with several steps, each with a key, remembers between the rounds of one request. */
export interface RoundMemory {
  /** Steps that are repeated if the object changes after them. */
  readonly invoked: Set<string>;
  /** Steps that are repeated in the second round. */
  readonly again: Set<string>;
  /** The object after the first round; undefined if no step would be repeated for a change. */
  lastOutput: ApiObject | undefined;
}

/** The state before the first round. */
export function firstRound(): MutationRounds {
  return { isReinvoke: false, isDue: false, memories: new Map() };
}

/**
 * One of kube-apiserver's admission plugins: changes the objects of requests, or refuses requests by throwing a
 * StatusError. A plugin that has nothing to wait for must not return a promise: a write without promises takes one
 * turn.
 */
export interface AdmissionPlugin {
  /** Its name in kube-apiserver, by which it is enabled and disabled. */
  readonly name: string;
  /**
   * What it acts on: `PLURAL` or `PLURAL.GROUP`, with `/SUBRESOURCE` for a subresource, or `/*` for the resource and
   * all its subresources. Default: everything.
   */
  readonly resources?: readonly string[];
  /** The operations of {@link mutate} and {@link validate}. Default: CREATE and UPDATE. */
  readonly operations?: readonly WriteAttributes['operation'][];
  /**
   * For a plugin that others configure while the server runs, and that may then wait for them: whether it has anything
   * to do. Default: always, and without waiting.
   */
  readonly isActive?: () => boolean;
  /**
   * Changes the object, before it is prepared and validated. A plugin that waits may resolve with another object, which
   * replaces it. Managed fields are computed before, so no manager owns what a plugin adds.
   */
  readonly mutate?: (write: WriteAttributes, rounds: MutationRounds) => void | Promise<ApiObject | undefined>;
  /** Judges the object as it will be stored. It must not change it. */
  readonly validate?: (write: WriteAttributes) => void | Promise<void>;
  /** The mutating phase of a deletion. */
  readonly mutateDeletion?: (deletion: DeletionAttributes) => void | Promise<void>;
  /** The validating phase of a deletion. */
  readonly validateDeletion?: (deletion: DeletionAttributes) => void | Promise<void>;
}

/** The enabled admission plugins of a server, in kube-apiserver's order. */
export interface AdmissionChain {
  /** Whether a plugin is active that may wait for others, so that a request needs a deadline. */
  readonly mayWait: () => boolean;
  /** Whether an active plugin acts on deletions of a resource. */
  readonly handlesDeletion: (resource: AdmissionAttributes['resource']) => boolean;
  /**
   * Runs the mutating phase; returns the object, which is another one if a plugin has replaced it. Throws or rejects
   * with the StatusError of a refusal.
   */
  readonly mutate: (write: WriteAttributes) => ApiObject | Promise<ApiObject>;
  /**
   * Runs the validating phase. `shown` returns the object as it will be stored; it is called at most once, and only if
   * a plugin needs it. Returns undefined if nothing waits. Throws or rejects with the StatusError of a refusal.
   */
  readonly validate: (write: Omit<WriteAttributes, 'object'>, shown: () => ApiObject) => Promise<void> | undefined;
  /** Runs both phases of a deletion. Returns undefined if nothing waits. Throws or rejects like {@link mutate}. */
  readonly admitDeletion: (deletion: DeletionAttributes) => Promise<void> | undefined;
}
