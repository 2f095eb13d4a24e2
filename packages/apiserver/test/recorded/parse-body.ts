import { gunzipSync } from 'node:zlib';
import { decodeProtobuf, decodeWatchEvent, encodeProtobuf } from '@kb/apiserver/protobuf';

/**
 * Returns the body of an answer as it is compared: JSON if it is JSON, `{ protobuf }` or `{ base64 }` if it is not
 * text, else the text.
 */
export function parseBody(headers: Readonly<Record<string, string>>, body: Uint8Array): unknown {
  if (body.length === 0) return '';
  const plain = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
  if (isProtobuf(headers)) return parseProtobuf(plain);
  return parseText(new TextDecoder().decode(plain));
}

/** Returns the frames that a watch sent, each as it is compared. An incomplete last frame is left out. */
export function parseFrames(headers: Readonly<Record<string, string>>, body: Uint8Array): unknown[] {
  return splitFrames(headers, body).map((frame) =>
    isProtobuf(headers) ? parseProtobufFrame(frame) : parseText(new TextDecoder().decode(frame)),
  );
}

/** Splits the body of a watch into frames: lines of JSON, or protobuf messages, each after its length. */
export function splitFrames(headers: Readonly<Record<string, string>>, body: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = [];
  if (isProtobuf(headers)) {
    const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
    for (let at = 0; at + 4 <= body.length;) {
      const end = at + 4 + view.getUint32(at);
      if (end > body.length) break;
      frames.push(body.subarray(at + 4, end));
      at = end;
    }
    return frames;
  }
  for (let at = 0; at < body.length;) {
    const end = body.indexOf(NEWLINE, at);
    if (end < 0) break;
    frames.push(body.subarray(at, end));
    at = end + 1;
  }
  return frames;
}

const NEWLINE = 10;

function isProtobuf(headers: Readonly<Record<string, string>>): boolean {
  return /protobuf/.test(headers['content-type'] ?? '');
}

/** Decodes a protobuf body, if encoding the result gives exactly the same bytes. */
function parseProtobuf(bytes: Uint8Array): unknown {
  try {
    const object = decodeProtobuf(bytes);
    if (Buffer.compare(encodeProtobuf(object), bytes) === 0) return { protobuf: object };
  } catch {
    // It is shown as it is.
  }
  return { base64: Buffer.from(bytes).toString('base64') };
}

function parseProtobufFrame(frame: Uint8Array): unknown {
  try {
    return { protobuf: decodeWatchEvent(frame) };
  } catch {
    return { base64: Buffer.from(frame).toString('base64') };
  }
}

function parseText(text: string): unknown {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return JSON.parse(text.replaceAll(STRING_OR_NUMBER, exactly));
}

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Returns a number that JavaScript would write differently as a string, so that the comparison sees its literal. */
function exactly(token: string): string {
  return token.startsWith('"') || String(Number(token)) === token ? token : JSON.stringify(`<number ${token}>`);
}
