import type { ServedResource, ServedSubresource } from '../../resources/served-resource.ts';
import { connectOperations } from './connect-operations.ts';
import { any, builtInTypes, customPatchTypes, customTypes, listTypes, patchTypes } from './media-types.ts';
import type { Content } from '../definitions/definition-name.ts';
import type { Operation, Parameter } from './operation.ts';
import { capitalised } from './operation-id.ts';
import {
  deleteParameters,
  listParameters,
  nameParameter,
  namespaceParameter,
  patchParameters,
  PRETTY,
  RESOURCE_VERSION,
  select,
  write,
} from './parameters.ts';

/** The content of a resource's objects, lists and subresource requests and responses. */
export interface ResourceContent {
  readonly object: Content;
  readonly list: Content;
  readonly ofSubresource: (subresource: ServedSubresource) => Content;
}

const status: Content = { type: 'meta/v1.Status' };
const watchEvent: Content = { type: 'meta/v1.WatchEvent' };
const deleteOptions: Content = { type: 'meta/v1.DeleteOptions' };
const patchBody: Content = { type: 'meta/v1.Patch' };

/** All operations of a resource. */
export function resourceOperations(resource: ServedResource, content: ResourceContent): Operation[] {
  const { apiVersion, group, plural, namespaced } = resource;
  const base = `${group === '' ? '/api' : '/apis'}/${apiVersion}`;
  const scope = namespaced ? '/namespaces/{namespace}' : '';
  const place: Place = {
    resource,
    collection: `${base}${scope}/${plural}`,
    watched: `${base}/watch${scope}/${plural}`,
    scope: namespaced ? [...PRETTY, namespaceParameter] : PRETTY,
    word: namespaced ? 'Namespaced' : '',
  };
  return [
    ...collectionOperations(place, content),
    ...(namespaced && resource.verbs.includes('list') ? everywhere(base, place, content) : []),
    ...objectOperations(place, content),
    ...[...resource.subresources.values()].flatMap((subresource) =>
      subresourceOperations(place, subresource, content.ofSubresource(subresource)),
    ),
  ];
}

/** The path of a resource's objects. */
interface Place {
  readonly resource: ServedResource;
  readonly collection: string;
  readonly watched: string;
  /** Parameters of every request for them. */
  readonly scope: readonly Parameter[];
  readonly word: string;
}

type Wanted = Pick<Operation, 'path' | 'method' | 'id' | 'action' | 'parameters' | 'responses'> &
  Partial<Pick<Operation, 'body' | 'consumes' | 'produces' | 'kind'>>;

function operation({ group, version, kind, custom }: ServedResource, wanted: Wanted): Operation {
  return {
    kind: { group, version, kind },
    consumes: custom ? customTypes : any,
    produces: custom ? customTypes : builtInTypes,
    ...wanted,
    responses: { ...wanted.responses, '401': undefined },
  };
}

function collectionOperations(
  { resource, collection, watched, scope, word }: Place,
  content: ResourceContent,
): Operation[] {
  const { kind, verbs, custom } = resource;
  const { object } = content;
  const all: Operation[] = [];
  if (verbs.includes('list'))
    all.push(listOperation(resource, content, collection, `${word}${kind}`, [...listParameters, ...scope]));
  if (verbs.includes('watch')) all.push(...watchOperation(resource, 'watchlist', watched, `${word}${kind}List`, scope));
  if (verbs.includes('create')) {
    all.push(
      operation(resource, {
        path: collection,
        method: 'post',
        id: { prefix: 'create', rest: `${word}${kind}` },
        action: 'post',
        parameters: [...write, ...scope],
        body: { content: object, required: true },
        responses: { '200': object, '201': object, '202': object },
      }),
    );
  }
  if (verbs.includes('deletecollection')) {
    all.push(
      operation(resource, {
        path: collection,
        method: 'delete',
        id: { prefix: 'delete', rest: `Collection${word}${kind}` },
        action: 'deletecollection',
        parameters: [...(custom ? listParameters : [...select, ...deleteParameters]), ...scope],
        ...(!custom && { body: { content: deleteOptions, required: false } }),
        responses: { '200': status },
      }),
    );
  }
  return all;
}

/** Lists and watches of all namespaces. */
function everywhere(base: string, { resource }: Place, content: ResourceContent): Operation[] {
  const { plural, kind, verbs } = resource;
  const word = `${kind}ForAllNamespaces`;
  const parameters = [...listParameters, ...PRETTY];
  return [
    listOperation(resource, content, `${base}/${plural}`, word, parameters),
    ...(verbs.includes('watch')
      ? watchOperation(resource, 'watchlist', `${base}/watch/${plural}`, `${kind}ListForAllNamespaces`, PRETTY)
      : []),
  ];
}

function listOperation(
  resource: ServedResource,
  content: ResourceContent,
  path: string,
  rest: string,
  parameters: readonly Parameter[],
): Operation {
  return operation(resource, {
    path,
    method: 'get',
    id: { prefix: 'list', rest },
    action: 'list',
    parameters,
    produces: resource.custom ? customTypes : listTypes,
    responses: { '200': content.list },
  });
}

/** The deprecated paths below `/watch/`, which custom resources do not have. */
function watchOperation(
  resource: ServedResource,
  action: string,
  path: string,
  rest: string,
  scope: readonly Parameter[],
): Operation[] {
  if (resource.custom) return [];
  const id = { prefix: 'watch', rest };
  const parameters = [...listParameters, ...scope];
  return [
    operation(resource, {
      path,
      method: 'get',
      id,
      action,
      parameters,
      produces: listTypes,
      responses: { '200': watchEvent },
    }),
  ];
}

function objectOperations(
  { resource, collection, watched, scope, word }: Place,
  content: ResourceContent,
): Operation[] {
  const { kind, verbs, custom, strategy } = resource;
  const path = `${collection}/{name}`;
  const parameters = [...scope, nameParameter];
  const rest = `${word}${kind}`;
  const all = readAndWrite({ resource, path, rest, parameters, verbs, content: content.object });
  if (verbs.includes('delete')) {
    const removed: Content = strategy.returnsDeletedObject === true ? content.object : status;
    all.push(
      operation(resource, {
        path,
        method: 'delete',
        id: { prefix: 'delete', rest },
        action: 'delete',
        parameters: [...deleteParameters, ...parameters],
        body: { content: deleteOptions, required: false },
        responses: { '200': removed, '202': removed },
      }),
    );
  }
  if (verbs.includes('watch') && verbs.includes('get') && !custom)
    all.push(...watchOperation(resource, 'watch', `${watched}/{name}`, rest, parameters));
  return all;
}

interface ReadAndWrite {
  readonly resource: ServedResource;
  readonly path: string;
  readonly rest: string;
  readonly parameters: readonly Parameter[];
  readonly verbs: readonly string[];
  readonly content: Content;
  /** The kind of the operations. Default: that of the resource. */
  readonly kind?: Operation['kind'];
}

function readAndWrite({ resource, path, rest, parameters, verbs, content, kind }: ReadAndWrite): Operation[] {
  const { custom } = resource;
  const own = { path, ...(kind && { kind }) };
  const all: Operation[] = [];
  if (verbs.includes('get')) {
    all.push(
      operation(resource, {
        ...own,
        method: 'get',
        id: { prefix: 'read', rest },
        action: 'get',
        parameters: [...(custom ? RESOURCE_VERSION : []), ...parameters],
        responses: { '200': content },
      }),
    );
  }
  if (verbs.includes('update')) {
    all.push(
      operation(resource, {
        ...own,
        method: 'put',
        id: { prefix: 'replace', rest },
        action: 'put',
        parameters: [...write, ...parameters],
        body: { content, required: true },
        responses: { '200': content, '201': content },
      }),
    );
  }
  if (verbs.includes('patch')) {
    all.push(
      operation(resource, {
        ...own,
        method: 'patch',
        id: { prefix: 'patch', rest },
        action: 'patch',
        parameters: [...patchParameters, ...parameters],
        body: { content: patchBody, required: true },
        consumes: custom ? customPatchTypes : patchTypes,
        responses: { '200': content, ...(!custom && { '201': content }) },
      }),
    );
  }
  return all;
}

function subresourceOperations(place: Place, subresource: ServedSubresource, content: Content): Operation[] {
  const { resource, collection, scope, word } = place;
  const { custom } = resource;
  const { name, verbs, options } = subresource;
  const path = `${collection}/{name}/${name}`;
  const rest = `${word}${resource.kind}${capitalised(name)}`;
  if (options?.kind !== undefined) {
    const parameters = [...scope.filter((parameter) => !PRETTY.includes(parameter)), nameParameter];
    return connectOperations({ kind: options.kind, options, path, rest, verbs, parameters, version: resource.version });
  }
  const parameters = [...scope, nameParameter];
  if (options) {
    return [
      operation(resource, {
        path,
        method: 'get',
        id: { prefix: 'read', rest },
        action: 'get',
        parameters: [...options.parameters, ...parameters],
        produces: ['text/plain', ...builtInTypes],
        responses: { '200': 'text' },
      }),
    ];
  }
  // In the documents, the scale of a custom resource has the kind of the resource itself.
  const kind = custom ? undefined : subresource.kind;
  const all = readAndWrite({ resource, path, rest, parameters, verbs, content, ...(kind && { kind }) });
  if (verbs.includes('create')) {
    all.push(
      operation(resource, {
        path,
        method: 'post',
        id: { prefix: 'create', rest },
        action: 'post',
        ...(kind && { kind }),
        parameters: [...write, ...parameters],
        body: { content, required: true },
        responses: { '200': content, '201': content, '202': content },
      }),
    );
  }
  return all;
}
