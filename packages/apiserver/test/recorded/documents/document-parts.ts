import { isObject } from '../compare.ts';
import { documentedDefinitions } from './definitions.ts';

/**
 * Splits a document into parts that are compared one by one, by name: each path and each definition of an OpenAPI
 * document, each group, resource or path of a discovery document, and the rest. Descriptions are left out, but for
 * custom resources and what their metadata refers to: of these is compared where there are any, and those of a
 * definition's author word for word.
 */
export function documentParts(document: unknown): Map<string, unknown> {
  const parts = new Map<string, unknown>();
  if (!isObject(document)) return parts.set('whole', document);
  const rest: Record<string, unknown> = {};
  for (const [member, value] of Object.entries(withoutProse(document, false) as object)) {
    if (isObject(value) && splitMembers.has(member)) addMembers(parts, member, value);
    else if (member === 'components' && isObject(value)) addComponents(parts, value, rest);
    else if (Array.isArray(value) && splitLists.has(member)) addElements(parts, value);
    // The versions of one group.
    else if (member === 'versions' && Array.isArray(value)) addElements(parts, [{ name: 'group', versions: value }]);
    else rest[member] = value;
  }
  return parts.set('rest', rest);
}

const splitMembers = new Set(['paths', 'definitions', 'parameters']);
const splitLists = new Set(['groups', 'resources', 'items', 'paths']);

function addMembers(parts: Map<string, unknown>, member: string, value: object): void {
  for (const [name, part] of Object.entries(value)) parts.set(`${member} ${name}`, part);
}

function addComponents(
  parts: Map<string, unknown>,
  { schemas = {}, ...others }: { readonly schemas?: object },
  rest: Record<string, unknown>,
): void {
  addMembers(parts, 'definitions', schemas);
  rest.components = others;
}

/** Adds the elements of a list. Their order is compared too. */
function addElements(parts: Map<string, unknown>, elements: readonly unknown[]): void {
  for (const element of elements) {
    if (!isObject(element)) {
      parts.set(String(element), true);
      continue;
    }
    const group = nameOf(element);
    const { versions, preferredVersion, ...rest } = element as Group;
    if (versions === undefined) {
      parts.set(group, element);
      continue;
    }
    parts.set(group, { ...rest, preferredVersion });
    for (const { resources = [], ...version } of versions) {
      parts.set(`${group}/${version.version}`, version);
      for (const { subresources = [], ...resource } of resources) {
        const name = `${group}/${version.version} ${resource.resource}`;
        parts.set(name, resource);
        for (const subresource of subresources) parts.set(`${name}/${subresource.subresource}`, subresource);
      }
    }
  }
}

/** A group, in either form of discovery. */
interface Group {
  readonly preferredVersion?: unknown;
  readonly versions?: readonly {
    readonly version: string;
    readonly resources?: readonly {
      readonly resource: string;
      readonly subresources?: readonly { readonly subresource: string }[];
    }[];
  }[];
}

function nameOf(element: object): string {
  const { name, resource, metadata } = element as { name?: string; resource?: string; metadata?: { name?: string } };
  return name ?? resource ?? metadata?.name ?? '';
}

/** Definitions whose descriptions are compared. */
const DESCRIBED =
  /^(?:com\.example\.|io\.k8s\.apimachinery\.pkg\.apis\.meta\.v1\.(?:ObjectMeta|ListMeta|OwnerReference|ManagedFieldsEntry|FieldsV1|Time)$)/;

function withoutProse(value: unknown, isDescribed: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutProse(item, isDescribed));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      if (name !== 'description' || typeof member !== 'string')
        return [[name, withoutRun(name, withoutProse(member, isDescribed || DESCRIBED.test(name)))]];
      return isDescribed ? [[name, authors.has(member) ? member : '<prose>']] : [];
    }),
  );
}

/** The descriptions in the definitions themselves. */
const authors = new Set(descriptionsIn(documentedDefinitions));

function descriptionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'description' && typeof member === 'string' ? [member] : descriptionsIn(member),
  );
}

/** Removes what differs from run to run. */
function withoutRun(name: string, value: unknown): unknown {
  if (name === 'serverAddress') return '<address>';
  return name === 'serverRelativeURL' && typeof value === 'string' ? value.replace(/[0-9A-F]{128}/, '<hash>') : value;
}
