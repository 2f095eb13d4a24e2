import type { JsonObject } from '@kb/apimachinery';
import type { GroupVersionKind, ServedResource } from '../resources/served-resource.ts';

const parameter = (name: string, type: string): JsonObject => ({
  name,
  in: 'query',
  schema: { type, uniqueItems: true },
});

const WRITE = [
  parameter('dryRun', 'string'),
  parameter('fieldManager', 'string'),
  parameter('fieldValidation', 'string'),
];
const LIST = [
  'allowWatchBookmarks:boolean',
  'continue:string',
  'fieldSelector:string',
  'labelSelector:string',
  'limit:integer',
  'resourceVersion:string',
]
  .concat(['resourceVersionMatch:string', 'sendInitialEvents:boolean', 'timeoutSeconds:integer', 'watch:boolean'])
  .map((text) => parameter(text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)));
const DELETE = [
  parameter('dryRun', 'string'),
  parameter('gracePeriodSeconds', 'integer'),
  parameter('orphanDependents', 'boolean'),
  parameter('propagationPolicy', 'string'),
];

const PATCH_TYPES = ['application/apply-patch+yaml', 'application/json-patch+json', 'application/merge-patch+json'];
const STRATEGIC = 'application/strategic-merge-patch+json';

/** The paths of a resource, with the operations that it has. */
export function pathsOf(resource: ServedResource, schemaName: string): JsonObject {
  const { apiVersion, group, plural, namespaced, verbs, custom } = resource;
  const base = `${group === '' ? '/api' : '/apis'}/${apiVersion}`;
  const collection = namespaced ? `${base}/namespaces/{namespace}/${plural}` : `${base}/${plural}`;
  const operations = operationMaker(resource, schemaName, custom);
  const pathParameters = (...names: string[]): JsonObject => ({
    parameters: names.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', uniqueItems: true },
    })),
  });
  const scope = namespaced ? ['namespace'] : [];
  const paths: JsonObject = {
    [collection]: {
      ...(verbs.includes('list') && { get: operations('list', LIST) }),
      ...(verbs.includes('create') && { post: operations('post', WRITE) }),
      ...(verbs.includes('deletecollection') && { delete: operations('deletecollection', [...LIST, ...DELETE]) }),
      ...pathParameters(...scope),
    },
  };
  if (namespaced && verbs.includes('list')) paths[`${base}/${plural}`] = { get: operations('list', LIST) };
  if (!verbs.includes('get')) return paths;
  paths[`${collection}/{name}`] = {
    get: operations('get', []),
    put: operations('put', WRITE),
    patch: operations('patch', [...WRITE, parameter('force', 'boolean')]),
    delete: operations('delete', DELETE),
    ...pathParameters('name', ...scope),
  };
  for (const { name, kind, verbs: subverbs } of resource.subresources.values()) {
    const suboperations = operationMaker({ ...kind }, undefined, custom);
    paths[`${collection}/{name}/${name}`] = {
      ...(subverbs.includes('get') && { get: suboperations('get', []) }),
      ...(subverbs.includes('create') && { post: suboperations('post', WRITE) }),
      ...(subverbs.includes('update') && { put: suboperations('put', WRITE) }),
      ...(subverbs.includes('patch') && { patch: suboperations('patch', [...WRITE, parameter('force', 'boolean')]) }),
      ...pathParameters('name', ...scope),
    };
  }
  return paths;
}

type Operation = (action: string, parameters: readonly JsonObject[]) => JsonObject;

function operationMaker(
  { group, version, kind }: GroupVersionKind,
  schemaName: string | undefined,
  custom: boolean,
): Operation {
  const schema: JsonObject =
    schemaName === undefined ? { type: 'object' } : { $ref: `#/components/schemas/${schemaName}` };
  return (action, parameters) => ({
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': { group, version, kind },
    parameters: [...parameters],
    ...((action === 'post' || action === 'put') && { requestBody: { required: true, content: { '*/*': { schema } } } }),
    ...(action === 'patch' && {
      requestBody: {
        required: true,
        content: Object.fromEntries(
          (custom ? PATCH_TYPES : [...PATCH_TYPES, STRATEGIC]).map((type) => [type, { schema: { type: 'object' } }]),
        ),
      },
    }),
    responses: { '200': { description: 'OK', content: { 'application/json': { schema } } } },
  });
}
