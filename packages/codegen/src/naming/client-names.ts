import { pluralise } from './plural.ts';

/** The names of a kind in the generated client. */
export interface ClientNames {
  /** The resource handle: `appServices`. */
  readonly handle: string;
  /** The kind's constant: `appServiceKind`. */
  readonly kindConstant: string;
  /** The interface for server-side apply: `AppServiceApply`. */
  readonly applyType: string;
  /** The type in caches: `CachedAppService`. */
  readonly cachedType: string;
  /** The file, without its folder: `appservice.ts`. */
  readonly file: string;
}

/** Returns the names of a kind in the generated client. */
export function clientNamesOf({ kind, plural }: { readonly kind: string; readonly plural: string }): ClientNames {
  return {
    handle: asIdentifier(handleOf(kind, plural)),
    kindConstant: `${lowerFirst(kind)}Kind`,
    applyType: `${kind}Apply`,
    cachedType: `Cached${kind}`,
    file: `${kind.toLowerCase()}.ts`,
  };
}

/** The plural with the kind's capitals if the letters match. */
function handleOf(kind: string, plural: string): string {
  const regular = pluralise(kind);
  if (regular.toLowerCase() === plural) return lowerFirst(regular);
  const name = plural.startsWith(kind.toLowerCase()) ? lowerFirst(kind + plural.slice(kind.length)) : plural;
  return name.replaceAll(/-+(\w?)/g, (_, letter: string) => letter.toUpperCase());
}

/** A valid identifier: a plural may be a reserved word. */
function asIdentifier(name: string): string {
  return reservedWords.has(name) ? `${name}Resource` : name;
}

const reservedWords: ReadonlySet<string> = new Set(
  [
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally',
    'for function if implements import in instanceof interface let new null package private protected public return static super',
    'switch this throw true try typeof undefined var void while with yield',
  ].flatMap((line) => line.split(' ')),
);

/**
 * A kind as the beginning of a variable's name. The first word becomes lower case, an abbreviation as a whole:
 * `AppService`, `HTTPRoute` and `DNS` become `appService`, `httpRoute` and `dns`.
 */
export function lowerFirst(name: string): string {
  return name.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (word) => word.toLowerCase());
}
