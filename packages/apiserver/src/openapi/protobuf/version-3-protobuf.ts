import type { JsonObject } from '@kb/apimachinery';
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
  scalarOf,
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

/** A document of version 3 in the protocol buffers of gnostic's openapiv3; path by path, and schema by schema. */
export function version3Protobuf(document: JsonObject): Generator<void, Uint8Array> {
  return messageInSteps(documentFields, document);
}

const reference = message(() => [[1, '$ref', string]]);

/** Writes a value, or a reference to one. */
const referable = (write: WriteField): WriteField => orReference(write, reference);

const schema: WriteField = message(() => schemaFields);
const schemaOrReference = referable(schema);

/** Writes a default. For an object or a list, only its presence is written. */
const defaultValue = scalarOf({ number: 1, boolean: 2, string: 3 });

const schemaFields: readonly Field[] = [
  [1, 'nullable', boolean],
  [6, 'externalDocs', externalDocs],
  [7, 'example', any],
  [9, 'title', string],
  ...constraints(10),
  [25, 'type', string],
  [26, 'allOf', list(schemaOrReference)],
  [27, 'oneOf', list(schemaOrReference)],
  [28, 'anyOf', list(schemaOrReference)],
  [29, 'not', schema],
  [30, 'items', wrapped(list(schemaOrReference))],
  [31, 'properties', wrapped(named(schemaOrReference))],
  [32, 'additionalProperties', schemaOrBoolean(schemaOrReference)],
  [33, 'default', defaultValue],
  [34, 'description', string],
  [35, 'format', string],
  [36, EXTENSIONS, extensions],
];

const parameters = list(
  referable(
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
  [7, 'requestBody', referable(requestBody)],
  [8, 'responses', message(() => [[2, MEMBERS, named(referable(response))]])],
  [13, EXTENSIONS, extensions],
]);

const pathItem = message(() => [...operationsFrom(4, operation), [13, 'parameters', parameters]]);

const securityScheme = message(() =>
  numbered(1, ['type', string], ['description', string], ['name', string], ['in', string]),
);

const components = largeMessage([
  [1, 'schemas', largeMessage([[1, MEMBERS, manyNamed(schemaOrReference)]])],
  [7, 'securitySchemes', wrapped(named(referable(securityScheme)))],
]);

const info = message(() => [
  [1, 'title', string],
  [6, 'version', string],
]);

const documentFields: readonly LargeField[] = [
  [1, 'openapi', string],
  [2, 'info', info],
  [4, 'paths', largeMessage([[1, PATHS, manyNamed(pathItem)]])],
  [5, 'components', components],
];
