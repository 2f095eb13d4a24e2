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

/** Makes what the expressions of one policy get, for the version that it gets and the object of its parameters. */
export type InputsOfPolicies = (
  match: MatchedVersion,
  objects: VersionedObjects,
  params: FrozenObject | null,
) => PolicyInputs;

/** Returns a function that makes what the expressions of policies get for a request. */
export function inputsOfPolicies(attributes: AdmissionAttributes, context: MatchContext): InputsOfPolicies {
  const { resource: requested, namespace, name, subresource = '' } = attributes;
  const resource = { group: requested.group, resource: requested.plural, subresource, namespace, name };
  const authorize = authorizeFor(attributes.caller);
  const namespaceObject = namespaceOf(attributes, context);
  const requestsIn = requestsByVersion(attributes);
  return (match, { object, old }, params) => {
    const requests = requestsIn(match);
    const conditions: PolicyInput = {
      object: asValue(object),
      oldObject: asValue(old),
      namespaceObject: null,
      request: requests.conditions,
      params: params === null ? null : asValue(params),
      resource,
      authorize,
    };
    return { conditions, expressions: { ...conditions, request: requests.expressions, namespaceObject } };
  };
}

/** The request as conditions and as expressions know it. */
interface ShownRequests {
  readonly conditions: JsonObject;
  readonly expressions: JsonObject;
}

/** Returns a function that returns the request as policies know it that get a version: the same one for all of them. */
function requestsByVersion(attributes: AdmissionAttributes): (match: MatchedVersion) => ShownRequests {
  const known = new Map<MatchedVersion['resource'], ShownRequests>();
  return ({ resource, kind }) => {
    let requests = known.get(resource);
    if (requests === undefined) {
      const conditions = expressionRequest(attributes, kind);
      const isSame = resource === attributes.resource;
      requests = { conditions, expressions: isSame ? conditions : expressionRequest(attributes, kind, resource) };
      known.set(resource, requests);
    }
    return requests;
  };
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
