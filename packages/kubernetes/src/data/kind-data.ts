import type { TypeName } from './type-data.ts';

/** A kind that kube-apiserver serves. */
export interface KindData {
  /** API group; empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Plural name, as in URLs. */
  readonly plural: string;
  readonly singular: string;
  readonly scope: 'Namespaced' | 'Cluster';
  /** Absent where the kind cannot be listed (TokenReview, Binding…). */
  readonly listKind?: string;
  /** The structure of its objects. */
  readonly type: TypeName;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** Sorted, as discovery shows them. */
  readonly verbs: readonly string[];
  /** Sorted by name. */
  readonly subresources: readonly SubresourceData[];
  /** The labels that field selectors of this kind know, as JSON paths: `metadata.name`, `spec.nodeName`… */
  readonly fieldSelectors: readonly string[];
}

/** A subresource of a kind. */
export interface SubresourceData {
  /** `status`, `scale`, `log`… */
  readonly name: string;
  /** The kind that it takes and gives. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The structure of that kind; absent where its group is not in the data file. */
  readonly type?: TypeName;
  readonly verbs: readonly string[];
}
