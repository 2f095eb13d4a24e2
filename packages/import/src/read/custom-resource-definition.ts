import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { PrinterColumn, ScaleSubresource } from '@kb/codegen/importer';

/**
 * A CustomResourceDefinition of apiextensions.k8s.io/v1 as it is on the wire, except for `status` and the metadata that
 * only exists in a cluster. Every part has the declared type, and every name is valid; fields that the API server does
 * not know are kept. Objects are plain, with `__proto__` as a property like any other: read them with `Object.hasOwn`
 * or `Object.entries`. Must not be changed.
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

/** The spec of a CustomResourceDefinition. */
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
  /** Letters and digits, beginning with a letter. */
  readonly kind: string;
  /** A DNS label, like `singular` and the short names. */
  readonly plural: string;
  /** Empty counts as absent. */
  readonly singular?: string;
  /** A DNS label in any case. Empty counts as absent. */
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

/** How objects are converted between versions. */
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
