import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { type KindData, kinds, serverSchemaOf, type SubresourceData } from '@kb/kubernetes/data';
import { asJson } from '../objects/api-object.ts';
import { type FieldLabels, fieldLabels, metadataLabels } from '../resources/field-labels.ts';
import { managedEndpoints } from '../resources/managed-endpoint.ts';
import type { ServedResource, ServedSubresource } from '../resources/served-resource.ts';
import { defaultColumns } from '../tables/columns.ts';
import type { BuiltInVersion, KindFieldLabels } from './shared/built-in-kind.ts';
import { builtInVersion } from './built-in-versions.ts';
import { builtInCodec, emptyObject } from './shared/built-in-codec.ts';
import { genericStrategy } from './shared/generic-strategy.ts';
import { builtInScale } from './shared/workloads/scale.ts';

/**
 * Returns all built-in resources that the server serves: the data about the kinds in the registry. Their types are
 * compiled, and their schemas built, on first use.
 */
export function builtInResources(): ServedResource[] {
  return kinds().flatMap((data) => {
    const apiVersion = data.group === '' ? data.version : `${data.group}/${data.version}`;
    const known = builtInVersion(apiVersion, data.kind);
    return known ? [builtInResource(data, apiVersion, known)] : [];
  });
}

function builtInResource(data: KindData, apiVersion: string, known: BuiltInVersion): ServedResource {
  const { group, version, kind, plural } = data;
  const { strategy = genericStrategy, columns = defaultColumns, warnings = [], storedAsJson = false } = known;
  const { emptyFields, handler, review, ttlMs } = known;
  const codec = builtInCodec(data, known);
  const conversion = known.conversion?.(codec);
  let schema: JsonSchemaProps | undefined;
  const schemaOf = (): JsonSchemaProps => (schema ??= serverSchemaOf(data.type));
  const served = data.subresources;
  const storage = conversion?.storage ?? { group, version, kind };
  return {
    group,
    version,
    apiVersion,
    kind,
    plural,
    singular: data.singular,
    listKind: data.listKind ?? `${kind}List`,
    namespaced: data.scope === 'Namespaced',
    shortNames: data.shortNames,
    categories: data.categories,
    verbs: data.verbs,
    subresources: new Map(served.map((subresource) => [subresource.name, subresourceOf(subresource, known)])),
    custom: false,
    virtual: !data.verbs.includes('list'),
    collection: conversion?.collection ?? (group === '' ? plural : `${group}/${plural}`),
    storage,
    discoveredStorageVersion: known.discoveredStorageVersion ?? storage.version,
    registryName: known.registryName ?? plural,
    storedAsJson,
    ...(ttlMs !== undefined && { ttlMs }),
    ...(handler && { handler }),
    ...(review && { review }),
    codec,
    strategy,
    fieldLabels: fieldLabelsOf(data, known.fieldLabels),
    columns,
    ...(served.some(({ name }) => name === 'scale') && { scale: builtInScale(apiVersion, known.scaleSelector) }),
    ...(emptyFields && { emptyFields }),
    schema: schemaOf,
    managedEndpoint: managedEndpoints({
      apiVersion,
      kind,
      strategy,
      schema: schemaOf,
      objectsFit: true,
      empty: () => asJson(emptyObject(data, apiVersion)),
      ...(conversion?.between && { convert: conversion.between }),
    }),
    fromStorage: conversion?.fromStorage ?? ((object) => object),
    toStorage: conversion?.toStorage ?? ((object) => object),
    warnings,
  };
}

function fieldLabelsOf({ fieldSelectors }: KindData, { values, unknown }: KindFieldLabels = {}): FieldLabels {
  if (fieldSelectors.every((name) => metadataLabels.names.has(name))) return metadataLabels;
  return fieldLabels(fieldSelectors, unknown ?? ((name) => `field label not supported: ${name}`), values);
}

function subresourceOf(
  { name, group, version, kind, verbs }: SubresourceData,
  { strategy, subresources = {} }: BuiltInVersion,
): ServedSubresource {
  const isObject = name === 'status' || strategy?.subresources?.[name] !== undefined;
  const handler = name === 'scale' ? 'scale' : isObject ? 'object' : undefined;
  return { name, kind: { group, version, kind }, verbs, ...(handler && { handler }), ...subresources[name] };
}
