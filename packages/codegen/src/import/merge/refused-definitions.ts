import { isLabelValue, isQualifiedName, quoteShort } from '@kb/apimachinery';
import { schemaRefusals } from '../../crd/check-schema.ts';
import { refusalInWords } from '../../crd/refusal-in-words.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { GroupImport, PlacedDefinition } from './import-group.ts';

/**
 * A warning for each definition of a group that the API server refuses, by its name, with the first thing that is
 * wrong. `errors` are what the generator found in the types: what no definition explains is told as it is, of the
 * definition whose types have it.
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
    // What is in no kind's own file is several kinds'.
    const candidates = group.definitions.filter(
      ({ definition }) => (kind ?? definition.spec.names.kind) === definition.spec.names.kind,
    );
    const [first] = candidates;
    if (first === undefined || candidates.some(({ definition }) => refused.has(definition.metadata.name))) continue;
    const { name } = first.definition.metadata;
    refused.set(name, warning(first, `kb generate refuses the types of ${name}, ${file}:${line}: ${message}`));
  }
  return refused;
}

function problemOf({ definition: { metadata, spec } }: PlacedDefinition): string | undefined {
  const found = spec.versions.flatMap(({ name, schema, subresources }) =>
    schemaRefusals(schema.openAPIV3Schema, subresources?.status !== undefined).map((error) => ({ name, error })),
  );
  const [first] = found;
  if (first === undefined) return undefined;
  const { name, error } = first;
  const more = found.length === 1 ? '' : `; and ${found.length - 1} more`;
  const where = error.field === '' ? '' : `${error.field}: `;
  return `the API server refuses the definition ${metadata.name}: schema of ${name}: ${where}${refusalInWords(error.message, '', undefined)}${more}`;
}

/**
 * A warning for a definition that no API server takes, for what its labels and annotations are called. `kb generate`
 * takes its types, and says nothing of what has no name.
 */
export function refusedMetadata(placed: PlacedDefinition): Diagnostic | undefined {
  const { name, labels = {}, annotations = {} } = placed.definition.metadata;
  const problems = [
    // As the API server does: capitals are fine in both parts of the key of an annotation.
    ...Object.keys(annotations).flatMap((key) => said('annotations', key, isQualifiedName(key.toLowerCase()))),
    ...Object.entries(labels).flatMap(([key, value]) => [
      ...said('labels', key, isQualifiedName(key)),
      ...said('labels', key, isLabelValue(value)).map((problem) => `${problem} (the value is ${quoteShort(value)})`),
    ]),
  ];
  const [first] = problems;
  if (first === undefined) return undefined;
  const more = problems.length === 1 ? '' : `; and ${problems.length - 1} more`;
  return {
    ...warning(placed, `the API server refuses the definition ${name}: ${first}${more}`),
    hint: 'mend the key or the value in the definition, or remove it; the types are made, and a definition from them is without what has no name',
  };
}

function said(field: 'labels' | 'annotations', key: string, problems: readonly string[]): readonly string[] {
  return problems.slice(0, 1).map((problem) => `metadata.${field}[${quoteShort(key)}]: ${problem}`);
}

/** At the definition; of types that were imported before, at its name. */
function warning({ definition, place }: PlacedDefinition, message: string): Diagnostic {
  return {
    code: 'KB_DEFINITION_REFUSED',
    severity: 'warning',
    message,
    hint: 'mend the definition, or leave it out: kb generate refuses the whole folder of the types as long as its types are there',
    file: place?.file ?? definition.metadata.name,
    line: place?.line ?? 0,
    column: place === undefined ? 0 : 1,
    length: 1,
  };
}
