import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type JsonSchemaProps, readJsonPath } from '@kb/apimachinery/schema';
import type { Marker } from '../markers/define/marker-definition.ts';
import type { Kind } from '../model/model.ts';
import { type Warning, warning } from './warning.ts';
import { inWords, pathInSchema, type WrongPath } from './path-in-schema.ts';

/** A printer column of a CustomResourceDefinition. */
interface Column {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
}

/** Warns of columns of `kubectl get` that are always empty, or hide others. `markers` are those of the kind. */
export function columnWarnings(
  version: JsonObject,
  schema: JsonSchemaProps,
  kind: Kind,
  markers: readonly Marker[],
): readonly Warning[] {
  const columns = columnsOf(version['additionalPrinterColumns']);
  // A column without a marker comes from a patch.
  const patch = markers.find(({ name }) => name === 'kb:version');
  const markerOf = columnMarkers(markers);
  const warnings: Warning[] = [];
  const seen = new Map<string, string>([['NAME', 'kubectl itself begins with']]);
  for (const column of columns) {
    const marker = markerOf.get(keyOf(column.name, column.type, column.jsonPath));
    const report = (argument: string, message: string, hint: string): void => {
      const span = marker?.argumentSpans.get(argument) ?? marker?.span ?? patch?.span ?? kind.span;
      warnings.push(warning(span, 'KB_PRINTER_COLUMN', `the column ${column.name}: ${message}`, hint));
    };
    const heading = column.name.toUpperCase();
    const earlier = seen.get(heading);
    if (earlier === undefined) seen.set(heading, 'already exists');
    else report('name', `kubectl shows two columns ${heading}: one ${earlier}`, 'remove one, or give it another name');
    const problem = problemOf(column, schema);
    if (problem !== undefined) report(problem.argument, problem.message, problem.hint);
  }
  return warnings;
}

function columnsOf(value: JsonValue | undefined): Column[] {
  const text = (member: JsonValue | undefined): string => (typeof member === 'string' ? member : '');
  return (Array.isArray(value) ? value : [])
    .filter(isJsonObject)
    .map(({ name, type, jsonPath }) => ({ name: text(name), type: text(type), jsonPath: text(jsonPath) }));
}

/** The first marker of each column. */
function columnMarkers(markers: readonly Marker[]): ReadonlyMap<string, Marker> {
  const found = new Map<string, Marker>();
  for (const marker of markers) {
    if (marker.name !== 'kubebuilder:printcolumn') continue;
    const [name, type, path] = ['name', 'type', 'JSONPath'].map((argument) => marker.values.get(argument));
    if (typeof name !== 'string' || typeof type !== 'string' || typeof path !== 'string') continue;
    const key = keyOf(name, type, path);
    if (!found.has(key)) found.set(key, marker);
  }
  return found;
}

const keyOf = (...parts: readonly [name: string, type: string, path: string]): string => JSON.stringify(parts);

interface ColumnProblem {
  readonly argument: 'JSONPath' | 'type';
  readonly message: string;
  readonly hint: string;
}

function problemOf({ type, jsonPath }: Column, root: JsonSchemaProps): ColumnProblem | undefined {
  const [steps, ...others] = readJsonPath(jsonPath) ?? [];
  if (steps === undefined)
    return {
      argument: 'JSONPath',
      message: `API servers cannot read the path ${jsonPath}, and leave out this column and all after it`,
      hint: 'written like .spec.size, .spec.ports[0].name or .status.conditions[?(@.type=="Ready")].status',
    };
  if (others.length > 0) return undefined;
  const target = pathInSchema(steps, root);
  if ('problem' in target) {
    return {
      argument: 'JSONPath',
      message: `it is always empty, since ${target.problem}`,
      hint: hintOf(jsonPath, target),
    };
  }
  const wanted = target.schema === undefined ? undefined : mismatch(type, target.schema);
  return wanted === undefined
    ? undefined
    : { argument: 'type', message: `it is of the type ${type}, and ${jsonPath} is ${wanted.found}`, hint: wanted.hint };
}

function hintOf(path: string, { wrong, near, instead, fields = [] }: WrongPath): string {
  if (instead !== undefined && path.startsWith(instead.from))
    return `did you mean ${instead.to}${instead.rest ? path.slice(instead.from.length) : ''}?`;
  if (wrong !== undefined && near !== undefined) return `did you mean ${path.replace(`.${wrong}`, `.${near}`)}?`;
  const some = fields.length > 12 ? [...fields.slice(0, 12), '…'] : fields;
  return some.length > 0 ? `it has ${some.join(', ')}` : 'the path of a column names fields that the kind has';
}

/**
 * The mismatch between the value at the end of a path and the column's type, and what to write. A column of the type
 * string can show every value.
 */
function mismatch(
  type: string,
  schema: JsonSchemaProps,
): { readonly found: string; readonly hint: string } | undefined {
  const { type: is = '', format = '' } = schema;
  if (schema['x-kubernetes-int-or-string'] === true)
    return type === 'string' ? undefined : { found: 'a number or text', hint: 'write type=string, which shows both' };
  if (is === '') return undefined;
  if (type === 'date') {
    if (is === 'string' && ['', 'date-time', 'datetime'].includes(format)) return undefined;
    const found = is === 'string' ? `text of the format ${format}` : inWords(schema);
    const right = columnTypeOf(schema);
    return { found, hint: `a date is shown as an age, of a time such as 2024-01-31T12:00:00Z: write type=${right}` };
  }
  const fitting: Readonly<Record<string, readonly string[]>> = {
    integer: ['integer'],
    number: ['integer', 'number'],
    boolean: ['boolean'],
  };
  if (fitting[type] === undefined || fitting[type].includes(is)) return undefined;
  return { found: inWords(schema), hint: `write type=${columnTypeOf(schema)}` };
}

function columnTypeOf({ type = '', format }: JsonSchemaProps): string {
  if (['integer', 'number', 'boolean'].includes(type)) return type;
  return format === 'date-time' ? 'date' : 'string';
}
