import type { JsonObject, JsonValue } from '@kb/apimachinery';
import type { PolicyInput } from '@kb/apimachinery/cel';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { AdmissionAttributes } from '../admission/admission-attributes.ts';
import type { MatchContext, MatchedVersion } from '../admission/match-rules.ts';
import { authorizeFor } from '../admission/meets-conditions.ts';
import { asValue, expressionRequest, type VersionedObjects } from '../admission/review-text.ts';
import type { FrozenObject } from '../objects/api-object.ts';

/** What the expressions of a policy get for a request. */
export interface PolicyInputs {
  readonly conditions: PolicyInput;
  readonly expressions: PolicyInput;
}

/** Makes what the match conditions and the other expressions of a policy get for a request. */
export function policyInputs(
  attributes: AdmissionAttributes,
  { resource, kind }: MatchedVersion,
  { object, old }: VersionedObjects,
  params: FrozenObject | null,
  context: MatchContext,
): PolicyInputs {
  const { resource: requested, namespace, name, subresource = '' } = attributes;
  const conditions: PolicyInput = {
    object: asValue(object),
    oldObject: asValue(old),
    namespaceObject: null,
    request: expressionRequest(attributes, kind),
    params: params === null ? null : asValue(params),
    resource: { group: requested.group, resource: requested.plural, subresource, namespace, name },
    authorize: authorizeFor(attributes.caller),
  };
  const request = resource === requested ? conditions.request : expressionRequest(attributes, kind, resource);
  return { conditions, expressions: { ...conditions, request, namespaceObject: namespaceOf(attributes, context) } };
}

const shownMetadata = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'finalizers',
];

/** Namespaces as expressions see them, by the stored object. */
const shownNamespaces = new WeakMap<JsonObject, JsonObject>();

/** The namespace of a request as expressions see it; null without one, and for namespaces themselves. */
function namespaceOf({ namespace, kind }: AdmissionAttributes, { store }: MatchContext): JsonValue {
  if (namespace === '' || (kind.kind === 'Namespace' && kind.group === '')) return null;
  const found = store.collection('namespaces').get('', namespace)?.object as JsonObject | undefined;
  if (found === undefined) return null;
  let shown = shownNamespaces.get(found);
  if (shown === undefined) shownNamespaces.set(found, (shown = showNamespace(found)));
  return shown;
}

function showNamespace({ metadata: all, spec = {}, status = {} }: JsonObject): JsonObject {
  const metadata: JsonObject = {};
  for (const [name, value] of Object.entries(isJsonObject(all) ? all : {}))
    if (shownMetadata.includes(name)) metadata[name] = value ?? null;
  return { metadata, spec, status };
}
