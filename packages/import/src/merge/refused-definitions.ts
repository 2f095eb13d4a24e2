import { isLabelValue, isQualifiedName } from '@kb/apimachinery/server';
import { type JsonPath, quoteShort } from '@kb/apimachinery/yaml';
import type { Diagnostic } from '@kb/codegen';
import { refusalInWords, ruleRefusal, schemaRefusals } from '@kb/codegen/importer';
import type { GroupImport, PlacedDefinition } from './import-group.ts';

/**
 * Returns a warning for each definition of a group that the API server refuses, by name, with the first problem.
 * `errors` are the generator's for the types: an error that no definition explains is reported unchanged, at the
 * definition of the types.
 */
export function refusedDefinitions(group: GroupImport, errors: readonly Diagnostic[]): ReadonlyMap<string, Diagnostic> {
  const refused = new Map<string, Diagnostic>();
  if (errors.length === 0) return refused;
  for (const placed of group.definitions) {
    const problem = problemOf(placed);
    if (problem !== undefined) refused.set(placed.definition.metadata.name, warning(placed, problem));
  }
  for (const { file, line, message } of errors) {
    const kind = group.imported.find((imported) => imported.file === file)?.kind;
    // A file that belongs to no kind is shared by several.
    const candidates = group.definitions.filter(
      ({ definition }) => (kind ?? definition.spec.names.kind) === definition.spec.names.kind,
    );
    const [first] = candidates;
    if (first === undefined || candidates.some(({ definition }) => refused.has(definition.metadata.name))) continue;
    const { name } = first.definition.metadata;
    const said = `kb generate refuses the types of ${name}, ${file}:${line}: ${message}`;
    refused.set(name, warning(first, { message: said, path: [], meant: 'value' }));
  }
  return refused;
}

/** The problem of a definition, and the part that has it. */
interface Refusal {
  readonly message: string;
  readonly path: JsonPath;
  readonly meant: 'key' | 'value';
}

function problemOf({ definition: { metadata, spec } }: PlacedDefinition): Refusal | undefined {
  const found = spec.versions.flatMap(({ name, schema, subresources }) =>
    schemaRefusals(schema.openAPIV3Schema, subresources?.status !== undefined).map((error) => ({ name, error })),
  );
  const [first] = found;
  if (first === undefined) return undefined;
  const { name, error } = first;
  const more = found.length === 1 ? '' : `; and ${found.length - 1} more`;
  const said = ruleRefusal(error)?.problem ?? refusalInWords(error.message, '', undefined);
  const where = error.field === '' ? '' : `${error.field}: `;
  return {
    message: `the API server refuses the definition ${metadata.name}: schema of ${name}: ${where}${said}${more}`,
    path: ['spec', 'versions', name, 'schema', 'openAPIV3Schema', ...pathOfField(error.field)],
    meant: 'value',
  };
}

/** The path of `properties[spec].allOf[0].type`: keys are in brackets, and may contain brackets. */
function pathOfField(field: string): JsonPath {
  const path: (string | number)[] = [];
  for (let at = 0; at < field.length;) {
    const isKey = field.charAt(at) === '[';
    const end = isKey ? endOfKey(field, at) : field.slice(at).search(/[.[]/) + at;
    const part = field.slice(isKey ? at + 1 : at, end < at ? field.length : end);
    path.push(isKey && /^\d+$/.test(part) ? Number(part) : part);
    if (end < at) break;
    at = end + (isKey ? 1 : 0);
    if (field.charAt(at) === '.') at++;
  }
  return path;
}

/** The end of a key in brackets; -1 if there is none. */
function endOfKey(field: string, start: number): number {
  for (let end = field.indexOf(']', start); end !== -1; end = field.indexOf(']', end + 1))
    if (end + 1 === field.length || '.['.includes(field.charAt(end + 1))) return end;
  return -1;
}

/**
 * Returns a warning for a definition that API servers refuse because of the names of its labels and annotations. `kb
 * generate` accepts its types, and does not report labels and annotations with an empty key.
 */
export function refusedMetadata(placed: PlacedDefinition): Diagnostic | undefined {
  const { name, labels = {}, annotations = {} } = placed.definition.metadata;
  const problems = [
    // As in the API server, both parts of an annotation's key may have capitals.
    ...Object.keys(annotations).flatMap((key) => keyRefusals('annotations', key, isQualifiedName(key.toLowerCase()))),
    ...Object.entries(labels).flatMap(([key, value]) => [
      ...keyRefusals('labels', key, isQualifiedName(key)),
      ...keyRefusals('labels', key, isLabelValue(value)).map((problem): Refusal => ({
        ...problem,
        message: `${problem.message} (the value is ${quoteShort(value)})`,
        meant: 'value',
      })),
    ]),
  ];
  const [first] = problems;
  if (first === undefined) return undefined;
  const more = problems.length === 1 ? '' : `; and ${problems.length - 1} more`;
  const message = `the API server refuses the definition ${name}: ${first.message}${more}`;
  return {
    ...warning(placed, { ...first, message }),
    hint: 'correct the key or the value in the definition, or remove it; the types are imported, but their definition lacks what has an empty key',
  };
}

function keyRefusals(field: 'labels' | 'annotations', key: string, problems: readonly string[]): readonly Refusal[] {
  return problems.slice(0, 1).map((problem) => ({
    message: `metadata.${field}[${quoteShort(key)}]: ${problem}`,
    path: ['metadata', field, key],
    meant: 'key',
  }));
}

/** A warning at the problem, or at the definition; for types that were imported before, at the name. */
function warning({ definition, place }: PlacedDefinition, { message, path, meant }: Refusal): Diagnostic {
  const at = place?.locate(path, meant) ?? { line: place?.line ?? 0, column: place === undefined ? 0 : 1, length: 1 };
  return {
    code: 'KB_DEFINITION_REFUSED',
    severity: 'warning',
    message,
    hint: 'correct the definition, or leave it out: kb generate refuses the whole folder of the types as long as its types are there',
    file: place?.file ?? definition.metadata.name,
    ...at,
  };
}
