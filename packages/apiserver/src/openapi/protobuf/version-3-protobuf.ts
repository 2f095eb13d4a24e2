import type { JsonObject } from '@kb/apimachinery';
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
  scalarOf,
  string,
  strings,
  wrapped,
  type WriteField,
  writeMessage,
} from './message.ts';

/** A document of version 3 in the protocol buffers of gnostic's openapiv3. */
export function version3Protobuf(document: JsonObject): Uint8Array {
  return writeMessage(documentFields, document);
}

const extensions = named(any);

const reference = message(() => [[1, '$ref', string]]);

/** One thing or a reference to it. */
const orReference =
  (write: WriteField): WriteField =>
  (writer, number, value) => {
    const isReference = isJsonObject(value) && '$ref' in value;
    (isReference ? wrapped(reference, 2) : wrapped(write))(writer, number, value);
  };

const schema: WriteField = message(() => schemaFields);
const schemaOrReference = orReference(schema);

const schemaOrBoolean: WriteField = (writer, number, value) =>
  (typeof value === 'boolean' ? wrapped(boolean, 2) : wrapped(schemaOrReference))(writer, number, value);

/** Of others than scalars nothing is told but that they are there. */
const defaultValue = scalarOf({ number: 1, boolean: 2, string: 3 });

const externalDocs = message(() => [
  [1, 'description', string],
  [2, 'url', string],
]);

const schemaFields: readonly Field[] = [
  [1, 'nullable', boolean],
  [6, 'externalDocs', externalDocs],
  [7, 'example', any],
  [9, 'title', string],
  [10, 'multipleOf', double],
  [11, 'maximum', double],
  [12, 'exclusiveMaximum', boolean],
  [13, 'minimum', double],
  [14, 'exclusiveMinimum', boolean],
  [15, 'maxLength', integer],
  [16, 'minLength', integer],
  [17, 'pattern', string],
  [18, 'maxItems', integer],
  [19, 'minItems', integer],
  [20, 'uniqueItems', boolean],
  [21, 'maxProperties', integer],
  [22, 'minProperties', integer],
  [23, 'required', strings],
  [24, 'enum', list(any)],
  [25, 'type', string],
  [26, 'allOf', list(schemaOrReference)],
  [27, 'oneOf', list(schemaOrReference)],
  [28, 'anyOf', list(schemaOrReference)],
  [29, 'not', schema],
  [30, 'items', wrapped(list(schemaOrReference))],
  [31, 'properties', wrapped(named(schemaOrReference))],
  [32, 'additionalProperties', schemaOrBoolean],
  [33, 'default', defaultValue],
  [34, 'description', string],
  [35, 'format', string],
  [36, EXTENSIONS, extensions],
];

const parameters = list(
  orReference(
    message(() => [
      [1, 'name', string],
      [2, 'in', string],
      [3, 'description', string],
      [4, 'required', boolean],
      [10, 'schema', schemaOrReference],
    ]),
  ),
);

const mediaTypes = wrapped(named(message(() => [[1, 'schema', schemaOrReference]])));

const requestBody = message(() => [
  [1, 'description', string],
  [2, 'content', mediaTypes],
  [3, 'required', boolean],
]);

const response = message(() => [
  [1, 'description', string],
  [3, 'content', mediaTypes],
]);

const operation = message(() => [
  [1, 'tags', strings],
  [3, 'description', string],
  [5, 'operationId', string],
  [6, 'parameters', parameters],
  [7, 'requestBody', orReference(requestBody)],
  [8, 'responses', message(() => [[2, MEMBERS, named(orReference(response))]])],
  [13, EXTENSIONS, extensions],
]);

const pathItem = message(() => [
  [4, 'get', operation],
  [5, 'put', operation],
  [6, 'post', operation],
  [7, 'delete', operation],
  [8, 'options', operation],
  [9, 'head', operation],
  [10, 'patch', operation],
  [13, 'parameters', parameters],
]);

const securityScheme = message(() => [
  [1, 'type', string],
  [2, 'description', string],
  [3, 'name', string],
  [4, 'in', string],
]);

const components = message(() => [
  [1, 'schemas', wrapped(named(schemaOrReference))],
  [7, 'securitySchemes', wrapped(named(orReference(securityScheme)))],
]);

const info = message(() => [
  [1, 'title', string],
  [6, 'version', string],
]);

const documentFields: readonly Field[] = [
  [1, 'openapi', string],
  [2, 'info', info],
  [4, 'paths', message(() => [[1, PATHS, named(pathItem)]])],
  [5, 'components', components],
];
