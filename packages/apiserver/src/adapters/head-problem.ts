import type { IncomingMessage } from 'node:http';

/** The bytes that net/http takes in a Host header. */
const HOST = /^[\w!$%&'()*+,\-.:;=@[\]~]*$/;

/**
 * The status line that refuses the head of a request of HTTP/1 which Node's parser takes: without a host, with two or
 * none that is one, or with a transfer coding other than `chunked`. Undefined: it is not refused. kube-apiserver
 * answers unknown codings 501; all that matters is that nothing reads their bytes as a body.
 */
export function headProblem({ rawHeaders, httpVersionMinor }: IncomingMessage): string | undefined {
  let host: string | undefined;
  let coding: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase();
    const value = rawHeaders[index + 1] ?? '';
    if (name === 'host') {
      if (host !== undefined) return '400 Bad Request';
      host = value;
    } else if (name === 'transfer-encoding') coding = coding === undefined ? value : `${coding}, ${value}`;
  }
  if (coding !== undefined && coding.toLowerCase() !== 'chunked' && httpVersionMinor > 0)
    return '400 Bad Request: unsupported transfer encoding';
  if (host === undefined) return httpVersionMinor > 0 ? '400 Bad Request: missing required Host header' : undefined;
  return HOST.test(host) ? undefined : '400 Bad Request: malformed Host header';
}
