import type { KubernetesObject } from '@kb/apimachinery';
import type { ObjectName } from './dev-event.ts';

/** Returns what identifies an object for people. */
export function nameObject({ apiVersion, kind, metadata }: KubernetesObject): ObjectName {
  return { apiVersion, kind, namespace: metadata.namespace ?? '', name: metadata.name };
}

/** Formats the name of an object, with its namespace unless that is `default`: `Deployment/web`. */
export function formatObject({ kind, namespace, name }: ObjectName): string {
  return `${kind}/${namespace === '' || namespace === 'default' ? '' : `${namespace}/`}${name}`;
}
