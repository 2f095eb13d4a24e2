import type { IncomingMessage } from 'node:http';

/** The bytes that net/http accepts in a Host header. */
const HOST = /^[\w!$%&'()*+,\-.:;=@[\]~]*$/;

/**
 * Returns the status line that refuses the head of an HTTP/1 request which Node's parser accepts: without a Host
 * header, with two or an invalid one, or with a transfer coding other than `chunked`. Undefined: it is accepted.
 * kube-apiserver responds to unknown codings with 501; it only matters that nothing reads their bytes as a body.
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
