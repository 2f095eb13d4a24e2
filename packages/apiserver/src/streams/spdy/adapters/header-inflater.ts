import { createInflate } from 'node:zlib';
import { concatBytes } from '@kb/apimachinery/codec';

/** The texts that SPDY's dictionary for header blocks begins with, each after its length. */
const WORDS =
  'options|head|post|put|delete|trace|accept|accept-charset|accept-encoding|accept-language|accept-ranges|age|allow|authorization|cache-control|connection|content-base|content-encoding|content-language|content-length|content-location|content-md5|content-range|content-type|date|etag|expect|expires|from|host|if-match|if-modified-since|if-none-match|if-range|if-unmodified-since|last-modified|location|max-forwards|pragma|proxy-authenticate|proxy-authorization|range|referer|retry-after|server|te|trailer|transfer-encoding|upgrade|user-agent|vary|via|warning|www-authenticate|method|get|status|200 OK|version|HTTP/1.1|url|public|set-cookie|keep-alive|origin';

/** The rest of it. */
const rest = [
  '100101201202205206300302303304305306307402405406407408409410411412413414415416417502504505',
  '203 Non-Authoritative Information204 No Content301 Moved Permanently400 Bad Request401 Una',
  'uthorized403 Forbidden404 Not Found500 Internal Server Error501 Not Implemented503 Service',
  ' UnavailableJan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec 00:00:00 Mon, Tue, Wed, Thu, ',
  'Fri, Sat, Sun, GMTchunked,text/html,image/png,image/jpg,image/gif,application/xml,applicat',
  'ion/xhtml+xml,text/plain,text/javascript,publicprivatemax-age=gzip,deflate,sdchcharset=utf',
  '-8charset=iso-8859-1,utf-,*,enq=0.',
].join('');

/** The dictionary with which zlib compresses the header blocks of SPDY/3.1. */
export function headerDictionary(): Uint8Array {
  const parts = WORDS.split('|').map((word) => `\0\0\0${String.fromCharCode(word.length)}${word}`);
  return Buffer.from(parts.join('') + rest, 'latin1');
}

/** Decompresses the header blocks of one connection, in their order. */
export interface HeaderInflater {
  /** Rejects for a block that is not compressed in this way, or that is larger than the limit. */
  readonly inflate: (block: Uint8Array) => Promise<Uint8Array>;
  /** Releases the memory. */
  readonly close: () => void;
}

/** Creates an inflater. `limit`: the maximum size of a block, in bytes; more is never decompressed. */
export function createHeaderInflater(limit: number): HeaderInflater {
  const zlib = createInflate({ dictionary: headerDictionary(), chunkSize: 4096 });
  let pieces: Uint8Array[] = [];
  let length = 0;
  let fail = (_error: Error): void => undefined;
  zlib.on('error', (error) => fail(error));
  zlib.on('close', () => fail(new Error('the compressed headers have ended')));
  zlib.on('data', (piece: Buffer) => {
    length += piece.length;
    pieces.push(piece);
    if (length > limit) zlib.destroy(new Error(`headers have more than ${limit} bytes`));
  });
  return {
    inflate: (block) =>
      new Promise((resolve, reject) => {
        fail = reject;
        pieces = [];
        length = 0;
        zlib.write(block, () => {
          // A block that is refused ends its write too, without an error.
          if (zlib.destroyed) reject(new Error('the headers are wrong, or too large'));
          else resolve(concatBytes(pieces, length));
        });
      }),
    close: () => zlib.destroy(),
  };
}
