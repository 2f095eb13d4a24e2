/** The command of kb that does what one of kubebuilder does; or why kb has none yet. */
export type ToKb = { readonly args: readonly string[] } | { readonly missing: string };

/** Flags that decide about nothing in `config/`, so that the comparison leaves them out. */
const withoutEffect = new Set(['make']);

/** Translates the commands that make a project, which are arguments of kubebuilder, into those of kb. */
export function toKb(commands: readonly (readonly string[])[]): ToKb[] {
  return commands.map((args) => {
    const { words, flags } = readArguments(args);
    return oneToKb(words, flags);
  });
}

/** The commands that kb lacks, by their index, with what is missing. */
export function missingCommands(commands: readonly (readonly string[])[]): Record<string, string> {
  const missing = toKb(commands).flatMap((said, index): [string, string][] =>
    'missing' in said ? [[String(index), said.missing]] : [],
  );
  return Object.fromEntries(missing);
}

function oneToKb(words: readonly string[], flags: ReadonlyMap<string, string>): ToKb {
  const command = words.join(' ');
  if (command === 'create webhook' && flags.has('external-api-path'))
    return { missing: 'kb create webhook for a kind of a Go package' };
  if (command === 'create api' && flags.has('external-api-path'))
    return { missing: 'kb create api for a kind of a Go package' };
  const said: string[] = [...words];
  for (const [name, value] of flags) {
    if (withoutEffect.has(name) || (command === 'edit' && name === 'force')) continue;
    if (name === 'namespaced' || name === 'controller' || name === 'resource')
      said.push(value === 'false' ? `--no-${name}` : `--${name}`);
    else if (value === 'true') said.push(`--${name}`);
    else said.push(`--${name}`, value);
  }
  return { args: said };
}

/** Reads `--name=value`, `--name value` and `--name`. */
function readArguments(args: readonly string[]): {
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, string>;
} {
  const words: string[] = [];
  const flags = new Map<string, string>();
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (!arg.startsWith('--')) {
      words.push(arg);
      continue;
    }
    const [name, value] = splitOnce(arg.slice(2));
    const next = args[index + 1];
    if (value !== undefined) flags.set(name, value);
    else if (next === undefined || next.startsWith('--')) flags.set(name, 'true');
    else {
      flags.set(name, next);
      index += 1;
    }
  }
  return { words, flags };
}

function splitOnce(text: string): [string, string?] {
  const at = text.indexOf('=');
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
