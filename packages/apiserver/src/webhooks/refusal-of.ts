import type { HttpResponse } from '@kb/apimachinery';

/** client-go's messages for error statuses, which do not depend on the body. */
const messages: Readonly<Record<number, string | undefined>> = {
  400: 'the server rejected our request for an unknown reason',
  401: 'the server has asked for the client to provide credentials',
  404: 'the server could not find the requested resource',
  405: 'the server does not allow this method on the requested resource',
  409: 'the server reported a conflict',
  422: 'the server rejected our request due to an error in our request',
  429: 'the server has received too many requests and has asked us to try again later',
  503: 'the server is currently unable to handle the request',
  504: 'the server was unable to return a response in the time allotted, but may still be processing the request',
};

/** The message of client-go for an error response: a fixed one, or the text of the body. */
export function refusalOf({ status, headers }: Pick<HttpResponse, 'status' | 'headers'>, text: string): string {
  const known = messages[status];
  if (known !== undefined) return known;
  const type = headers['content-type'];
  const isText = type === undefined || (typeof type === 'string' && type.startsWith('text/'));
  const said = isText ? text.trim() : 'unknown';
  if (status === 403 || status === 415) return said;
  if (status === 406)
    return isText && said !== ''
      ? said
      : 'the server was unable to respond with a content type that the client supports';
  if (status >= 500)
    return `an error on the server (${JSON.stringify(said)}) has prevented the request from succeeding`;
  return `the server responded with the status code ${status} but did not return more information`;
}
