import type { RequestStep } from '../../sequence.ts';
import { asTable, get, mergePatch, post } from '../../steps.ts';

/** Where the objects of a resource are, in the sequence's namespace. */
export const inNamespace = (plural: string, apiVersion = 'v1'): string =>
  `${base(apiVersion)}/namespaces/\${NS}/${plural}`;

/** Where the objects of a resource are that is in no namespace. */
export const inCluster = (plural: string, apiVersion = 'v1'): string => `${base(apiVersion)}/${plural}`;

const base = (apiVersion: string): string => `${apiVersion.includes('/') ? '/apis' : '/api'}/${apiVersion}`;

/** An object, and its status where it has one: what only prepares. */
export function row(path: string, name: string, object: object, status?: object): RequestStep[] {
  const steps = [post(path, withName(object, name), { quiet: true })];
  if (status) steps.push(mergePatch(`${path}/${name}/status`, { status }, { quiet: true }));
  return steps;
}

function withName(object: { readonly metadata?: object }, name: string): object {
  return { ...object, metadata: { ...object.metadata, name } };
}

/** The table of all objects of a resource, without the objects. */
export const table = (path: string): RequestStep => get(`${path}?includeObject=None`, asTable);

/** The table of one object. */
export const tableOfOne = (path: string, name: string): RequestStep =>
  get(`${path}/${name}?includeObject=None`, asTable);
