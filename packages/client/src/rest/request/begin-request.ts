import type { RequestSubject } from '../../response/failure-status.ts';
import type { RestConfig } from './rest-config.ts';
import type { RestRequest } from './rest-request.ts';
import type { ObservedRequest, RequestObservation } from '../../observe/request-observer.ts';
import type { Span } from '../../observe/tracer.ts';

/** Notifies the client's observer that a request begins; undefined without an observer. */
export function beginRequest(config: RestConfig, request: RestRequest): RequestObservation | undefined {
  return config.observe?.begin(describeRequest(config, request));
}

/** Runs `work`, which sends a request, in a span if the client has a tracer. */
export function traceRequest<T>(
  config: RestConfig,
  request: RestRequest,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  if (config.tracer === undefined) return work(undefined);
  const { verb, method, host, resource, group, subresource, namespace, name } = describeRequest(config, request);
  const what =
    resource === undefined ? request.path : subresource === undefined ? resource : `${resource}/${subresource}`;
  const attributes = {
    'http.request.method': method,
    'server.address': host === '' ? undefined : host,
    'url.path': request.path,
    'k8s.verb': verb,
    'k8s.group': group === '' ? undefined : group,
    'k8s.resource': resource,
    'k8s.subresource': subresource,
    'k8s.namespace.name': namespace,
    'k8s.object.name': name,
  };
  return config.tracer.span(`${verb} ${what}`, attributes, work);
}

function describeRequest(config: RestConfig, request: RestRequest): ObservedRequest {
  const { resource, name, namespace, subresource }: RequestSubject = request.subject ?? {};
  return {
    verb: verbOf(request),
    method: request.method,
    host: config.transport.host ?? '',
    resource: resource?.plural,
    group: resource?.group,
    subresource,
    namespace: namespace === '' ? undefined : namespace,
    name,
  };
}

/** Returns the verb of the request for the API server's authorization. */
function verbOf({ method, query, subject = {} }: RestRequest): string {
  switch (method) {
    case 'GET':
      if (query?.['watch'] === true) return 'watch';
      return subject.resource !== undefined && subject.name === undefined ? 'list' : 'get';
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return subject.name === undefined ? 'deletecollection' : 'delete';
  }
}
