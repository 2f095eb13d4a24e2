/** A flag of the command line, as Go's flag package has them: `-name`, `--name`, `--name=value`, `--name value`. */
export interface FlagDefinition {
  readonly type: 'boolean' | 'string';
  /** One sentence for the help text. */
  readonly description: string;
  /** The default value, as it would be written. Default: `false`, or the empty string. */
  readonly default?: string;
  /** Checks a value; returns what is wrong with it. Default: anything is allowed. */
  readonly check?: (value: string) => string | undefined;
}

/** The values of flags that were given, and the defaults of the others. */
export type FlagValues<D extends Readonly<Record<string, FlagDefinition>>> = {
  readonly [N in keyof D]: D[N]['type'] extends 'boolean' ? boolean : string;
};

/** The command line cannot be understood. */
export class FlagError extends Error {
  override readonly name = 'FlagError';
  readonly code = 'KB_BAD_FLAG';
}

/** The strings that Go's strconv.ParseBool accepts, and their values. */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'true', 'TRUE', 'True'].map((word) => [word, true] as const),
  ...['0', 'f', 'F', 'false', 'FALSE', 'False'].map((word) => [word, false] as const),
]);

/**
 * Reads a command line. The last of several values wins. Throws a {@link FlagError} that says which part is wrong and
 * why.
 */
export function parseFlags<D extends Readonly<Record<string, FlagDefinition>>>(
  definitions: D,
  args: readonly string[],
): FlagValues<D> {
  const values = new Map<string, boolean | string>();
  for (const [name, { type, default: text = '' }] of Object.entries(definitions)) {
    values.set(name, type === 'boolean' ? booleans.get(text) === true : text);
  }
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined && arg !== '--'; arg = rest.shift()) {
    const { name, inline } = splitFlag(arg);
    const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    if (!definition) throw new FlagError(`flag provided but not defined: --${name}`);
    const given = inline ?? (definition.type === 'boolean' ? 'true' : rest.shift());
    if (given === undefined) throw new FlagError(`flag needs an argument: --${name}`);
    const bad = definition.check?.(given);
    if (bad) throw new FlagError(`invalid value "${given}" for flag --${name}: ${bad}`);
    values.set(name, definition.type === 'boolean' ? booleanOf(name, given) : given);
  }
  const [extra] = rest;
  if (extra !== undefined) throw new FlagError(`unexpected argument "${extra}": this program takes flags only`);
  // Every name has a default or a value, both of its definition's type.
  return Object.fromEntries(values) as FlagValues<D>;
}

function splitFlag(arg: string): { readonly name: string; readonly inline: string | undefined } {
  const match = /^--?(?<name>[^-=][^=]*)(?:=(?<inline>[^]*))?$/.exec(arg);
  const name = match?.groups?.['name'];
  if (name === undefined) throw new FlagError(`unexpected argument "${arg}": this program takes flags only`);
  return { name, inline: match?.groups?.['inline'] };
}

function booleanOf(name: string, text: string): boolean {
  const value = booleans.get(text);
  if (value === undefined) throw new FlagError(`invalid boolean value "${text}" for --${name}: expected true or false`);
  return value;
}

/** Formats the help text: one paragraph for each flag, in order. */
export function flagsHelp(definitions: Readonly<Record<string, FlagDefinition>>): string {
  return Object.entries(definitions)
    .map(([name, { type, description, default: text }]) => {
      const fallback = text === undefined || text === '' || text === 'false' ? '' : ` (default ${text})`;
      return `  --${name}${type === 'string' ? ' string' : ''}\n        ${description}${fallback}\n`;
    })
    .join('');
}
