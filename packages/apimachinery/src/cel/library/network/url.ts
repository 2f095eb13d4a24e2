import { listOf } from '../../values/list.ts';
import { mapOf } from '../../values/map.ts';
import {
  type CelError,
  celError,
  type CelMap,
  type CelValue,
  isKind,
  noSuchOverload,
  type OpaqueValue,
} from '../../values/value.ts';
import { spend } from '../../values/work.ts';
import { type FunctionTable, isText, unary } from '../overloads/implementation.ts';
import {
  bytesOf,
  escapedPath,
  type ParsedUrl,
  parseRequestUrl,
  parseUrl,
  printUrl,
  splitHost,
  textOf,
} from '../../../network/parse-url.ts';
import { unescape, UrlError } from '../../../network/url-escapes.ts';

/** A URL as a value of CEL. */
interface UrlValue extends OpaqueValue {
  readonly type: 'kubernetes.URL';
  readonly url: ParsedUrl;
}

const isUrl = (value: CelValue): value is UrlValue => isKind(value, 'opaque') && value.type === 'kubernetes.URL';

function read(text: string): UrlValue | CelError {
  const bytes = bytesOf(text);
  try {
    parseRequestUrl(bytes);
    const url = parseUrl(bytes);
    return {
      kind: 'opaque',
      type: 'kubernetes.URL',
      url,
      equals: (other) => (isUrl(other) ? printUrl(url) === printUrl(other.url) : noSuchOverload(other)),
    };
  } catch (error) {
    if (error instanceof UrlError) return celError(`URL parse error during conversion from string: ${error.message}`);
    throw error;
  }
}

/** Whether a text is a URL: other than for its conversion, its fragment may be anything. */
function isRequestUrl(text: string): boolean {
  return urlProblem(text) === undefined;
}

/** Why a text is not a URL of a request, in Go's words. */
export function urlProblem(text: string): string | undefined {
  try {
    parseRequestUrl(bytesOf(text));
    return undefined;
  } catch (error) {
    if (error instanceof UrlError) return error.message;
    throw error;
  }
}

/** The nanoseconds that a character of a query takes. */
const CHARACTER_WORK = 250;

/** Go reads no queries with more parameters. */
const MOST_PARAMETERS = 10_000;

/** The parameters of a query. Those that cannot be read are left out. */
function parametersOf({ query }: ParsedUrl): CelMap {
  spend(query.length * CHARACTER_WORK);
  const found = new Map<string, string[]>();
  const parameters = query.split('&');
  for (const parameter of parameters.length > MOST_PARAMETERS ? [] : parameters) {
    if (parameter === '' || parameter.includes(';')) continue;
    const at = parameter.indexOf('=');
    const [key, value] = at === -1 ? [parameter, ''] : [parameter.slice(0, at), parameter.slice(at + 1)];
    const [name, text] = [decoded(key), decoded(value)];
    if (name === undefined || text === undefined) continue;
    const known = found.get(name);
    if (known === undefined) found.set(name, [text]);
    else known.push(text);
  }
  return mapOf(Array.from(found, ([name, values]) => [name, listOf(values)]));
}

function decoded(bytes: string): string | undefined {
  try {
    return textOf(unescape(bytes, 'query'));
  } catch (error) {
    if (error instanceof UrlError) return undefined;
    throw error;
  }
}

/** URLs. */
export const url: FunctionTable = {
  string_to_url: unary(isText, read),
  is_url_string: unary(isText, isRequestUrl),
  url_get_scheme: unary(isUrl, (value) => value.url.scheme),
  url_get_host: unary(isUrl, (value) => textOf(value.url.host)),
  url_get_hostname: unary(isUrl, (value) => textOf(splitHost(value.url.host)[0])),
  url_get_port: unary(isUrl, (value) => splitHost(value.url.host)[1]),
  url_get_escaped_path: unary(isUrl, (value) => textOf(escapedPath(value.url))),
  url_get_query: unary(isUrl, (value) => parametersOf(value.url)),
};
