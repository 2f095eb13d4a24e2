import type { JsonObject } from '@kb/apimachinery';
import { type LabelSelector, matchesLabels } from '@kb/apimachinery/selectors';
import { stringOf, stringsOf } from '../objects/api-object.ts';
import type { Registry } from '../resources/registry.ts';
import type { GroupVersionKind, ServedResource } from '../resources/served-resource.ts';
import type { Store } from '../storage/store.ts';
import type { AdmissionAttributes } from './admission-attributes.ts';

/** The requests that a webhook or a policy is for. `*` matches everything. */
export interface RequestRule {
  readonly operations: readonly string[];
  readonly groups: readonly string[];
  readonly versions: readonly string[];
  /** `RESOURCE`, `RESOURCE/SUBRESOURCE`. */
  readonly resources: readonly string[];
  readonly scope: string;
  /** The names of objects. Empty: all. */
  readonly names: readonly string[];
}

/** Where webhooks and policies look for namespaces, and for other versions of a resource. */
export interface MatchContext {
  readonly store: Store;
  readonly registry: Registry;
}

/** The version in which a webhook or a policy gets the object of a request. */
export interface MatchedVersion {
  readonly resource: ServedResource;
  readonly kind: GroupVersionKind;
}

/** Reads a rule of a webhook or a policy. */
export function readRule(rule: JsonObject): RequestRule {
  const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(stringOf) : []);
  return {
    operations: texts(rule.operations),
    groups: texts(rule.apiGroups),
    versions: texts(rule.apiVersions),
    resources: texts(rule.resources),
    scope: stringOf(rule.scope),
    names: texts(rule.resourceNames),
  };
}

/** Whether the namespace of a request has the labels that a selector asks for. `missing`: it does not exist. */
export function matchesNamespace(
  selector: LabelSelector,
  { namespace, resource, subresource, operation, object }: AdmissionAttributes,
  { store }: MatchContext,
): boolean | 'missing' {
  const isNamespace = resource.plural === 'namespaces';
  if (selectsAll(selector) || (namespace === '' && !isNamespace)) return true;
  // The stored namespace is not the latest one yet.
  if (isNamespace && subresource === undefined && operation !== 'DELETE')
    return matchesLabels(selector, labelsOf(object));
  const found = store.collection('namespaces').get('', namespace);
  return found ? matchesLabels(selector, labelsOf(found.object)) : 'missing';
}

/** Whether the object of a request has the labels that a selector asks for, before or after. A connection has none. */
export function matchesObject(selector: LabelSelector, { operation, object, old }: AdmissionAttributes): boolean {
  if (selectsAll(selector)) return true;
  if (operation === 'CONNECT') return false;
  return [object, old].some((one) => one !== undefined && matchesLabels(selector, labelsOf(one)));
}

const selectsAll = ({ requirements, matchesNothing }: LabelSelector): boolean =>
  requirements.length === 0 && !matchesNothing;

function labelsOf(object: { readonly metadata: { readonly labels?: unknown } } | undefined): Record<string, string> {
  const labels = object?.metadata.labels;
  return typeof labels === 'object' && labels !== null ? stringsOf({ ...labels }) : {};
}

/**
 * The first rule that matches a request: as it was sent, or, with `matchesEquivalent`, in another version of the
 * resource, which then gets the object.
 */
export function matchRules(
  rules: readonly RequestRule[],
  attributes: AdmissionAttributes,
  { registry }: MatchContext,
  matchesEquivalent: boolean,
): MatchedVersion | undefined {
  const { resource, kind, subresource } = attributes;
  if (rules.some((rule) => matchesRule(rule, resource, attributes))) return { resource, kind };
  if (!matchesEquivalent) return undefined;
  const equivalents = equivalentsOf(registry, resource);
  if (equivalents.length === 0) return undefined;
  for (const rule of rules) {
    for (const other of equivalents) {
      if (subresource !== undefined && !other.subresources.has(subresource)) continue;
      if (!matchesRule(rule, other, attributes)) continue;
      const {
        group,
        version,
        kind: name,
      } = subresource === undefined ? other : (other.subresources.get(subresource)?.kind ?? other);
      return { resource: other, kind: { group, version, kind: name } };
    }
  }
  return undefined;
}

interface Equivalents {
  readonly generation: number;
  readonly byResource: Map<ServedResource, readonly ServedResource[]>;
}

const known = new WeakMap<Registry, Equivalents>();

/** The other versions of a resource, and other resources with the same objects. */
export function equivalentsOf(registry: Registry, resource: ServedResource): readonly ServedResource[] {
  const { generation } = registry;
  let equivalents = known.get(registry);
  if (equivalents?.generation !== generation) {
    equivalents = { generation, byResource: new Map() };
    known.set(registry, equivalents);
  }
  let found = equivalents.byResource.get(resource);
  if (found === undefined) {
    found = [...registry.all()].filter(
      (other) => other !== resource && !other.virtual && other.collection === resource.collection,
    );
    equivalents.byResource.set(resource, found);
  }
  return found;
}

const includes = (items: readonly string[], wanted: string): boolean => items.includes('*') || items.includes(wanted);

/** Whether a rule names a resource or one of its subresources, in any version. */
export function namesResource({ groups, resources }: RequestRule, group: string, plural: string): boolean {
  return (
    includes(groups, group) &&
    resources.some((entry) => {
      const [wanted] = entry.split('/', 1);
      return wanted === '*' || wanted === plural;
    })
  );
}

function matchesRule(
  { operations, groups, versions, resources, scope, names }: RequestRule,
  { group, version, plural }: ServedResource,
  { operation, namespace, subresource = '', name }: AdmissionAttributes,
): boolean {
  const isNamespace = group === '' && version === 'v1' && plural === 'namespaces';
  const isNamespaced = !isNamespace && namespace !== '';
  if (scope === 'Namespaced' ? !isNamespaced : scope === 'Cluster' && isNamespaced) return false;
  if (names.length > 0 && !names.includes(name)) return false;
  return (
    includes(operations, operation) &&
    includes(groups, group) &&
    includes(versions, version) &&
    resources.some((entry) => {
      const slash = entry.indexOf('/');
      const [wanted, sub] = slash < 0 ? [entry, ''] : [entry.slice(0, slash), entry.slice(slash + 1)];
      return (wanted === '*' || wanted === plural) && (sub === '*' || sub === subresource);
    })
  );
}
