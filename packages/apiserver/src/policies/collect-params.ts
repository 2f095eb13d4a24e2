import { matchesLabels } from '@kb/apimachinery/selectors';
import type { MatchContext } from '../admission/match-rules.ts';
import type { FrozenObject } from '../objects/api-object.ts';
import { whenConverted } from '../resources/conversion-needed.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import type { BoundPolicy, ParamRef, PolicyBinding } from './bound-policies.ts';

/** Why there are no parameters for a binding, in the words of kube-apiserver. */
export class ParamsError extends Error {
  override readonly name = 'ParamsError';
}

/** The parameters of a policy for a request: one of `null` without any. */
export type Params = readonly (FrozenObject | null)[];

/**
 * The resource of a policy's parameters; undefined if it has none. Throws a {@link ParamsError} if the server does not
 * have it.
 */
export function paramResource(
  { paramKind }: Pick<BoundPolicy<unknown>, 'paramKind'>,
  { registry }: MatchContext,
): ServedResource | undefined {
  if (paramKind === undefined) return undefined;
  const { apiVersion, kind } = paramKind;
  const found = registry.findKind(apiVersion, kind);
  if (found !== undefined && !found.virtual) return found;
  const version = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
  throw new ParamsError(`failed to find resource referenced by paramKind: '${version}, Kind=${kind}'`);
}

/** Collects the parameters that a binding names. Rejects with a {@link ParamsError}. */
export async function collectParams(
  { paramRef }: PolicyBinding,
  resource: ServedResource | undefined,
  namespace: string,
  { store }: MatchContext,
): Promise<Params> {
  if (resource === undefined || paramRef === undefined) return [null];
  const { name, selector, deniesNotFound } = paramRef;
  const within = namespaceOfParams(paramRef, resource, namespace);
  const collection = store.collection(resource.collection);
  const stored: FrozenObject[] = [];
  if (name !== '') {
    const found = collection.get(within, name);
    if (found !== undefined) stored.push(found.object);
  } else if (selector !== undefined) {
    for (const { object } of collection.walk(resource.namespaced ? { namespace: within } : {}))
      if (matchesLabels(selector, object.metadata.labels ?? {})) stored.push(object);
  }
  if (stored.length === 0 && deniesNotFound)
    throw new ParamsError('no params found for policy binding with `Deny` parameterNotFoundAction');
  return stored.length === 0 ? [] : whenConverted(() => stored.map((object) => resource.fromStorage(object)));
}

function namespaceOfParams(ref: ParamRef, { namespaced }: ServedResource, namespace: string): string {
  if (!namespaced) {
    if (ref.namespace === '') return '';
    throw new ParamsError('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
  }
  const within = ref.namespace || namespace;
  if (within !== '') return within;
  throw new ParamsError('cannot use namespaced paramRef in policy binding that matches cluster-scoped resources');
}
