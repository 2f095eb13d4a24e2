import type { JsonObject } from '@kb/apimachinery';
import type { Reporter } from '../../diagnostic/reporter.ts';
import type { Kind, Model } from '../../model/model.ts';
import { jsonSize } from './json-size.ts';
import { repeatedTypes } from './repeated-types.ts';

/**
 * The maximum size of a request to an API server, in bytes; no flag changes it. A smaller definition that exceeds
 * etcd's default limit only gives a warning, because that limit can be configured.
 */
const MOST_OF_REQUEST = 3 * 1024 * 1024;

/**
 * Creates the check of one definition. It is called with each version's schema, before anything as large as its JSON is
 * built from it. Returns false, and reports it, once the versions so far are together larger than an API server
 * accepts.
 */
export function createSizeCheck(model: Model, reporter: Reporter): (schema: JsonObject, kind: Kind) => boolean {
  let total = 0;
  return (schema, kind) => {
    total += jsonSize(schema);
    if (total <= MOST_OF_REQUEST) return true;
    const { name, groupVersion, span, type } = kind;
    const repeated = repeatedTypes(model, type);
    const [first] = repeated;
    const message = `the CustomResourceDefinition of ${name} has ${sizeInWords(total)} of JSON up to ${groupVersion.version}, and API servers take ${sizeInWords(MOST_OF_REQUEST)} in one request`;
    if (first)
      reporter.report(first.span, {
        code: 'KB_DEFINITION_TOO_LARGE',
        message: `${message}: it has ${timesInWords(repeated)}`,
        hint: 'use the types in fewer places, or mark a field on the way with +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields',
      });
    else
      reporter.report(span, {
        code: 'KB_DEFINITION_TOO_LARGE',
        message,
        hint: 'maxDescriptionLength, under generate in PROJECT, shortens descriptions; or make two kinds of it',
      });
    return false;
  };
}

/** How many types the message names: the first ones and the last. */
const NAMED = 5;

function timesInWords(types: readonly { readonly name: string; readonly times: number }[]): string {
  const words = types.map(({ name, times }) => `${name} ${inWords(times)} times`);
  return words.length <= NAMED ? words.join(', ') : [...words.slice(0, NAMED - 1), '…', ...words.slice(-1)].join(', ');
}

/**
 * Formats a number of bytes in mebibytes, so that small differences, as between versions of the generator, do not show.
 */
function sizeInWords(bytes: number): string {
  return bytes < 1e15 ? `${(bytes / 2 ** 20).toFixed(1)} MiB` : `${inWords(bytes)} bytes`;
}

/** Formats a number that may be arbitrarily large. */
function inWords(number: number): string {
  if (number < 1e15) return String(number);
  return Number.isFinite(number) ? `10^${Math.floor(Math.log10(number))}` : 'more than 10^308';
}
