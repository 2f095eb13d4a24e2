import { any } from './media-types.ts';
import { type Method, methodActions, type Operation, type Parameter } from './operation.ts';
import { capitalised } from './operation-id.ts';
import { proxyPath } from './parameters.ts';
import type { SubresourceOptions } from '../../resources/subresource-options.ts';

/** The inputs for describing connections. */
export interface ConnectInput {
  /** The kind of the options of the connection. */
  readonly kind: string;
  readonly options: SubresourceOptions;
  readonly path: string;
  /** The part of the operations' names after the verb. */
  readonly rest: string;
  readonly verbs: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly version: string;
}

const two: readonly Method[] = ['get', 'post'];

/** The operations of a subresource that connects: with each method, and for proxies also with a path after the name. */
export function connectOperations({
  kind,
  options,
  path,
  rest,
  verbs,
  parameters,
  version,
}: ConnectInput): Operation[] {
  const isProxy = verbs.includes('delete');
  const operation = (method: Method, withPath: boolean): Operation => ({
    path: withPath ? `${path}/{path}` : path,
    method,
    id: { prefix: 'connect', rest: `${capitalised(method)}${rest}${withPath ? 'WithPath' : ''}` },
    action: 'connect',
    kind: { group: '', version, kind },
    parameters: [...options.parameters, ...parameters, ...(withPath ? [proxyPath] : [])],
    consumes: any,
    produces: any,
    responses: { '200': 'text', '401': undefined },
  });
  if (!isProxy) return two.map((method) => operation(method, false));
  return [false, true].flatMap((withPath) => methodActions.map((method) => operation(method, withPath)));
}
