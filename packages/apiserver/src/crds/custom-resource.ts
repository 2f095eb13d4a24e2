import {
  celRulesOf,
  compareVersions,
  fieldPath,
  internalError,
  type JsonObject,
  type JsonSchemaProps,
  pruneNonNullableNulls,
  pruneUnknown,
  VersionConversionError,
  applyDefaults,
} from '@kb/apimachinery';
import { serverSchemaOf } from '@kb/kubernetes/data';
import { refuse } from '../http/api-error.ts';
import { type ApiObject, asJson, at, type FrozenObject, stringOf } from '../resources/api-object.ts';
import { type FieldLabels, fieldLabels } from '../resources/field-labels.ts';
import { managedEndpoints } from '../resources/managed-endpoint.ts';
import { SCALE, type ScaleView } from '../resources/scale.ts';
import type { ServedResource, ServedSubresource } from '../resources/served-resource.ts';
import { deepFreeze } from '../storage/deep-freeze.ts';
import { customColumns } from '../tables/custom-columns.ts';
import { customCodec } from './custom-codec.ts';
import { customStrategy } from './custom-strategy.ts';
import type { Definition, DefinitionVersion } from './definition.ts';

/** What changes of a custom resource while it is served. */
export interface ServingState {
  /** The definition is being deleted: nothing is created any more. */
  terminating: boolean;
}

const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const TERMINATING_VERBS = ['delete', 'deletecollection', 'get', 'list', 'watch'];
const SUBRESOURCE_VERBS = ['get', 'patch', 'update'];

/** The resources that a definition serves: one for each served version. */
export function customResources(definition: Definition, state: ServingState): ServedResource[] {
  return definition.versions
    .filter(({ served }) => served)
    .map((version) => customResource(definition, version, state));
}

function customResource(definition: Definition, version: DefinitionVersion, state: ServingState): ServedResource {
  const { group, names } = definition;
  const apiVersion = `${group}/${version.name}`;
  const storage = definition.versions.find((candidate) => candidate.storage) ?? version;
  const strategy = customStrategy(version);
  const conversion = conversionOf(definition, version, storage);
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
      return state.terminating ? TERMINATING_VERBS : VERBS;
    },
    get terminating() {
      return state.terminating;
    },
    subresources: subresourcesOf(definition, version),
    custom: true,
    virtual: false,
    collection: `${group}/${names.plural}`,
    storage: { group, version: storage.name, kind: names.kind },
    codec: customCodec(version.schema),
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
    warnings: deprecationOf(definition, version),
  };
}

/** The schema of the whole object: what the definition says, and the metadata that every object has. */
function wholeSchema(schema: JsonSchemaProps): JsonSchemaProps {
  return {
    ...schema,
    type: 'object',
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
  readonly toStorage: (object: ApiObject) => ApiObject;
  readonly between: (
    object: FrozenObject,
    apiVersion: string,
  ) => { object: JsonObject; schema: JsonSchemaProps } | undefined;
}

/** Conversion between the versions of a resource: another apiVersion. What the schema does not name is dropped when an object is read from the store, and when it is shown. */
function conversionOf(
  { group, names, versions, conversion }: Definition,
  version: DefinitionVersion,
  storage: DefinitionVersion,
): Conversion {
  const schemas = new Map(versions.map(({ name, schema }) => [`${group}/${name}`, lazily(() => wholeSchema(schema))]));
  const convert = (object: ApiObject | FrozenObject, to: DefinitionVersion): JsonObject => {
    const apiVersion = `${group}/${to.name}`;
    if (object.apiVersion === apiVersion) return asJson(object as ApiObject);
    if (conversion === 'Webhook') {
      const what = `conversion webhook for ${object.apiVersion}, Kind=${names.kind} failed`;
      refuse(internalError(`${what}: the embedded API server does not call conversion webhooks yet`));
    }
    return { ...asJson(object as ApiObject), apiVersion };
  };
  const shown = new WeakMap<FrozenObject, FrozenObject>();
  return {
    fromStorage: (object) => {
      let result = shown.get(object);
      if (!result) {
        // What left the schema after the object was stored is not seen any more, and defaults that came are seen at once; only the storage version's.
        const stored = versions.find(({ name }) => `${group}/${name}` === object.apiVersion) ?? storage;
        const known = pruneUnknown(stored.schema, asJson(object) as JsonObject, { isResourceRoot: true });
        const defaulted = applyDefaults(storage.schema, pruneNonNullableNulls(storage.schema, known));
        const converted = prunedTo(version, convert(defaulted as ApiObject & JsonObject, version), defaulted);
        result =
          converted === asJson(object)
            ? object
            : deepFreeze(customCodec(version.schema).encode(converted as ApiObject & JsonObject));
        shown.set(object, result);
      }
      return result;
    },
    toStorage: (object) =>
      storage === version
        ? object
        : customCodec(storage.schema).encode(
            prunedTo(storage, convert(object, storage), asJson(object)) as ApiObject & JsonObject,
          ),
    between: (object, apiVersion) => {
      const target = versions.find(({ name }) => `${group}/${name}` === apiVersion);
      const schema = schemas.get(apiVersion)?.();
      if (!target || !schema)
        throw new VersionConversionError(`request to convert CR to an invalid group/version: ${apiVersion}`);
      return { object: convert(object, target), schema };
    },
  };
}

/** A converted object without what its new version does not name. */
function prunedTo(version: DefinitionVersion, converted: JsonObject, before: JsonObject): JsonObject {
  return converted === before ? converted : pruneUnknown(version.schema, converted, { isResourceRoot: true });
}

function subresourcesOf(
  { group, names }: Definition,
  { name, status, scale }: DefinitionVersion,
): ReadonlyMap<string, ServedSubresource> {
  const all = new Map<string, ServedSubresource>();
  if (status)
    all.set('status', { name: 'status', kind: { group, version: name, kind: names.kind }, verbs: SUBRESOURCE_VERBS });
  if (scale) all.set('scale', { name: 'scale', kind: SCALE, verbs: SUBRESOURCE_VERBS });
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

/** What the server does not do of what a definition asks for. */
export function unsupportedWarnings(definition: Definition): string[] {
  const warnings: string[] = [];
  for (const { name, schema } of definition.versions) {
    const rules = celRulesOf(schema);
    if (rules.length > 0)
      warnings.push(`the embedded API server does not evaluate CEL rules yet: version ${name}: ${rules.join(', ')}`);
  }
  if (definition.conversion === 'Webhook') {
    warnings.push(
      'the embedded API server does not call conversion webhooks yet: only the storage version can be used',
    );
  }
  return warnings;
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
