import type { Duplex } from 'node:stream';
import type { HttpRequest, HttpResponse, Transport } from '@kb/apimachinery';
import { headerLines } from '../http/header-name.ts';
import { trimBothOf } from '@kb/apimachinery/codec';

/** Errors of Node's parser for requests that net/http accepts: unknown methods, bytes in URLs that are not ASCII. */
const readable = new Set(['HPE_INVALID_METHOD', 'HPE_INVALID_URL']);

/**
 * Parses the head of a request that Node's parser refused and net/http accepts. Undefined for anything else, and for a
 * request with a body. A client that sends such a request gets a response, and the connection ends.
 */
export function readUnparsed({ code, rawPacket }: ParserError): HttpRequest | undefined {
  if (code === undefined || !readable.has(code) || !rawPacket) return undefined;
  const end = rawPacket.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [requestLine = '', ...lines] = rawPacket.toString('utf8', 0, end).split('\r\n');
  const [, method, path] = /^([!#$%&'*+\-.^_`|~\w]+) (\/\S*) HTTP\/1\.[01]$/.exec(requestLine) ?? [];
  if (method === undefined || path === undefined) return undefined;
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [name = ''] = line.split(':', 1);
    if (name.length === line.length || !/^[!#$%&'*+\-.^_`|~\w]+$/.test(name) || name === '__proto__') return undefined;
    headers[name.toLowerCase()] ??= trimBothOf(line.slice(name.length + 1), ' \t');
  }
  if (headers.host === undefined || (headers['content-length'] ?? '0') !== '0' || 'transfer-encoding' in headers)
    return undefined;
  return { method, path, headers };
}

/** An error of Node's parser. */
export interface ParserError extends NodeJS.ErrnoException {
  /** The bytes that were being parsed. */
  readonly rawPacket?: Buffer;
}

/** Serves a request that was parsed here, and ends the connection. */
export async function answerUnparsed(transport: Transport, request: HttpRequest, socket: Duplex): Promise<void> {
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  try {
    const { status, headers, body } = await transport.send(request, gone.signal);
    // Clients never watch with such a request.
    const bytes = body instanceof Uint8Array ? body : new Uint8Array();
    socket.write(headOf(status, headers, bytes.length));
    socket.end(bytes);
  } catch {
    socket.destroy();
  } finally {
    gone.abort();
  }
}

function headOf(status: number, headers: HttpResponse['headers'], length: number): string {
  return `HTTP/1.1 ${status} \r\n${headerLines({ ...headers, 'content-length': String(length), connection: 'close' })}\r\n`;
}
