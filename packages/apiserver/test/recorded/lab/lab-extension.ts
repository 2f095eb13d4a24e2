import type { JsonObject } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import type { LabAnswer } from './lab-webhook.ts';

/** A request to the extension server of the sequences. */
export interface LabRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** The headers that the extension server shows: the others differ between clients. */
const SHOWN = /^(accept|accept-encoding|authorization|content-type|cookie|impersonate-.*|x-.*)$/;

/**
 * Handles a request to an API server that extends both servers: it serves `flunders` in any version that ends in `1`,
 * shows what it was sent below `echo`, and misbehaves elsewhere.
 */
export function answerLabExtension({ method, path, headers, body }: LabRequest): LabAnswer {
  const [route = ''] = path.split('?', 1);
  const [, , group = '', version = '', resource = '', name = ''] = route.split('/');
  if (group === '' || version === '' || !version.endsWith('1')) return { status: 404, body: '404 page not found\n' };
  if (resource === '') return json(200, resourceList(group, version));
  if (resource === 'echo') return json(200, { method, path, headers: shown(headers), body, protocol: 'extension' });
  if (resource === 'statuses')
    return { status: Number(name), body: 'as asked', headers: { 'x-extension': 'yes', 'content-type': 'text/plain' } };
  if (resource === 'redirects') return { status: 302, body: '', headers: { location: '/apis/elsewhere' } };
  if (resource === 'html')
    return { status: 200, body: '<html><a href="/apis/x">x</a></html>', headers: { 'content-type': 'text/html' } };
  if (resource === 'empty') return { status: 200, body: '' };
  const gv = { group, kind: 'flunders' };
  return json(404, {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `${resource}.${group} "${name}" not found`,
    reason: 'NotFound',
    details: { name, ...gv },
    code: 404,
  });
}

function resourceList(group: string, version: string): JsonObject {
  const verbs = ['create', 'get', 'list'];
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: `${group}/${version}`,
    resources: [
      { name: 'flunders', singularName: 'flunder', namespaced: true, kind: 'Flunder', verbs, shortNames: ['fl'] },
      { name: 'flunders/status', singularName: '', namespaced: true, kind: 'Flunder', verbs: ['get'] },
    ],
  };
}

function shown(headers: LabRequest['headers']): JsonObject {
  const entries = Object.entries(headers)
    .filter(([name]) => SHOWN.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : [...(value ?? [])].join(', ')]),
  );
}

function json(status: number, body: JsonObject): LabAnswer {
  return { status, body: stringifyJson(body), headers: { 'content-type': 'application/json' } };
}
