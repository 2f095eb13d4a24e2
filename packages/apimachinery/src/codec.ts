/** JSON as the API server reads and writes it, and small functions on its values and bytes. */
export { concatBytes } from './codec/concat-bytes.ts';
export { formatFieldValue, formatFloat, formatNumber, isPrint, quoteString } from './codec/go-format.ts';
export {
  JsonSyntaxError,
  KEPT_JSON_DEPTH,
  MAX_JSON_DEPTH,
  parseJson,
  type ParseJsonOptions,
} from './codec/parse-json.ts';
export { createSharedJsonReader, type SharedJsonReader } from './codec/shared-json.ts';
export { sortedJson } from './codec/sorted-json.ts';
export { compareUtf8, stringifyJson, type StringifyJsonOptions } from './codec/stringify-json.ts';
export { getOwn, isJsonObject, isRecord, setOwn } from './codec/own-property.ts';
export { deepFreeze } from './json/deep-freeze.ts';
export { hashJson, sha256, toHex } from './json/hash-json.ts';
export { trimBothOf, trimEndOf } from './text/trim-characters.ts';
