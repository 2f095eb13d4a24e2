import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { sourcePlace } from '../crd/checks/source-place.ts';
import { withoutBuiltInParts } from '../crd/checks/without-built-in-parts.ts';
import { nearestName } from '../text/nearest-name.ts';
import { typeInWords } from '../markers/schema/schema-words.ts';
import type { Kind, Model } from '../model/model.ts';
import { type Warning, warning } from './warning.ts';

const ofNumbers: readonly string[] = ['int32', 'int64', 'float', 'double'];

/** The string formats that API servers check. */
const ofText: readonly string[] = (
  'byte password date date-time duration uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13 creditcard ssn hexcolor rgbcolor bsonobjectid ' +
  'k8s-short-name k8s-long-name'
).split(' ');

/** Warns of formats that API servers do not know, or not for the type: these check nothing. */
export function formatWarnings(schema: JsonSchemaProps, kind: Kind, model: Model): readonly Warning[] {
  if (!hasUnknownFormat(schema)) return [];
  const own = withoutBuiltInParts(schema, { kind: 'named', id: kind.type }, model);
  return formatsIn(own, '').flatMap(({ path, format, type }) => {
    const problem = problemOf(format, type);
    if (problem === undefined) return [];
    const { span, markers, patch } = sourcePlace(path, kind, model);
    const marker = patch ?? markers.find(({ name, values }) => name.endsWith(':Format') && values.get('') === format);
    return [
      warning(
        marker?.argumentSpans.get('') ?? marker?.span ?? span,
        'KB_UNKNOWN_FORMAT',
        problem.message,
        problem.hint,
      ),
    ];
  });
}

/** True for a schema with a doubtful format anywhere. A quick check: schemas are large, and few have one. */
function hasUnknownFormat(schema: JsonSchemaProps, type = schema.type): boolean {
  const { format, properties, items, additionalProperties, allOf } = schema;
  if (format !== undefined && format !== '' && schema['x-kubernetes-int-or-string'] !== true)
    if (problemOf(format, type) !== undefined) return true;
  if (properties !== undefined)
    for (const name of Object.keys(properties)) if (hasUnknownFormat(properties[name] ?? {})) return true;
  if (items !== undefined && hasUnknownFormat(items)) return true;
  if (typeof additionalProperties === 'object' && hasUnknownFormat(additionalProperties)) return true;
  return allOf?.some((part) => hasUnknownFormat(part, part.type ?? type)) === true;
}

interface FoundFormat {
  /** The path of the keyword in the schema. */
  readonly path: string;
  readonly format: string;
  readonly type: string | undefined;
}

/** Every format in a schema. */
function formatsIn(schema: JsonSchemaProps, path: string): FoundFormat[] {
  const { format = '', type, properties = {}, items, additionalProperties, allOf = [] } = schema;
  const isEither = schema['x-kubernetes-int-or-string'] === true;
  return [
    ...(format === '' || isEither ? [] : [{ path: `${path}format`, format, type }]),
    ...Object.entries(properties).flatMap(([name, property]) => formatsIn(property, `${path}properties[${name}].`)),
    ...(items === undefined ? [] : formatsIn(items, `${path}items.`)),
    ...(typeof additionalProperties === 'object'
      ? formatsIn(additionalProperties, `${path}additionalProperties.`)
      : []),
    ...allOf.flatMap((part, index) =>
      formatsIn({ ...(type !== undefined && { type }), ...part }, `${path}allOf[${index}].`),
    ),
  ];
}

function problemOf(
  format: string,
  type: string | undefined,
): { readonly message: string; readonly hint: string } | undefined {
  const isKnown = ofNumbers.includes(format) || ofText.includes(format);
  if (!isKnown) {
    const all = [...ofText, ...ofNumbers];
    const bare = (name: string): string => name.replaceAll('-', '');
    const same = all.find((name) => bare(name) === bare(format));
    if (same !== undefined)
      return {
        message: `the format is called ${same}: API servers accept ${format} for it, but other tools do not`,
        hint: `did you mean ${same}?`,
      };
    const near = nearestName(format, all);
    return {
      message: `no API server knows the format ${format}: it checks nothing`,
      hint:
        near === undefined
          ? `remove it, or write +kubebuilder:validation:Pattern=…; known are ${all.join(', ')}`
          : `did you mean ${near}?`,
    };
  }
  const isNumber = type === 'integer' || type === 'number';
  if (type === undefined || (ofNumbers.includes(format) ? isNumber : type === 'string')) return undefined;
  return {
    message: `the format ${format} is one of ${ofNumbers.includes(format) ? 'numbers' : 'text'}, and this is ${typeInWords(type)}: it checks nothing`,
    hint: 'remove it, or change the type',
  };
}
