import { badRequest, type HttpResponse, parseDuration, quoteString } from '@kb/apimachinery';
import { refuse } from './api-error.ts';
import { toBytes } from './encode.ts';

/** Requests are answered at once: a deadline shorter than this has passed when it is looked at. */
const SHORTEST_MS = 0.1;

/** Looks at the `timeout` of a request: the answer of one that has passed already, or undefined. Throws the StatusError of one that is no duration. */
export function checkDeadline(query: URLSearchParams): HttpResponse | undefined {
  const text = query.get('timeout');
  if (text === null || text === '') return undefined;
  const timeout = parseDuration(text);
  if (timeout === undefined) {
    refuse(badRequest(`invalid timeout specified in the request URL - time: invalid duration ${quoteString(text)}`));
  } else if (timeout > 0 && timeout < SHORTEST_MS) {
    const body = {
      metadata: {},
      status: 'Failure',
      message: 'Timeout: request did not complete within the allotted timeout',
      reason: 'Timeout',
      details: {},
      code: 504,
    };
    return {
      status: 504,
      headers: { 'cache-control': 'no-cache, private', 'content-type': 'text/plain; charset=utf-8' },
      body: toBytes(JSON.stringify(body)),
    };
  }
  return undefined;
}
