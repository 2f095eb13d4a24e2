import { constants, createDeflate } from 'node:zlib';
import { headerDictionary } from '../streams/spdy/adapters/header-inflater.ts';

/** Writes the frames of a test's SPDY client. */
export interface SpdyWriter {
  /** Opens a stream. */
  readonly open: (id: number, headers: Readonly<Record<string, string>>) => Promise<Buffer>;
  readonly data: (id: number, text: string, flags?: number) => Buffer;
}

/** Creates a writer; the headers of all streams are compressed together. */
export function spdyWriter(): SpdyWriter {
  const deflate = createDeflate({ dictionary: headerDictionary() });
  let pieces: Buffer[] = [];
  deflate.on('data', (piece: Buffer) => pieces.push(piece));
  return {
    open: async (id, headers) => {
      pieces = [];
      const entries = Object.entries(headers);
      deflate.write(Buffer.concat([number(entries.length), ...entries.flat().map(sized)]));
      await new Promise<void>((resolve) => deflate.flush(constants.Z_SYNC_FLUSH, resolve));
      return controlFrame(1, Buffer.concat([number(id), number(0), Buffer.alloc(2), ...pieces]));
    },
    data: (id, text, flags = 0) =>
      Buffer.concat([number(id), number(((flags << 24) | text.length) >>> 0), Buffer.from(text)]),
  };
}

/** Writes a control frame. */
export function controlFrame(type: number, rest: Uint8Array): Buffer {
  return Buffer.concat([number((0x8003_0000 | type) >>> 0), number(rest.length), rest]);
}

/** What arrived on each stream of data, by its number, and the types of the control frames. */
export function readSpdy(bytes: Buffer): { readonly data: Record<number, string>; readonly control: number[] } {
  const data: Record<number, string> = {};
  const control: number[] = [];
  for (let place = 0; place + 8 <= bytes.length;) {
    const [first, length] = [bytes.readUInt32BE(place), bytes.readUInt32BE(place + 4) & 0xffffff];
    const rest = bytes.subarray(place + 8, place + 8 + length).toString('latin1');
    if (first >= 0x8000_0000) control.push(first & 0xffff);
    else data[first] = (data[first] ?? '') + rest;
    place += 8 + length;
  }
  return { data, control };
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function sized(text: string): Buffer {
  return Buffer.concat([number(text.length), Buffer.from(text, 'latin1')]);
}
