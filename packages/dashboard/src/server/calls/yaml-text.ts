import type { JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { mistakeIn, printYaml, readDocuments } from '@kb/apimachinery/yaml';
import type { ShownObject } from '../../protocol/index.ts';
import { TextMistakeError } from '../cluster/failure-of.ts';
import { textAt } from '../health/read-fields.ts';

const start = { line: 1, column: 1 };

/** Reads the one object of a YAML text. Throws a TextMistakeError with the place of the first mistake. */
export function readObjectText(yaml: string): ShownObject {
  const documents = readDocuments(yaml);
  for (const document of documents) {
    const mistake = mistakeIn(document);
    if (mistake === undefined) continue;
    const { line, column, message, hint } = mistake;
    throw new TextMistakeError(`Line ${line}: ${message}${hint === undefined ? '' : ` (${hint})`}`, { line, column });
  }
  const [document, second] = documents;
  const value = document?.parsed.value;
  if (second !== undefined) throw new TextMistakeError('The text has more than one object.', second.first);
  if (!isJsonObject(value)) throw new TextMistakeError('An object with apiVersion and kind is expected.', start);
  const missing = ['apiVersion', 'kind'].find((name) => textAt(value, name) === '');
  if (missing !== undefined) throw new TextMistakeError(`The object has no ${missing}.`, start);
  const { metadata = {} } = value;
  if (!isJsonObject(metadata)) throw new TextMistakeError('metadata is an object.', start);
  // What the server sets is missing in an object that a user writes.
  return { ...value, metadata } as object as ShownObject;
}

/** Prints an object as YAML. */
export function printObject(object: ShownObject, managedFields: boolean): string {
  const { managedFields: _managedFields, ...metadata } = object.metadata;
  // Objects of the API are JSON.
  return printYaml((managedFields ? object : { ...object, metadata }) as object as JsonValue);
}
