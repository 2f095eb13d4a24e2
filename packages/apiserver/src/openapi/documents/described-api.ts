import { findKind } from '@kb/kubernetes/data';
import type { Registry, ServedVersion } from '../../resources/registry.ts';
import type { ServedResource } from '../../resources/served-resource.ts';
import { customDefinitions } from '../definitions/custom-definition.ts';
import type { DefinitionSources, NamedDefinition } from '../definitions/definitions.ts';
import {
  groupOperation,
  otherOperations,
  rootOperations,
  versionOperation,
} from '../operations/discovery-operations.ts';
import type { Content } from '../definitions/definition-name.ts';
import type { Operation } from '../operations/operation.ts';
import { resourceOperations } from '../operations/resource-operations.ts';
import { sortedByName } from '../definitions/sorted-by-name.ts';

/** The subject of a document. */
export interface Described extends DefinitionSources {
  readonly operations: readonly Operation[];
  /** False for custom resources, whose part of the server does not mention credentials. */
  readonly secured: boolean;
}

/** A part of the API with a document of its own. */
export interface DescribedPart {
  /** Makes the content of the document, resource by resource. */
  readonly describe: () => Generator<void, Described>;
  /** What it is made of: the same resources give the same document. */
  readonly resources: readonly ServedResource[];
}

/** The parts of the API with a document in version 3, by the names of the documents. */
export function describedParts(registry: Registry): ReadonlyMap<string, DescribedPart> {
  const parts = new Map<string, DescribedPart>();
  const addSingle = (name: string, operation: Operation): void => {
    parts.set(name, { describe: () => single(operation), resources: [] });
  };
  for (const [name, operation] of Object.entries(otherOperations)) addSingle(name, operation);
  addSingle('api', rootOperations.api);
  addSingle('apis', rootOperations.apis);
  for (const { name: group, versions } of registry.groups()) {
    if (group !== '' && registry.hasBuiltInGroup(group)) addSingle(`apis/${group}`, groupOperation(group));
    for (const served of versions) {
      const name = group === '' ? `api/${served.version}` : `apis/${group}/${served.version}`;
      const describe = (): Generator<void, Described> => describeVersion(group, served, { reduced: false });
      parts.set(name, { describe, resources: served.resources });
    }
  }
  return new Map(sortedByName(parts));
}

/** Everything, as version 2 describes it in one document; resource by resource. */
export function* describeAll(registry: Registry): Generator<void, Described> {
  const operations: Operation[] = [...Object.values(otherOperations), rootOperations.api, rootOperations.apis];
  const custom = new Map<string, NamedDefinition>();
  for (const { name: group, versions } of registry.groups()) {
    if (group !== '' && registry.hasBuiltInGroup(group)) operations.push(groupOperation(group));
    for (const served of versions) {
      const described = yield* describeVersion(group, served, { reduced: true });
      operations.push(...described.operations);
      for (const [name, definition] of described.custom) custom.set(name, definition);
    }
  }
  return { operations, custom, scope: 'all', secured: true };
}

const noDefinitions: ReadonlyMap<string, NamedDefinition> = new Map();

function* single(operation: Operation): Generator<void, Described> {
  yield;
  return { operations: [operation], custom: noDefinitions, scope: { group: '', version: '' }, secured: true };
}

function* describeVersion(
  group: string,
  { version, resources }: ServedVersion,
  options: { reduced: boolean },
): Generator<void, Described> {
  const base = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const custom = new Map<string, NamedDefinition>();
  const hasBuiltIn = resources.some((resource) => !resource.custom);
  const operations = hasBuiltIn ? [versionOperation(base)] : [];
  for (const resource of resources) {
    yield;
    if (!resource.custom) {
      operations.push(...resourceOperations(resource, builtInContent(resource)));
      continue;
    }
    const { object, list, definitions } = customDefinitions(resource, options);
    for (const [name, definition] of definitions) custom.set(name, definition);
    const ofSubresource = (name: string): Content => (name === 'scale' ? { type: 'autoscaling/v1.Scale' } : object);
    operations.push(
      ...resourceOperations(resource, { object, list, ofSubresource: ({ name }) => ofSubresource(name) }),
    );
  }
  return { operations, custom, scope: hasBuiltIn ? { group, version } : 'custom', secured: hasBuiltIn };
}

function builtInContent(resource: ServedResource): Parameters<typeof resourceOperations>[1] {
  const { group, version, kind, listKind } = resource;
  const data = findKind({ group, version, kind });
  if (!data) throw new Error(`the data file has no kind ${group}/${version} ${kind}`);
  const { type, subresources } = data;
  return {
    object: { type },
    list: { type: `${type.slice(0, type.lastIndexOf('.'))}.${listKind}` },
    ofSubresource: ({ name }) => ({ type: subresources.find((one) => one.name === name)?.type ?? type }),
  };
}
