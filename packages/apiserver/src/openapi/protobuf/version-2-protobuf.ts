import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '../../objects/api-object.ts';
import {
  any,
  boolean,
  double,
  EXTENSIONS,
  type Field,
  integer,
  list,
  MEMBERS,
  message,
  named,
  PATHS,
  string,
  strings,
  wrapped,
  type WriteField,
  writeMessage,
} from './message.ts';

/**
 * A document of version 2 in the protocol buffers of gnostic's openapiv2, which clients ask for because they are read
 * faster.
 */
export function version2Protobuf(document: JsonObject): Uint8Array {
  return writeMessage(documentFields, document);
}

const extensions = named(any);

const externalDocs = message(() => [
  [1, 'description', string],
  [2, 'url', string],
]);

const schema: WriteField = message(() => schemaFields);

const schemaOrBoolean: WriteField = (writer, number, value) =>
  typeof value === 'boolean' ? wrapped(boolean, 2)(writer, number, value) : wrapped(schema)(writer, number, value);

const schemaFields: readonly Field[] = [
  [1, '$ref', string],
  [2, 'format', string],
  [3, 'title', string],
  [4, 'description', string],
  [5, 'default', any],
  [6, 'multipleOf', double],
  [7, 'maximum', double],
  [8, 'exclusiveMaximum', boolean],
  [9, 'minimum', double],
  [10, 'exclusiveMinimum', boolean],
  [11, 'maxLength', integer],
  [12, 'minLength', integer],
  [13, 'pattern', string],
  [14, 'maxItems', integer],
  [15, 'minItems', integer],
  [16, 'uniqueItems', boolean],
  [17, 'maxProperties', integer],
  [18, 'minProperties', integer],
  [19, 'required', strings],
  [20, 'enum', list(any)],
  [21, 'additionalProperties', schemaOrBoolean],
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

const queryParameter = message(() => [
  [1, 'required', boolean],
  [2, 'in', string],
  [3, 'description', string],
  [4, 'name', string],
  [6, 'type', string],
  [20, 'uniqueItems', boolean],
]);

const pathParameter = message(() => [
  [1, 'required', boolean],
  [2, 'in', string],
  [3, 'description', string],
  [4, 'name', string],
  [5, 'type', string],
  [19, 'uniqueItems', boolean],
]);

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

const reference = message(() => [
  [1, '$ref', string],
  [2, 'description', string],
]);

const parameters = list((writer, number, value) => {
  const isReference = isJsonObject(value) && '$ref' in value;
  if (isReference) wrapped(reference, 2)(writer, number, value);
  else wrapped(parameter)(writer, number, value);
});

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

const pathItem = message(() => [
  [2, 'get', operation],
  [3, 'put', operation],
  [4, 'post', operation],
  [5, 'delete', operation],
  [6, 'options', operation],
  [7, 'head', operation],
  [8, 'patch', operation],
  [9, 'parameters', parameters],
]);

const apiKey = message(() => [
  [1, 'type', string],
  [2, 'name', string],
  [3, 'in', string],
  [4, 'description', string],
]);

const documentFields: readonly Field[] = [
  [1, 'swagger', string],
  [
    2,
    'info',
    message(() => [
      [1, 'title', string],
      [2, 'version', string],
    ]),
  ],
  [8, 'paths', message(() => [[2, PATHS, named(pathItem)]])],
  [9, 'definitions', wrapped(named(schema))],
  [10, 'parameters', wrapped(named(parameter))],
  [12, 'security', list(wrapped(named(wrapped(strings))))],
  [13, 'securityDefinitions', wrapped(named(wrapped(apiKey, 2)))],
];
