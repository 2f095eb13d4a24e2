import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { sourcePlace } from '../crd/checks/source-place.ts';
import { nearestName } from '../text/nearest-name.ts';
import type { Marker } from '../markers/define/marker-definition.ts';
import type { Kind, Model } from '../model/model.ts';
import { type Warning, warning } from './warning.ts';

/** Warns of a status without its subresource, and of the subresource without a status. */
export function statusWarnings(
  version: JsonObject,
  schema: JsonSchemaProps,
  kind: Kind,
  { model, markers }: { readonly model: Model; readonly markers: readonly Marker[] },
): readonly Warning[] {
  const { subresources } = version;
  const hasSubresource = isJsonObject(subresources) && subresources['status'] !== undefined;
  const { properties = {} } = schema;
  const hasStatus = Object.hasOwn(properties, 'status');
  const spanOf = (field: string): Warning['span'] => sourcePlace(`properties[${field}]`, kind, model).span;
  if (hasStatus === hasSubresource || schema['x-kubernetes-preserve-unknown-fields'] === true) return [];
  if (hasStatus)
    return [
      warning(
        spanOf('status'),
        'KB_STATUS_SUBRESOURCE',
        `${kind.name} has a status but no status subresource: a change of the status is a change of the whole object`,
        `write // +kubebuilder:subresource:status above ${kind.name}`,
      ),
    ];
  const near = nearestName(
    'status',
    Object.keys(properties).filter((name) => !['apiVersion', 'kind', 'metadata', 'spec'].includes(name)),
  );
  if (near !== undefined)
    return [
      warning(
        spanOf(near),
        'KB_STATUS_SUBRESOURCE',
        `${kind.name} has a status subresource, and no field status, but ${near}`,
        `did you mean status? Under another name it is not part of the subresource`,
      ),
    ];
  const status = `${kind.name}Status`;
  const isDeclared = [...model.types.values()].some(({ name }) => name === status);
  const marker = markers.find(({ name }) => name === 'kubebuilder:subresource:status' || name === 'kb:version');
  return [
    warning(
      marker?.span ?? kind.span,
      'KB_STATUS_SUBRESOURCE',
      `${kind.name} has a status subresource, but no field status, so the API server drops any status that is written`,
      `${isDeclared ? '' : `declare export interface ${status} { … } and `}add status?: ${status}, or remove the subresource`,
    ),
  ];
}
