import type { AuditLevel } from './audit-annotations.ts';

/** The stages of a request that have events, in their order. */
export const auditStages = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const;

/**
 * A stage of a request: it has arrived; the response of a long-running request has begun; the response is complete;
 * or a bug of the server has ended it.
 */
export type AuditStage = (typeof auditStages)[number];

/** Which requests are audited, and how much their events say: `audit.k8s.io/v1` Policy, as the API server reads it. */
export interface AuditPolicy {
  /** The first that matches a request decides. A request that none matches is not audited. */
  readonly rules: readonly AuditRule[];
  /** Stages without events. */
  readonly omitStages?: readonly AuditStage[];
  /** Whether events show objects without their managed fields. Default: false. */
  readonly omitManagedFields?: boolean;
}

/** A rule of a policy. It matches a request that all of its fields match; an absent or empty list matches all. */
export interface AuditRule {
  readonly level: AuditLevel;
  /** Names of users. */
  readonly users?: readonly string[] | null;
  /** Groups of users. */
  readonly userGroups?: readonly string[] | null;
  readonly verbs?: readonly string[] | null;
  readonly resources?: readonly AuditedResources[] | null;
  /** Namespaces; the empty one is that of cluster-scoped resources. */
  readonly namespaces?: readonly string[] | null;
  /** Paths without a resource; `*` at the end matches any rest. */
  readonly nonResourceURLs?: readonly string[] | null;
  /** Stages without events, besides those of the policy. */
  readonly omitStages?: readonly AuditStage[] | null;
  /** Overrides that of the policy. */
  readonly omitManagedFields?: boolean | null;
}

/** Resources of a group. */
export interface AuditedResources {
  /** Empty: the core group. `*`: all. */
  readonly group?: string;
  /**
   * `pods`; `pods/log`; `pods/*` for all subresources of Pods; a subresource of any resource after a `*` and a slash;
   * `*` for everything. Default: all.
   */
  readonly resources?: readonly string[] | null;
  /** Names of objects. Default: all. */
  readonly resourceNames?: readonly string[] | null;
}
