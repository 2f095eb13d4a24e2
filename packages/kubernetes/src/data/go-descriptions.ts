import { descriptionOf } from './descriptions.ts';
import { readData } from './package-file.ts';
import { packageNames } from './types.ts';

/** What kb knows of a description in Go: figures, not the text. */
export interface GoDescription {
  readonly typeName: string;
  /** Empty: it is the type's own. */
  readonly field: string;
  /** See {@link digestOf}. */
  readonly digest: string;
  /** A figure a line, as `data/README.md` describes them. */
  readonly layout: readonly string[];
}

/** The descriptions of a package, by type, then by field. */
type PackageDescriptions = ReadonlyMap<string, ReadonlyMap<string, GoDescription>>;

const loaded = new Map<string, PackageDescriptions>();
let exactTexts: ReadonlyMap<string, string> | undefined;

/**
 * The figures of the description that controller-gen takes from Go for a type (without `field`) or one of its fields;
 * undefined where it finds none.
 */
export function goDescriptionOf(typeName: string, field = ''): GoDescription | undefined {
  return load(typeName.slice(0, Math.max(typeName.lastIndexOf('.'), 0)))
    ?.get(typeName)
    ?.get(field);
}

/** Every description that controller-gen takes from Go. */
export function goDescriptions(): GoDescription[] {
  const types = packageNames().flatMap((name) => [...(load(name)?.values() ?? [])]);
  return types.flatMap((fields) => [...fields.values()]);
}

/** The digest of a text: the first 48 bits of its SHA-256, in base64url. */
export function digestOf(text: string): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', text, 'base64url').slice(0, 8);
}

/**
 * The description that controller-gen writes for a type or field, as far as kb knows: the text; `digest:` and its
 * digest when kb does not have the text; undefined when there is none. For comparisons with controller-gen, with {@link
 * comparableDescription}.
 */
export function exactDescriptionOf(typeName: string, field?: string): string | undefined {
  const go = goDescriptionOf(typeName, field);
  return go === undefined ? undefined : (wordsOf(go) ?? standIn(go.digest));
}

/**
 * One of Kubernetes' descriptions, as controller-gen writes it, in the form that {@link exactDescriptionOf} has for it;
 * undefined for any other text.
 */
export function comparableDescription(text: string): string | undefined {
  exactTexts ??= new Map(goDescriptions().map((go) => [go.digest, wordsOf(go) ?? standIn(go.digest)]));
  return exactTexts.get(digestOf(text));
}

/** The text, if kb has exactly that. */
function wordsOf({ typeName, field, digest }: GoDescription): string | undefined {
  const text = descriptionOf(typeName, field);
  return text !== undefined && digestOf(text) === digest ? text : undefined;
}

function standIn(digest: string): string {
  return `digest:${digest}`;
}

function load(packageName: string): PackageDescriptions | undefined {
  const present = loaded.get(packageName);
  // As with the types: only a package of the index becomes part of a file name.
  if (present !== undefined || !packageNames().includes(packageName)) return present;
  const file = readData(`descriptions/${packageName}.json`) as Record<string, Record<string, string>>;
  const descriptions = new Map(
    Object.entries(file).map(([localName, fields]) => {
      const typeName = `${packageName}.${localName}`;
      return [typeName, new Map(Object.entries(fields).map(([name, text]) => [name, parse(typeName, name, text)]))];
    }),
  );
  loaded.set(packageName, descriptions);
  return descriptions;
}

function parse(typeName: string, field: string, text: string): GoDescription {
  const [digest = '', ...layout] = text.split(' ');
  return { typeName, field, digest, layout };
}
