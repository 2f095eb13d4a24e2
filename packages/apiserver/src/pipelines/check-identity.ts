import { badRequest, conflict, genericError } from '@kb/apimachinery';
import type { ApiObject, FrozenObject } from '../objects/api-object.ts';
import { refuse } from '../refuse.ts';
import { groupResource, type ServedResource } from '../resources/served-resource.ts';
import { missingResourceVersion } from './preconditions.ts';

/** The object that the URL of an update names. */
interface NamedObject {
  readonly resource: ServedResource;
  readonly namespace: string;
  readonly name: string;
}

/** An update, as far as it decides which resource versions an object may have. */
interface VersionedUpdate extends NamedObject {
  readonly subresource?: string | undefined;
  readonly fromLive?: boolean;
  readonly applies?: boolean;
}

/** Refuses an object whose identity differs from the URL's. */
export function checkIdentity({ metadata }: ApiObject, { resource, namespace, name }: NamedObject): void {
  if (!resource.namespaced) delete metadata.namespace;
  else if (metadata.namespace && metadata.namespace !== namespace) {
    refuse(badRequest('the namespace of the provided object does not match the namespace sent on the request'));
  } else metadata.namespace = namespace;
  if (!metadata.name)
    refuse(badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`));
  if (metadata.name !== name)
    refuse(badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`));
}

/** Refuses an object with another version than the live one, and one without where the kind requires it. */
export function checkResourceVersion(
  { metadata }: ApiObject,
  live: FrozenObject,
  { resource, subresource, name, fromLive, applies }: VersionedUpdate,
): void {
  const version = parseVersion(metadata.resourceVersion ?? '');
  if (version === 0n) {
    // A patch begins with the live version, so a missing one was removed by the patch. An applied object, and a scale,
    // need not have one.
    const isOptional =
      fromLive && (subresource === 'scale' || (applies === true && metadata.resourceVersion === undefined));
    if (!resource.strategy.unconditionalUpdate && !isOptional) refuse(missingResourceVersion(resource, name));
  } else if (version.toString() !== live.metadata.resourceVersion) refuse(conflict(groupResource(resource), name));
  // Also makes an object that equals the live one equal in every part.
  if (live.metadata.resourceVersion !== undefined) metadata.resourceVersion = live.metadata.resourceVersion;
}

/** Parses a resource version as Go does; none is 0. Throws a StatusError. */
function parseVersion(text: string): bigint {
  if (text === '') return 0n;
  const failed = (why: string): never =>
    refuse(genericError(`strconv.ParseUint: parsing ${JSON.stringify(text)}: ${why}`));
  if (!/^\d+$/.test(text)) return failed('invalid syntax');
  const version = BigInt(text);
  return BigInt.asUintN(64, version) === version ? version : failed('value out of range');
}
