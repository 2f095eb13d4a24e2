import { formatFieldError, genericError, type JsonObject, StatusError } from '@kb/apimachinery';
import { fieldPath, VersionConversionError } from '@kb/apimachinery/managed-fields';
import {
  applyDefaults,
  coerceMetadata,
  type JsonSchemaProps,
  pruneNonNullableNulls,
  pruneUnknown,
} from '@kb/apimachinery/schema';
import { compareVersions } from '@kb/apimachinery/server';
import { deepFreeze, isJsonObject } from '@kb/apimachinery/codec';
import { serverSchemaOf } from '@kb/kubernetes/data';
import { type ApiObject, asJson, at, type FrozenObject, stringOf } from '../objects/api-object.ts';
import { remembered } from '../resources/conversion-memory.ts';
import { ConversionNeeded } from '../resources/conversion-needed.ts';
import { refuse } from '../refuse.ts';
import { type FieldLabels, fieldLabels } from '../resources/field-labels.ts';
import { managedEndpoints } from '../resources/managed-endpoint.ts';
import { scaleResource, type ScaleView } from '../resources/scale.ts';
import type {
  GroupVersionKind,
  ServedResource,
  ServedSubresource,
  SubresourceHandler,
} from '../resources/served-resource.ts';
import { customColumns } from '../tables/custom-columns.ts';
import type { WebhookCalls } from '../webhooks/call-webhook.ts';
import { conversionBatches, createWebhookConverter, type WebhookConverter } from '../conversion/webhook-converter.ts';
import { lazily } from '../lazily.ts';
import { isProtectedGroup } from './api-approval.ts';
import { customCodec, encodeCustom } from './custom-codec.ts';
import { customStrategy } from './custom-strategy.ts';
import type { Definition, DefinitionVersion } from './definition.ts';

/** The state of a custom resource that changes while it is served. */
export interface ServingState {
  /** The definition is being deleted, and no objects can be created. */
  terminating: boolean;
}

const customResourceVerbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const terminatingVerbs = ['delete', 'deletecollection', 'get', 'list', 'watch'];
const subresourceVerbs = ['get', 'patch', 'update'];

/** The resources of a definition. */
export interface CustomResources {
  /** One for each served version. */
  readonly served: readonly ServedResource[];
  /** The stored version, even if it is not served. */
  readonly storage: ServedResource | undefined;
}

/** Creates the resources of a definition. */
export function customResources(definition: Definition, state: ServingState, calls: WebhookCalls): CustomResources {
  const { conversion } = definition;
  const converter = conversion && createWebhookConverter(conversion, calls);
  const all = definition.versions.map((version) => ({
    version,
    resource: customResource(definition, version, state, converter, calls.turns),
  }));
  return {
    served: all.filter(({ version }) => version.served).map(({ resource }) => resource),
    storage: all.find(({ version }) => version.storage)?.resource,
  };
}

function customResource(
  definition: Definition,
  version: DefinitionVersion,
  state: ServingState,
  converter: WebhookConverter | undefined,
  turns: WebhookCalls['turns'],
): ServedResource {
  const { group, names } = definition;
  const apiVersion = `${group}/${version.name}`;
  const storage = definition.versions.find((candidate) => candidate.storage) ?? version;
  const strategy = customStrategy(version);
  const conversion = conversionOf(definition, version, storage, converter, turns);
  const schema = lazily(() => wholeSchema(version.schema));
  return {
    group,
    version: version.name,
    apiVersion,
    kind: names.kind,
    listKind: names.listKind,
    plural: names.plural,
    singular: names.singular,
    namespaced: definition.namespaced,
    shortNames: names.shortNames,
    categories: names.categories,
    get verbs() {
      return state.terminating ? terminatingVerbs : customResourceVerbs;
    },
    get terminating() {
      return state.terminating;
    },
    subresources: subresourcesOf(definition, version),
    custom: true,
    virtual: false,
    collection: collectionOf(group, names.plural),
    storage: { group, version: storage.name, kind: names.kind },
    discoveredStorageVersion: storage.served ? storage.name : '',
    registryName: `${group}/${names.plural}`,
    storedAsJson: true,
    codec: customCodec({
      group,
      kind: names.kind,
      schemaOf: (wanted) => definition.versions.find(({ name }) => name === wanted)?.schema,
    }),
    strategy,
    fieldLabels: labelsOf(definition, version),
    columns: customColumns(version.printerColumns),
    ...scaleOf(version, definition),
    schema,
    managedEndpoint: managedEndpoints({
      apiVersion,
      kind: names.kind,
      strategy,
      schema,
      convert: (object, wanted) => conversion.between(object as FrozenObject, wanted),
    }),
    fromStorage: conversion.fromStorage,
    toStorage: conversion.toStorage,
    ...(conversion.prepare && { prepare: conversion.prepare }),
    warnings: deprecationOf(definition, version),
  };
}

/**
 * The collection of a custom resource. In a group of Kubernetes itself it is not that of a built-in resource of the
 * same name, whose objects would be read and deleted.
 */
function collectionOf(group: string, plural: string): string {
  return isProtectedGroup(group) ? `custom/${group}/${plural}` : `${group}/${plural}`;
}

/** The schema of the complete object: that of the definition, and the metadata of every object. */
function wholeSchema(schema: JsonSchemaProps): JsonSchemaProps {
  return {
    ...schema,
    properties: {
      ...schema.properties,
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: serverSchemaOf('meta/v1.ObjectMeta'),
    },
  };
}

interface Conversion {
  readonly fromStorage: (object: FrozenObject) => FrozenObject;
  readonly prepare?: (objects: readonly FrozenObject[]) => void;
  readonly toStorage: (object: ApiObject) => ApiObject;
  readonly between: (
    object: FrozenObject,
    apiVersion: string,
  ) => { object: JsonObject; schema: JsonSchemaProps } | undefined;
}

/**
 * The conversion between the versions of a resource: another apiVersion, or the result of a webhook. Fields outside the
 * schema are dropped when an object is read from the store, and when it is returned.
 */
function conversionOf(
  { group, versions }: Definition,
  version: DefinitionVersion,
  storage: DefinitionVersion,
  converter: WebhookConverter | undefined,
  turns: WebhookCalls['turns'],
): Conversion {
  const schemas = new Map(versions.map(({ name, schema }) => [`${group}/${name}`, lazily(() => wholeSchema(schema))]));
  const convert = (object: ApiObject | FrozenObject, to: DefinitionVersion): JsonObject => {
    const apiVersion = `${group}/${to.name}`;
    const json = asJson(object as ApiObject);
    if (object.apiVersion === apiVersion) return json;
    return converter?.convert(json, apiVersion) ?? { ...json, apiVersion };
  };
  /** Converts an object from or to the store, where it has no resource version. */
  const convertStored = (object: ApiObject & JsonObject, to: DefinitionVersion): JsonObject => {
    const { resourceVersion } = object.metadata;
    if (!converter || resourceVersion === undefined || object.apiVersion === `${group}/${to.name}`)
      return convert(object, to);
    return withVersion(convert(withoutVersion(object) as ApiObject & JsonObject, to), resourceVersion);
  };
  /** Reads a stored object by the present schema of its version: it may have been stored by another one. */
  const known = (object: FrozenObject): JsonObject => {
    const { schema } = versions.find(({ name }) => `${group}/${name}` === object.apiVersion) ?? storage;
    const pruned = prune(schema, asJson(object) as JsonObject);
    return applyDefaults(schema, coerceMetadata(schema, pruned, { dropMalformed: true }).value ?? pruned);
  };
  // Results of a webhook are cached during a request; everything else is deterministic.
  const own = new WeakMap<FrozenObject, FrozenObject>();
  const owner = { empty: () => new WeakMap<FrozenObject, FrozenObject>() };
  const shownOf = ({ apiVersion }: FrozenObject): WeakMap<FrozenObject, FrozenObject> =>
    converter && apiVersion !== `${group}/${version.name}` ? remembered(owner) : own;
  const show = (object: FrozenObject, before: JsonObject, converted: JsonObject): FrozenObject => {
    const pruned = prunedTo(version, converted, before);
    const result = pruned === asJson(object) ? object : deepFreeze(encodeCustom(pruned as ApiObject & JsonObject));
    shownOf(object).set(object, result);
    return result;
  };
  const prepare = (objects: readonly FrozenObject[], { convertAll }: WebhookConverter): void => {
    const apiVersion = `${group}/${version.name}`;
    const missing = objects.filter((object) => object.apiVersion !== apiVersion && !shownOf(object).has(object));
    if (missing.length === 0) return;
    throw new ConversionNeeded(async () => {
      for (const batch of conversionBatches(missing)) {
        const before: JsonObject[] = [];
        for (const object of batch) {
          const turn = turns.beforeStep();
          if (turn) await turn;
          before.push(known(object));
        }
        const converted = await convertAll(before.map(withoutVersion), apiVersion);
        for (const [index, object] of batch.entries()) {
          const turn = turns.beforeStep();
          if (turn) await turn;
          const [from, to] = [before[index], converted[index]];
          if (from && to) show(object, from, withVersion(to, object.metadata.resourceVersion));
        }
      }
    });
  };
  return {
    fromStorage: (object) => {
      const before = shownOf(object).get(object);
      if (before) return before;
      const defaulted = known(object);
      return show(object, defaulted, convertStored(defaulted as ApiObject & JsonObject, version));
    },
    ...(converter && { prepare: (objects) => prepare(objects, converter) }),
    toStorage: (object) =>
      storage === version
        ? object
        : encodeCustom(
            prunedTo(storage, convertStored(object as ApiObject & JsonObject, storage), asJson(object)) as ApiObject &
              JsonObject,
          ),
    between: (object, apiVersion) => {
      const target = versions.find(({ name }) => `${group}/${name}` === apiVersion);
      const schema = schemas.get(apiVersion)?.();
      if (!target || !schema)
        throw new VersionConversionError(`request to convert CR to an invalid group/version: ${apiVersion}`);
      try {
        return { object: convert(object, target), schema };
      } catch (error) {
        if (!(error instanceof StatusError)) throw error;
        throw new VersionConversionError(error.message, { cause: error });
      }
    },
  };
}

/** A stored object as a webhook gets it. */
function withoutVersion(object: JsonObject): JsonObject {
  const { resourceVersion: _, ...metadata } = isJsonObject(object.metadata) ? object.metadata : {};
  return { ...object, metadata };
}

function withVersion(object: JsonObject, resourceVersion: string | undefined): JsonObject {
  if (resourceVersion === undefined) return object;
  return { ...object, metadata: { ...(isJsonObject(object.metadata) && object.metadata), resourceVersion } };
}

/**
 * Drops the fields of a converted object that are not in its new version. Throws a StatusError if what is an embedded
 * object there has no proper metadata.
 */
function prunedTo({ schema }: DefinitionVersion, converted: JsonObject, before: JsonObject): JsonObject {
  if (converted === before) return converted;
  const { value, error } = coerceMetadata(schema, prune(schema, converted));
  return error ? refuse(genericError(formatFieldError(error))) : value;
}

/** Drops what the schema does not name, and nulls that it does not allow. */
function prune(schema: JsonSchemaProps, object: JsonObject): JsonObject {
  return pruneNonNullableNulls(schema, pruneUnknown(schema, object, { isResourceRoot: true }));
}

function subresourcesOf(
  { group, names }: Definition,
  { name, status, scale }: DefinitionVersion,
): ReadonlyMap<string, ServedSubresource> {
  const all = new Map<string, ServedSubresource>();
  const add = (subresource: string, kind: GroupVersionKind, handler: SubresourceHandler): void => {
    all.set(subresource, { name: subresource, kind, verbs: subresourceVerbs, handler });
  };
  if (status) add('status', { group, version: name, kind: names.kind }, 'object');
  if (scale) add('scale', scaleResource, 'scale');
  return all;
}

function labelsOf({ namespaced }: Definition, { selectableFields }: DefinitionVersion): FieldLabels {
  const names = ['metadata.name', ...(namespaced ? ['metadata.namespace'] : []), ...selectableFields];
  return fieldLabels(names, (name) => `field label not supported: ${name}`);
}

function scaleOf({ scale }: DefinitionVersion, { group, versions }: Definition): { scale?: ScaleView } {
  if (!scale) return {};
  const { specReplicas, statusReplicas, selector } = scale;
  return {
    scale: {
      specReplicas: specReplicas.split('.'),
      statusReplicas: statusReplicas.split('.'),
      selectorOf: (object) => {
        return selector === undefined ? '' : stringOf(at(asJson(object), ...selector.split('.')));
      },
      replicasOptional: false,
      replicasPaths: new Map(
        versions.map((each) => [
          `${group}/${each.name}`,
          each.scale && fieldPath(...each.scale.specReplicas.split('.')),
        ]),
      ),
    },
  };
}

function deprecationOf({ group, names, versions }: Definition, version: DefinitionVersion): string[] {
  if (!version.deprecated) return [];
  if (version.deprecationWarning !== undefined) return [version.deprecationWarning];
  const better = versions
    .filter(({ name, served, deprecated }) => served && !deprecated && compareVersions(name, version.name) < 0)
    .map(({ name }) => name)
    .sort(compareVersions);
  const instead = better[0] === undefined ? '' : `; use ${group}/${better[0]} ${names.kind}`;
  return [`${group}/${version.name} ${names.kind} is deprecated${instead}`];
}
