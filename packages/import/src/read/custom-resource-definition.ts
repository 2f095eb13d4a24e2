import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { PrinterColumn, ScaleSubresource } from '@kb/codegen/importer';

/**
 * A CustomResourceDefinition of apiextensions.k8s.io/v1 as it is on the wire, as far as it says what an API is:
 * `status`, and metadata that only a cluster knows, are left out. Every part has the type that is declared here, and
 * every name is valid; what the API server does not know stands in it as it was. Objects are plain, with `__proto__` as
 * a property like any other: read them with `Object.hasOwn` or `Object.entries`. Nothing is changed once it is read.
 */
export interface CustomResourceDefinition {
  readonly metadata: {
    /** `<plural>.<group>`. */
    readonly name: string;
    readonly labels?: { readonly [key: string]: string };
    readonly annotations?: { readonly [key: string]: string };
  };
  readonly spec: DefinitionSpec;
}

/** What a CustomResourceDefinition says. */
export interface DefinitionSpec {
  /** A DNS subdomain with a dot. */
  readonly group: string;
  readonly names: DefinitionNames;
  readonly scope: 'Namespaced' | 'Cluster';
  /** At least one; exactly one is stored. */
  readonly versions: readonly DefinitionVersion[];
  readonly conversion?: DefinitionConversion;
  readonly preserveUnknownFields?: boolean;
}

/** The names of a kind. */
export interface DefinitionNames {
  /** Letters and digits, a letter first. */
  readonly kind: string;
  /** A DNS label, as `singular` and the short names. */
  readonly plural: string;
  /** Empty: as absent. */
  readonly singular?: string;
  /** A DNS label but for its capitals. Empty: as absent. */
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** One version of a kind. */
export interface DefinitionVersion {
  /** A DNS label, such as `v1beta1`. */
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema: { readonly openAPIV3Schema: JsonSchemaProps };
  readonly subresources?: {
    readonly status?: Readonly<Record<string, unknown>>;
    readonly scale?: ScaleSubresource;
  };
  readonly additionalPrinterColumns?: readonly PrinterColumn[];
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

/** How objects come from one version to another. */
export interface DefinitionConversion {
  readonly strategy: string;
  readonly webhook?: {
    readonly clientConfig?: {
      readonly url?: string;
      readonly caBundle?: string;
      readonly service?: {
        readonly namespace: string;
        readonly name: string;
        readonly path?: string;
        readonly port?: number;
      };
    };
    readonly conversionReviewVersions: readonly string[];
  };
}
