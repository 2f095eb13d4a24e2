import { isDns1035Label, isDns1123Subdomain } from '@kb/apimachinery/server';
import { hasTemplate, type JsonPath, quoteShort, TEMPLATE_HINT } from '@kb/apimachinery/yaml';
import type { CustomResourceDefinition } from './custom-resource-definition.ts';
import { type DefinitionProblem, formatPath } from './text-problem.ts';

/** Returns the API server's messages about a name; none if it is valid. */
type NameRule = (name: string) => readonly string[];

/** Words that cannot be the name of a type in TypeScript. */
const reservedWords: ReadonlySet<string> = new Set(
  (
    'any unknown never void undefined null object string number boolean symbol bigint ' +
    'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new return ' +
    'super switch this throw true try typeof var while with ' +
    'implements interface let package private protected public static yield await as'
  ).split(' '),
);

const expected = {
  group: 'a DNS name with a dot, such as shop.example.com',
  version: 'lower case letters and digits, a letter first, such as v1beta1',
  label: 'lower case letters, digits and -, a letter first',
  kind: 'letters and digits, a letter first, such as CronTab',
} as const;

const isKind: NameRule = (name) =>
  /^[A-Za-z][A-Za-z0-9]{0,62}$/.test(name) ? [] : ['it cannot be the name of a type'];

/** The API server requires a dot in the group of a definition: groups without one are Kubernetes' own. */
const isGroup: NameRule = (name) => (name.includes('.') ? isDns1123Subdomain(name) : ['it has no dot']);

/** An empty string counts as absent: the API server sets its default. */
const orEmpty =
  (rule: NameRule): NameRule =>
  (name) =>
    name === '' ? [] : rule(name);

/** No type is named after the list's kind, so the API server's rule is enough. */
const isListKind = orEmpty((name) => isDns1035Label(name.toLowerCase()));

/** Reports the invalid names of a definition. Paths and types are built from names, so nothing else may get there. */
export function checkNames({ metadata, spec }: CustomResourceDefinition): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  const check = (path: JsonPath, name: string | undefined, rule: NameRule, what: keyof typeof expected): void => {
    if (name === undefined) return;
    if (hasTemplate(name)) problems.push({ ...templateInName(formatPath(path)), path });
    else if (rule(name).length > 0) {
      const message = `${formatPath(path)} is ${quoteShort(name)}, which is not a name: expected ${expected[what]}`;
      problems.push({ code: 'KB_INVALID_NAME', message, path });
    }
  };
  const { names } = spec;
  check(['spec', 'group'], spec.group, isGroup, 'group');
  check(['spec', 'names', 'kind'], names.kind, isKind, 'kind');
  if (reservedWords.has(names.kind)) problems.push(reservedKind(names.kind));
  check(['spec', 'names', 'listKind'], names.listKind, isListKind, 'label');
  check(['spec', 'names', 'plural'], names.plural, isDns1035Label, 'label');
  check(['spec', 'names', 'singular'], names.singular, orEmpty(isDns1035Label), 'label');
  for (const list of ['shortNames', 'categories'] as const) {
    for (const [index, name] of (names[list] ?? []).entries())
      check(['spec', 'names', list, index], name, isDns1035Label, 'label');
  }
  for (const [index, { name }] of spec.versions.entries())
    check(['spec', 'versions', index, 'name'], name, isDns1035Label, 'version');
  const wanted = `${names.plural}.${spec.group}`;
  if (problems.length === 0 && metadata.name !== wanted) {
    const path = ['metadata', 'name'];
    const message = `metadata.name is ${quoteShort(metadata.name)}, and must be ${quoteShort(wanted)}: <spec.names.plural>.<spec.group>`;
    if (hasTemplate(metadata.name)) problems.push({ ...templateInName(formatPath(path)), path });
    else problems.push({ code: 'KB_INVALID_NAME', message, path });
  }
  return problems;
}

/** API servers accept such a kind. */
function reservedKind(kind: string): DefinitionProblem {
  return {
    code: 'KB_INVALID_NAME',
    message: `spec.names.kind is ${quoteShort(kind)}, a word of TypeScript: no type can have that name, so kb cannot import this kind`,
    hint: 'leave it out: other kinds are imported without it',
    path: ['spec', 'names', 'kind'],
  };
}

/** Reports templates in labels and annotations, whose values are unknown. */
export function checkTemplates({ metadata }: CustomResourceDefinition): DefinitionProblem[] {
  return (['labels', 'annotations'] as const).flatMap((field) =>
    Object.entries(metadata[field] ?? {})
      .filter(([, text]) => hasTemplate(text))
      .map(([key]) => {
        const path = ['metadata', field, key];
        return { ...templateInName(formatPath(path)), path };
      }),
  );
}

/** The finding for a template in a name, or in another value that is not prose. */
function templateInName(what: string): Pick<DefinitionProblem, 'code' | 'message' | 'hint'> {
  return {
    code: 'KB_IMPORT_TEMPLATE',
    message: `${what} has a template in it, where a value is expected`,
    hint: TEMPLATE_HINT,
  };
}
