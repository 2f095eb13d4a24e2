import type { JsonObject } from '@kb/apimachinery';
import type { Span } from '../diagnostic/diagnostic.ts';

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

/** The names and the scope of a kind. */
export interface ResourceNames {
  /** Plural; undefined: the kind's regular plural. */
  readonly plural?: string;
  readonly singular?: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly scope: 'Namespaced' | 'Cluster';
}

/** How objects of a kind are converted between versions: apiextensions' CustomResourceConversion. */
export interface Conversion {
  /** `None`: only apiVersion is changed. `Webhook`: the API server calls the operator, by the other members. */
  readonly strategy: 'None' | 'Webhook';
  /** Where the operator serves the webhook. This or `url`. */
  readonly service?: {
    readonly name: string;
    readonly namespace: string;
    readonly path?: string;
    readonly port?: number;
  };
  readonly url?: string;
  /** The versions of ConversionReview that the operator understands, in order of preference. */
  readonly reviewVersions: readonly string[];
}

/** The facts that the markers of a kind's version state, besides the schema. Filled while the markers are applied. */
export interface KindFacts {
  /** Undefined: no marker sets it. */
  names?: ResourceNames;
  /** The kind of its lists. Undefined: `<Kind>List`. */
  listKind?: string;
  /** Undefined: no marker sets it. */
  conversion?: Conversion;
  /** A merge patch of the `spec` of the CRD. Undefined: no marker sets it. */
  definitionPatch?: JsonObject;
  /** A merge patch of this version's entry in the CRD. Undefined: no marker sets it. */
  versionPatch?: JsonObject;
  /** The order of the versions in the CRD. Undefined: by name. */
  versionOrder?: readonly string[];
  /** Annotations of the CRD, by key. */
  readonly annotations: Map<string, string>;
  /** Labels of the CRD, by key. */
  readonly labels: Map<string, string>;
  storage: boolean;
  served: boolean;
  skipped: boolean;
  deprecated: boolean;
  deprecationWarning?: string;
  /** True when the schema omits the fields that the kind inherits from KubernetesObject. */
  withoutTypeMeta: boolean;
  statusSubresource: boolean;
  scaleSubresource?: ScaleSubresource;
  /** Where the marker of the scale subresource is. */
  scaleSpan?: Span;
  readonly columns: PrinterColumn[];
  /** The fields that field selectors of lists and watches can use. */
  readonly selectableFields: SelectableField[];
}

/** A field that field selectors can use, and where its marker is. */
export interface SelectableField {
  readonly jsonPath: string;
  readonly span: Span;
}

/** The facts that the markers of a folder state. Filled while the markers are applied. */
export interface FolderFacts {
  /** API group; undefined: the folder is not a group version. */
  group?: string;
  /** API version; undefined: the folder's name. */
  version?: string;
  /** True: the folder's types are ignored. */
  skipped: boolean;
  /** True: fields are optional unless a marker says otherwise. */
  optionalByDefault: boolean;
  /** True when a marker makes fields required by default, as they also are without it. */
  requiredByDefault: boolean;
  /** True: floating point numbers are allowed in the schemas of the folder's types. */
  allowsFloats: boolean;
  /** False: no interfaces for server-side apply are generated for the folder's types. Undefined: no marker sets it. */
  applyInterfaces?: boolean;
  /**
   * Where the interfaces for server-side apply go, below the group version's client folder. Undefined: no marker sets
   * it.
   */
  applyFolder?: string;
  /** True: the folder's kinds belong to another project. */
  external: boolean;
}

/** A permission that one marker grants. */
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

/** The facts of a kind's version before any marker is applied. */
export function newKindFacts(): KindFacts {
  return {
    annotations: new Map(),
    labels: new Map(),
    storage: false,
    served: true,
    skipped: false,
    deprecated: false,
    withoutTypeMeta: false,
    statusSubresource: false,
    columns: [],
    selectableFields: [],
  };
}

/** The facts of a folder before any marker is applied. */
export function newFolderFacts(): FolderFacts {
  return { skipped: false, optionalByDefault: false, requiredByDefault: false, allowsFloats: false, external: false };
}
