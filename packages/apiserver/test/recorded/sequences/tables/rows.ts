import type { RequestStep } from '../../sequence.ts';
import { asTable, get, mergePatch, post } from '../../steps.ts';

/** Returns the path of a resource in the sequence's namespace. */
export const inNamespace = (plural: string, apiVersion = 'v1'): string =>
  `${base(apiVersion)}/namespaces/\${NS}/${plural}`;

/** Returns the path of a cluster-scoped resource. */
export const inCluster = (plural: string, apiVersion = 'v1'): string => `${base(apiVersion)}/${plural}`;

const base = (apiVersion: string): string => `${apiVersion.includes('/') ? '/apis' : '/api'}/${apiVersion}`;

/** Creates an object, and its status if given; the answers are not compared. */
export function row(path: string, name: string, object: object, status?: object): RequestStep[] {
  const steps = [post(path, withName(object, name), { quiet: true })];
  if (status) steps.push(mergePatch(`${path}/${name}/status`, { status }, { quiet: true }));
  return steps;
}

function withName(object: { readonly metadata?: object }, name: string): object {
  return { ...object, metadata: { ...object.metadata, name } };
}

/** Requests the table of all objects of a resource, without the objects. */
export const table = (path: string): RequestStep => get(`${path}?includeObject=None`, asTable);

/** Requests the table of one object. */
export const tableOfOne = (path: string, name: string): RequestStep =>
  get(`${path}/${name}?includeObject=None`, asTable);
