import type { JsonObject } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type ConversionWebhook, readConversionWebhook } from '../conversion/conversion-webhook.ts';
import { at, type FrozenObject, objectsIn, own, stringOf } from '../objects/api-object.ts';

/** The names of a custom resource. */
export interface DefinitionNames {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

/** One version of a custom resource. */
export interface DefinitionVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
  readonly deprecationWarning: string | undefined;
  readonly schema: JsonSchemaProps;
  readonly status: boolean;
  /** Paths without the leading dot. */
  readonly scale:
    | { readonly specReplicas: string; readonly statusReplicas: string; readonly selector: string | undefined }
    | undefined;
  readonly printerColumns: unknown;
  /** Without the leading dot. */
  readonly selectableFields: readonly string[];
}

/** A CustomResourceDefinition as needed for serving. It was validated when it was written. */
export interface Definition {
  readonly name: string;
  readonly group: string;
  readonly namespaced: boolean;
  readonly names: DefinitionNames;
  readonly versions: readonly DefinitionVersion[];
  /** The webhook that converts between its versions; undefined: they differ only in their apiVersion. */
  readonly conversion: ConversionWebhook | undefined;
}

/** The collection of definitions in the store. */
export const DEFINITIONS = 'apiextensions.k8s.io/customresourcedefinitions';

/** The finalizer that keeps a definition until its objects are deleted. */
export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';

/** Reads a stored definition. `names`: the accepted ones, if they are fewer. */
export function readDefinition(crd: FrozenObject, names: unknown = at(crd, 'spec', 'names')): Definition {
  return {
    name: crd.metadata.name ?? '',
    group: stringOf(at(crd, 'spec', 'group')),
    namespaced: at(crd, 'spec', 'scope') === 'Namespaced',
    names: readNames(names),
    versions: objectsIn(at(crd, 'spec', 'versions')).map(readVersion),
    conversion: readConversionWebhook(crd.metadata.name ?? '', at(crd, 'spec', 'conversion')),
  };
}

/** Reads the names of a definition. */
export function readNames(names: unknown): DefinitionNames {
  return {
    plural: stringOf(own(names, 'plural')),
    singular: stringOf(own(names, 'singular')),
    kind: stringOf(own(names, 'kind')),
    listKind: stringOf(own(names, 'listKind')),
    shortNames: texts(own(names, 'shortNames')),
    categories: texts(own(names, 'categories')),
  };
}

function readVersion(version: JsonObject): DefinitionVersion {
  const scale = at(version, 'subresources', 'scale');
  const warning = version.deprecationWarning;
  return {
    name: stringOf(version.name),
    served: version.served === true,
    storage: version.storage === true,
    deprecated: version.deprecated === true,
    deprecationWarning: typeof warning === 'string' ? warning : undefined,
    // The JSONSchemaProps was validated when the definition was decoded.
    schema: (at(version, 'schema', 'openAPIV3Schema') ?? {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
    }) as JsonSchemaProps,
    status: at(version, 'subresources', 'status') !== undefined,
    scale: isJsonObject(scale)
      ? {
          specReplicas: withoutDot(scale.specReplicasPath),
          statusReplicas: withoutDot(scale.statusReplicasPath),
          selector: scale.labelSelectorPath ? withoutDot(scale.labelSelectorPath) : undefined,
        }
      : undefined,
    printerColumns: version.additionalPrinterColumns,
    selectableFields: objectsIn(version.selectableFields).map(({ jsonPath }) => withoutDot(jsonPath)),
  };
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
const withoutDot = (value: unknown): string => stringOf(value).replace(/^\./, '');
