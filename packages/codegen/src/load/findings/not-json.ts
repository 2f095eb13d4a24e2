const WRAPPER = 'write string or boolean, with a small letter; int32 or int64; Record<string, unknown> for any object';
const BYTES = "write Bytes (from '@kb/apimachinery'): text in base64";
const LIST = 'write a list: T[]';
const NUMBERS = "write a list of numbers: int32[], or Bytes for binary data (from '@kb/apimachinery')";
const RUN = 'write functions beside the type instead: objects of the API are plain data';

/** Global types of JavaScript that are not JSON, and what to write instead. */
export const notJson: ReadonlyMap<string, string> = new Map([
  ['Date', "write Time (from '@kb/apimachinery'): text in RFC 3339"],
  ['Number', WRAPPER],
  ['String', WRAPPER],
  ['Boolean', WRAPPER],
  ['Object', WRAPPER],
  ['BigInt', "write int64 (from '@kb/apimachinery')"],
  ['Symbol', 'write string, or a union of literals'],
  ['Map', 'write Record<string, T>'],
  ['ReadonlyMap', 'write Record<string, T>'],
  ['WeakMap', 'write Record<string, T>'],
  ['Set', 'write a list, with a marker +listType=set: T[]'],
  ['ReadonlySet', 'write a list, with a marker +listType=set: T[]'],
  ['WeakSet', 'write a list, with a marker +listType=set: T[]'],
  ['Iterable', LIST],
  ['ArrayLike', LIST],
  ['Promise', 'write the type of the result, or Awaited<T>: a stored object cannot contain a promise'],
  ['PromiseLike', 'write the type of the result, or Awaited<T>: a stored object cannot contain a promise'],
  ['Function', RUN],
  ['RegExp', 'write string: the text of the expression'],
  ['URL', 'write string, with a marker +kubebuilder:validation:Format=uri'],
  ['Error', 'write string: its message'],
  ['Uint8Array', BYTES],
  ['ArrayBuffer', BYTES],
  ['Buffer', BYTES],
  ['Blob', BYTES],
  ['File', BYTES],
  ...['Int8Array', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array'].map((name) => [name, NUMBERS] as const),
]);
