import { notFound } from '@kb/apimachinery';
import { type LabelSelector, matchesLabels } from '@kb/apimachinery/selectors';
import { stringsOf } from '../objects/api-object.ts';
import { refuse } from '../refuse.ts';
import type { Registry } from '../resources/registry.ts';
import type { GroupVersionKind, ServedResource } from '../resources/served-resource.ts';
import type { Store } from '../storage/store.ts';
import type { AdmissionAttributes } from './admission-attributes.ts';
import type { AdmissionHook, HookRule } from './admission-hook.ts';

/** A webhook that is called for a request, and the version in which it gets the object. */
export interface Invocation {
  readonly hook: AdmissionHook;
  readonly resource: ServedResource;
  readonly kind: GroupVersionKind;
}

/** Where webhooks look for namespaces, and for other versions of a resource. */
export interface MatchContext {
  readonly store: Store;
  readonly registry: Registry;
}

/**
 * Decides whether a webhook is called for a request: by its selectors and its rules, which may name another version of
 * the resource. Throws the StatusError of a namespace that does not exist.
 */
export function matchHook(
  hook: AdmissionHook,
  attributes: AdmissionAttributes,
  context: MatchContext,
): Invocation | undefined {
  const inNamespace = matchesNamespace(hook, attributes, context);
  if (inNamespace === false || !matchesObject(hook.objectSelector, attributes)) return undefined;
  const { resource, kind } = attributes;
  const invocation = hook.rules.some((rule) => matchesRule(rule, resource, attributes))
    ? { hook, resource, kind }
    : equivalentInvocation(hook, attributes, context);
  // A missing namespace matters only to a webhook that would be called.
  if (invocation && inNamespace === 'missing')
    refuse(notFound({ group: '', plural: 'namespaces' }, attributes.namespace));
  return invocation;
}

function matchesNamespace(
  { namespaceSelector }: AdmissionHook,
  { namespace, resource, subresource, operation, object }: AdmissionAttributes,
  { store }: MatchContext,
): boolean | 'missing' {
  const isNamespace = resource.plural === 'namespaces';
  if (selectsAll(namespaceSelector) || (namespace === '' && !isNamespace)) return true;
  // The stored namespace is not the latest one yet.
  if (isNamespace && subresource === undefined && operation !== 'DELETE')
    return matchesLabels(namespaceSelector, labelsOf(object));
  const found = store.collection('namespaces').get('', namespace);
  return found ? matchesLabels(namespaceSelector, labelsOf(found.object)) : 'missing';
}

function matchesObject(selector: LabelSelector, { object, old }: AdmissionAttributes): boolean {
  if (selectsAll(selector)) return true;
  return [object, old].some((one) => one !== undefined && matchesLabels(selector, labelsOf(one)));
}

const selectsAll = ({ requirements, matchesNothing }: LabelSelector): boolean =>
  requirements.length === 0 && !matchesNothing;

function labelsOf(object: { readonly metadata: { readonly labels?: unknown } } | undefined): Record<string, string> {
  const labels = object?.metadata.labels;
  return typeof labels === 'object' && labels !== null ? stringsOf({ ...labels }) : {};
}

/** The first rule that matches another version of the resource; that version gets the object. */
function equivalentInvocation(
  hook: AdmissionHook,
  attributes: AdmissionAttributes,
  { registry }: MatchContext,
): Invocation | undefined {
  if (!hook.matchesEquivalent) return undefined;
  const { resource, subresource } = attributes;
  const equivalents = [...registry.all()].filter(
    (other) =>
      other !== resource &&
      !other.virtual &&
      other.collection === resource.collection &&
      (subresource === undefined || other.subresources.has(subresource)),
  );
  if (equivalents.length === 0) return undefined;
  for (const rule of hook.rules) {
    for (const other of equivalents) {
      if (!matchesRule(rule, other, attributes)) continue;
      const { group, version, kind } =
        subresource === undefined ? other : (other.subresources.get(subresource)?.kind ?? other);
      return { hook, resource: other, kind: { group, version, kind } };
    }
  }
  return undefined;
}

const includes = (items: readonly string[], wanted: string): boolean => items.includes('*') || items.includes(wanted);

function matchesRule(
  { operations, groups, versions, resources, scope }: HookRule,
  { group, version, plural }: ServedResource,
  { operation, namespace, subresource = '' }: AdmissionAttributes,
): boolean {
  const isNamespace = group === '' && version === 'v1' && plural === 'namespaces';
  const isNamespaced = !isNamespace && namespace !== '';
  if (scope === 'Namespaced' ? !isNamespaced : scope === 'Cluster' && isNamespaced) return false;
  return (
    includes(operations, operation) &&
    includes(groups, group) &&
    includes(versions, version) &&
    resources.some((entry) => {
      const slash = entry.indexOf('/');
      const [name, sub] = slash < 0 ? [entry, ''] : [entry.slice(0, slash), entry.slice(slash + 1)];
      return (name === '*' || name === plural) && (sub === '*' || sub === subresource);
    })
  );
}
