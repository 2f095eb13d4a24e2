import type { JsonObject, JsonSchemaProps } from '@kb/apimachinery';
import { flattenEmbedded } from '@kb/kubernetes/data';
import type { Reporter } from '../diagnostic/reporter.ts';
import type { Conversion, KindFacts, PrinterColumn } from '../model/facts.ts';
import { type KindWideFacts, kindWideFactsOf } from '../model/kind-wide-facts.ts';
import type { Kind, Model } from '../model/model.ts';
import { resourceNamesOf } from '../model/resource-names.ts';
import { pluralOf } from '../naming/plural.ts';
import { checkScale } from './check-scale.ts';
import { checkSchema } from './check-schema.ts';
import { checkSelectableFields } from './check-selectable-fields.ts';
import { limitDescriptions } from './limit-descriptions.ts';
import type { SchemaBuilder } from './schema-builder.ts';
import { schemaAsJson } from './schema-json.ts';

/** The annotation that marks manifests as kb's, with the version of the generator, as controller-gen marks its own. */
export const versionAnnotation = 'codegen.kb/version';

/** What {@link customResourceDefinition} needs besides the kind. */
export interface DefinitionOptions {
  readonly model: Model;
  readonly builder: SchemaBuilder;
  readonly generatorVersion: string;
  /** Descriptions with more bytes than this are cut, 0 leaves them out. Undefined: they stay whole. */
  readonly maxDescriptionLength: number | undefined;
  /** `spec.preserveUnknownFields`; undefined: not there. */
  readonly preserveUnknownFields: boolean | undefined;
  /** Report schemas that the API server would refuse. */
  readonly checkSchemas: boolean;
  readonly reporter: Reporter;
}

/** The CustomResourceDefinition of one kind, all its versions together. `kinds` are its versions. Reports versions that do not agree, and schemas that the API server would refuse. */
export function customResourceDefinition(kinds: readonly Kind[], options: DefinitionOptions): JsonObject | undefined {
  const { generatorVersion, preserveUnknownFields, reporter } = options;
  const shown = kinds.filter(({ facts }) => !facts.skipped);
  const [first] = shown;
  if (first === undefined) return undefined;
  checkVersions(shown, reporter);
  const names = resourceNamesOf(kinds, reporter);
  const wide = kindWideFactsOf(kinds, reporter);
  const { listKind = `${first.name}List`, conversion, annotations, labels } = wide;
  checkKindWideFacts(first, wide, reporter);
  const { group } = first.groupVersion;
  const single = shown.length === 1;
  const plural = names.plural ?? pluralOf(first.name);
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      annotations: { ...Object.fromEntries(annotations), [versionAnnotation]: generatorVersion },
      ...(labels.size > 0 && { labels: Object.fromEntries(labels) }),
      name: `${plural}.${group}`,
    },
    spec: {
      ...(conversion !== undefined && { conversion: conversionOf(conversion) }),
      group,
      names: {
        ...(names.categories.length > 0 && { categories: [...names.categories] }),
        kind: first.name,
        listKind,
        plural,
        ...(names.shortNames.length > 0 && { shortNames: [...names.shortNames] }),
        singular: names.singular ?? first.name.toLowerCase(),
      },
      ...(preserveUnknownFields !== undefined && { preserveUnknownFields }),
      scope: names.scope,
      versions: shown.map((kind) => versionOf(kind, single, options)),
    },
  };
}

function checkKindWideFacts({ name, span }: Kind, { listKind, annotations }: KindWideFacts, reporter: Reporter): void {
  if (listKind === name) {
    reporter.report(span, {
      code: 'invalid-name',
      message: `the kind ${name} and the kind of its lists have one name`,
    });
  }
  if (annotations.has(versionAnnotation)) {
    reporter.report(span, {
      code: 'conflicting-markers',
      message: `+kubebuilder:metadata of ${name} has the annotation ${versionAnnotation}, which is kb's own`,
    });
  }
}

function conversionOf({ strategy, service, url, reviewVersions }: Conversion): JsonObject {
  if (strategy === 'None') return { strategy };
  return {
    strategy,
    webhook: {
      clientConfig: { ...(service !== undefined && { service: { ...service } }), ...(url !== undefined && { url }) },
      conversionReviewVersions: [...reviewVersions],
    },
  };
}

function checkVersions(kinds: readonly Kind[], reporter: Reporter): void {
  const [first] = kinds;
  if (first === undefined) return;
  const stored = kinds.filter(({ facts }) => facts.storage);
  if (kinds.length > 1 && stored.length === 0) {
    reporter.report(first.span, {
      code: 'version-flags',
      message: `none of the versions of ${first.name} is stored`,
      hint: 'mark one of them with // +kubebuilder:storageversion',
    });
  }
  for (const { span, name } of stored.slice(1)) {
    reporter.report(span, {
      code: 'version-flags',
      message: `two versions of ${name} are marked as the one that is stored`,
      hint: 'keep +kubebuilder:storageversion on one of them',
    });
  }
  if (kinds.every(({ facts }) => !facts.served)) {
    reporter.report(first.span, {
      code: 'version-flags',
      message: `no version of ${first.name} is served`,
      hint: 'take +kubebuilder:unservedversion away from one of them',
    });
  }
}

function versionOf(kind: Kind, single: boolean, options: DefinitionOptions): JsonObject {
  const { facts, groupVersion } = kind;
  const { model, maxDescriptionLength = -1, checkSchemas, reporter } = options;
  const schema = rootSchema(kind, options);
  if (schema !== undefined && checkSchemas) {
    checkSchema(schema, kind, model, reporter);
    checkSelectableFields(kind, schema, reporter);
    checkScale(kind, schema, reporter);
  }
  return {
    ...(facts.columns.length > 0 && { additionalPrinterColumns: facts.columns.map(columnOf) }),
    ...(facts.deprecated && { deprecated: true }),
    ...(facts.deprecationWarning !== undefined && { deprecationWarning: facts.deprecationWarning }),
    name: groupVersion.version,
    schema: { openAPIV3Schema: schemaAsJson(limitDescriptions(schema ?? {}, maxDescriptionLength)) },
    ...(facts.selectableFields.length > 0 && {
      selectableFields: facts.selectableFields.map(({ jsonPath }) => ({ jsonPath })),
    }),
    served: facts.served,
    storage: facts.storage || single,
    ...subresourcesOf(facts),
  };
}

/** The schema of a version, references resolved and merged; undefined where they cannot be merged, which is reported. */
function rootSchema({ type, name, span }: Kind, { builder, reporter }: DefinitionOptions): JsonSchemaProps | undefined {
  let schema: JsonSchemaProps;
  try {
    schema = flattenEmbedded(builder.schemaOf(type));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ConflictingTypesError') throw error;
    reporter.report(span, {
      code: 'conflicting-types',
      message: `${name} has parts of different types: ${error.message}`,
      hint: 'a field that several parts have must have the same type in all',
    });
    return undefined;
  }
  // The API server knows the metadata of an object by itself, and allows nothing else to be said here.
  return schema.properties?.['metadata'] === undefined
    ? schema
    : { ...schema, properties: { ...schema.properties, metadata: { type: 'object' } } };
}

function columnOf({ name, type, jsonPath, description, format, priority }: PrinterColumn): JsonObject {
  return {
    ...(description !== undefined && description !== '' && { description }),
    ...(format !== undefined && format !== '' && { format }),
    jsonPath,
    name,
    ...(priority !== undefined && priority !== 0 && { priority }),
    type,
  };
}

/** Printer columns alone make controller-gen write `subresources: {}`. */
function subresourcesOf({ statusSubresource, scaleSubresource, columns }: KindFacts): JsonObject {
  if (!statusSubresource && scaleSubresource === undefined && columns.length === 0) return {};
  return {
    subresources: {
      ...(scaleSubresource !== undefined && { scale: { ...scaleSubresource } }),
      ...(statusSubresource && { status: {} }),
    },
  };
}
