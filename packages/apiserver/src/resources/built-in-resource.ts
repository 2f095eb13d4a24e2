import type { JsonSchemaProps } from '@kb/apimachinery';
import { type KindData, kinds, serverSchemaOf, type SubresourceData } from '@kb/kubernetes/data';
import { defaultsOfKind } from '../defaulting/defaults-of-kind.ts';
import { strategyOfKind } from '../strategies/strategy-of-kind.ts';
import { columnsOfKind } from '../tables/columns-of-kind.ts';
import { builtInCodec, emptyObject } from './built-in-codec.ts';
import { builtInFieldLabels } from './built-in-field-labels.ts';
import { conversionOfKind } from './built-in-conversion.ts';
import { isServed, isVirtual } from './built-in-kinds.ts';
import { managedEndpoints } from './managed-endpoint.ts';
import { builtInScale } from './scale.ts';
import { asJson } from '../objects/api-object.ts';
import type { ServedResource, ServedSubresource } from './served-resource.ts';

/**
 * All built-in resources that the server serves. Their types are compiled, and their schemas made, when they are first
 * used.
 */
export function builtInResources(): ServedResource[] {
  return kinds().filter(isServed).map(builtInResource);
}

function builtInResource(data: KindData): ServedResource {
  const { group, version, kind, plural } = data;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const setDefaults = defaultsOfKind[`${group}/${version}/${kind}`] ?? defaultsOfKind[`${group}/${kind}`];
  const codec = builtInCodec(data, setDefaults);
  const conversion = conversionOfKind(data, codec);
  const own = strategyOfKind(group, kind);
  const strategy = conversion?.strategy?.(own) ?? own;
  const columns = columnsOfKind(group, kind);
  let schema: JsonSchemaProps | undefined;
  const schemaOf = (): JsonSchemaProps => (schema ??= serverSchemaOf(data.type));
  const served = data.subresources;
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
    subresources: new Map(served.map((subresource) => [subresource.name, subresourceOf(subresource)])),
    custom: false,
    virtual: isVirtual(data),
    collection: conversion?.collection ?? (group === '' ? plural : `${group}/${plural}`),
    storage: conversion?.storage ?? { group, version, kind },
    codec,
    strategy,
    fieldLabels: builtInFieldLabels(data),
    columns: conversion?.columns?.(columns) ?? columns,
    ...(served.some(({ name }) => name === 'scale') && { scale: builtInScale(apiVersion) }),
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
    warnings: kind === 'Endpoints' && group === '' ? [ENDPOINTS_DEPRECATED] : [],
  };
}

const ENDPOINTS_DEPRECATED = 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice';

function subresourceOf({ name, group, version, kind, verbs }: SubresourceData): ServedSubresource {
  return { name, kind: { group, version, kind }, verbs };
}
