/** A column of `kubectl get`: apiextensions' CustomResourceColumnDefinition. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly description?: string;
  readonly format?: string;
  readonly priority?: number;
}

/** The scale subresource of a kind: apiextensions' CustomResourceSubresourceScale. */
export interface ScaleSubresource {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

/** How a kind is named and scoped. */
export interface ResourceNames {
  /** Plural; undefined: the kind's regular plural. */
  readonly plural?: string;
  readonly singular?: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly scope: 'Namespaced' | 'Cluster';
}

/** What the markers of a kind say of one of its versions, besides the schema. Filled while the markers are applied. */
export interface KindFacts {
  /** Undefined: no marker said anything. */
  names?: ResourceNames;
  storage: boolean;
  served: boolean;
  skipped: boolean;
  deprecated: boolean;
  deprecationWarning?: string;
  statusSubresource: boolean;
  scaleSubresource?: ScaleSubresource;
  readonly columns: PrinterColumn[];
}

/** What the markers of a folder say of it. Filled while the markers are applied. */
export interface FolderFacts {
  /** API group; undefined: the folder is no group version. */
  group?: string;
  /** API version; undefined: the folder's name. */
  version?: string;
  /** True: none of the folder's types is looked at. */
  skipped: boolean;
  /** True: fields are optional unless a marker says otherwise. */
  optionalByDefault: boolean;
}

/** A permission, as one marker grants it. */
export interface RbacRule {
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly verbs: readonly string[];
  readonly urls: readonly string[];
  /** Empty: cluster-wide. */
  readonly namespace: string;
  /** Undefined: the run's own role. */
  readonly roleName?: string;
}

/** What is true of a kind's version before any marker is applied. */
export function newKindFacts(): KindFacts {
  return { storage: false, served: true, skipped: false, deprecated: false, statusSubresource: false, columns: [] };
}

/** What is true of a folder before any marker is applied. */
export function newFolderFacts(): FolderFacts {
  return { skipped: false, optionalByDefault: false };
}
