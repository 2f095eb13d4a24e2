import { ANY } from './media-types.ts';
import { type Method, METHODS, type Operation, type Parameter } from './operation.ts';
import { capitalised } from './operation-id.ts';
import { type Connection, PROXY_PATH } from './parameters.ts';

/** What connections need to be described. */
export interface ConnectInput {
  readonly connection: Connection;
  readonly path: string;
  /** What follows the verb in the operations' names. */
  readonly rest: string;
  readonly verbs: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly version: string;
}

const TWO: readonly Method[] = ['get', 'post'];

/** The operations of a subresource that connects: with each method, and for proxies with a path behind the name too. */
export function connectOperations({ connection, path, rest, verbs, parameters, version }: ConnectInput): Operation[] {
  const isProxy = verbs.includes('delete');
  const operation = (method: Method, withPath: boolean): Operation => ({
    path: withPath ? `${path}/{path}` : path,
    method,
    id: { prefix: 'connect', rest: `${capitalised(method)}${rest}${withPath ? 'WithPath' : ''}` },
    action: 'connect',
    kind: { group: '', version, kind: connection.kind },
    parameters: [...connection.parameters, ...parameters, ...(withPath ? [PROXY_PATH] : [])],
    consumes: ANY,
    produces: ANY,
    responses: { '200': 'text', '401': undefined },
  });
  if (!isProxy) return TWO.map((method) => operation(method, false));
  return [false, true].flatMap((withPath) => METHODS.map((method) => operation(method, withPath)));
}
