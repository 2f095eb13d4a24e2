import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import {
  any,
  boolean,
  EXTENSIONS,
  type Field,
  type LargeField,
  largeMessage,
  list,
  MEMBERS,
  manyNamed,
  message,
  messageInSteps,
  named,
  numbered,
  PATHS,
  string,
  strings,
  wrapped,
  type WriteField,
} from './message.ts';
import {
  constraints,
  extensions,
  externalDocs,
  operationsFrom,
  orReference,
  schemaOrBoolean,
} from './shared-messages.ts';

/**
 * A document of version 2 in the protocol buffers of gnostic's openapiv2, which clients ask for because they are read
 * faster; path by path, and definition by definition.
 */
export function version2Protobuf(document: JsonObject): Generator<void, Uint8Array> {
  return messageInSteps(documentFields, document);
}

const schema: WriteField = message(() => schemaFields);

const schemaFields: readonly Field[] = [
  ...numbered(1, ['$ref', string], ['format', string], ['title', string], ['description', string], ['default', any]),
  ...constraints(6),
  [21, 'additionalProperties', schemaOrBoolean(schema)],
  [22, 'type', wrapped(strings)],
  [23, 'items', wrapped(list(schema))],
  [24, 'allOf', list(schema)],
  [25, 'properties', wrapped(named(schema))],
  [29, 'externalDocs', externalDocs],
  [30, 'example', any],
  [31, EXTENSIONS, extensions],
];

const bodyParameter = message(() => [
  [1, 'description', string],
  [2, 'name', string],
  [3, 'in', string],
  [4, 'required', boolean],
  [5, 'schema', schema],
]);

const otherParameter = numbered(1, ['required', boolean], ['in', string], ['description', string], ['name', string]);

const queryParameter = message(() => [...otherParameter, [6, 'type', string], [20, 'uniqueItems', boolean]]);

const pathParameter = message(() => [...otherParameter, [5, 'type', string], [19, 'uniqueItems', boolean]]);

const QUERY = 3;
const PATH = 4;

const parameter: WriteField = (writer, number, value) => {
  const place = placeOf(value);
  if (place === 'body') wrapped(bodyParameter)(writer, number, value);
  else if (place === 'path') wrapped(wrapped(pathParameter, PATH), 2)(writer, number, value);
  else wrapped(wrapped(queryParameter, QUERY), 2)(writer, number, value);
};

function placeOf(value: JsonValue): JsonValue | undefined {
  return isJsonObject(value) ? value.in : undefined;
}

const reference = message(() => numbered(1, ['$ref', string], ['description', string]));

const parameters = list(orReference(parameter, reference));

const response = message(() => [
  [1, 'description', string],
  [2, 'schema', wrapped(schema)],
  [5, EXTENSIONS, extensions],
]);

const responses = message(() => [[1, MEMBERS, named(wrapped(response))]]);

const operation = message(() => [
  [1, 'tags', strings],
  [2, 'summary', string],
  [3, 'description', string],
  [5, 'operationId', string],
  [6, 'produces', strings],
  [7, 'consumes', strings],
  [8, 'parameters', parameters],
  [9, 'responses', responses],
  [10, 'schemes', strings],
  [11, 'deprecated', boolean],
  [13, EXTENSIONS, extensions],
]);

const pathItem = message(() => [...operationsFrom(2, operation), [9, 'parameters', parameters]]);

const apiKey = message(() => numbered(1, ['type', string], ['name', string], ['in', string], ['description', string]));

const documentFields: readonly LargeField[] = [
  [1, 'swagger', string],
  [2, 'info', message(() => numbered(1, ['title', string], ['version', string]))],
  [8, 'paths', largeMessage([[2, PATHS, manyNamed(pathItem)]])],
  [9, 'definitions', largeMessage([[1, MEMBERS, manyNamed(schema)]])],
  [10, 'parameters', wrapped(named(parameter))],
  [12, 'security', list(wrapped(named(wrapped(strings))))],
  [13, 'securityDefinitions', wrapped(named(wrapped(apiKey, 2)))],
];
