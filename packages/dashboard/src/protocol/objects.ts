import type { KubernetesObject } from '@kb/apimachinery';

/** A served kind: its preferred version, or one that was asked for. */
export interface KindRef {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The plural name in paths. */
  readonly resource: string;
  readonly namespaced: boolean;
}

/** An object of a kind. */
export interface ObjectRef {
  readonly kind: KindRef;
  readonly namespace?: string;
  readonly name: string;
}

/** An object as the API server sends it, but for hidden values of Secrets. */
export type ShownObject = KubernetesObject;

/** Why something could not be done: what the API server said, or the dashboard's own words with code 0. */
export interface Failure {
  readonly message: string;
  /** The HTTP status of the API server's answer. */
  readonly code: number;
  readonly reason?: string;
  readonly causes?: readonly { readonly field?: string; readonly message: string }[];
  /** Where the mistake is in a text that was sent, counted from 1. */
  readonly place?: { readonly line: number; readonly column: number };
}
