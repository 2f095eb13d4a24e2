import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { concatBytes, isJsonObject } from '@kb/apimachinery/codec';
import { sha512Of } from '../../http/adapters/sha512.ts';
import { toBytes, toJson } from '../../http/encode.ts';

/** A document as it is sent, and where its parts are in the text. */
export interface DocumentText {
  readonly json: Uint8Array;
  /** Names the content: SHA-512 of the JSON text, in capital hexadecimal digits. */
  readonly hash: string;
  readonly parts: readonly Part[];
}

/** A value in a text: where it is in the document, and which bytes are its JSON. */
interface Part {
  readonly names: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** The members of a document that can have thousands of members, each of them a part of the text. */
const large: ReadonlySet<string> = new Set(['paths', 'definitions', 'components', 'schemas']);

/** Writes a document, a part at a time. */
export function* writeDocument(document: JsonObject): Generator<void, DocumentText> {
  const chunks: Uint8Array[] = [];
  const parts: Part[] = [];
  const hash = sha512Of();
  let length = 0;
  for (const { names, text } of piecesOf(document, [])) {
    yield;
    const bytes = toBytes(text);
    if (names) parts.push({ names, start: length, end: length + bytes.length });
    hash.update(bytes);
    chunks.push(bytes);
    length += bytes.length;
  }
  return { json: concatBytes(chunks, length), hash: hash.end(), parts };
}

/** The text of an object that has members, piece by piece; `names` are those of the values that are parts. */
function* piecesOf(
  object: JsonObject,
  within: readonly string[],
): Generator<{ readonly names?: readonly string[]; readonly text: string }> {
  let before = '{';
  for (const [name, value] of Object.entries(object)) {
    const names = [...within, name];
    yield { text: `${before}${toJson(name)}:` };
    const isLarge = names.every((each) => large.has(each)) && isJsonObject(value) && Object.keys(value).length > 0;
    if (isLarge) yield* piecesOf(value, names);
    else yield { names, text: toJson(value) };
    before = ',';
  }
  yield { text: '}' };
}

/** Reads the document of a text, a part at a time. */
export function* readDocument({ json, parts }: DocumentText): Generator<void, JsonObject> {
  const decoder = new TextDecoder();
  const document: JsonObject = {};
  for (const { names, start, end } of parts) {
    yield;
    const value = JSON.parse(decoder.decode(json.subarray(start, end))) as JsonValue;
    const last = names.length - 1;
    let object = document;
    for (const name of names.slice(0, last)) object = memberOf(object, name);
    object[names[last] ?? ''] = value;
  }
  return document;
}

/** The object that is a member of another one; it is made where it is missing. */
function memberOf(object: JsonObject, name: string): JsonObject {
  const present = object[name];
  if (isJsonObject(present)) return present;
  const made: JsonObject = {};
  object[name] = made;
  return made;
}
