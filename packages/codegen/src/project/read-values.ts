/** Where a value is in the file. */
export type Path = readonly (string | number)[];

/** Says what is wrong with a value or, with `meant`, with its key. */
export type Report = (path: Path, message: string, hint?: string, meant?: 'key') => void;

/** The keys of an object that are not known, with their values; undefined where all are. */
export function otherKeys(
  value: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): Record<string, unknown> | undefined {
  const entries = Object.entries(value).filter(([key]) => !known.has(key));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** A value as keys and values; none, and a report, where it is something else. */
export function asObject(value: unknown, path: Path, report: Report): Readonly<Record<string, unknown>> {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { ...value };
  report(path, `expected keys and values${path.length === 0 ? '' : ` under ${path.join('.')}`}`);
  return {};
}

/** A value as a list, empty where it is absent; empty, and a report, where it is something else. */
export function asList(value: unknown, path: Path, report: Report): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  report(path, `expected a list under ${path.join('.')}`);
  return [];
}

/** The text under a key, empty where it is absent; empty, and a report, where it is something else. */
export function text(
  from: Readonly<Record<string, unknown>>,
  key: string,
  path: Path,
  report: Report,
  { required = false }: { readonly required?: boolean } = {},
): string {
  const value = from[key];
  if (value === undefined || value === null || value === '') {
    if (required) report([...path, key], `${[...path, key].join('.')} is missing`, `write ${key}: …`);
    return '';
  }
  if (typeof value === 'string') return value;
  const isScalar = typeof value === 'number' || typeof value === 'boolean';
  report(
    [...path, key],
    `expected text as ${[...path, key].join('.')}, found ${JSON.stringify(value)}`,
    isScalar ? `put it in quotes: "${String(value)}"` : undefined,
  );
  return '';
}

/** The list of texts under a key, without elements of other types, which are reported. */
export function texts(from: Readonly<Record<string, unknown>>, key: string, path: Path, report: Report): string[] {
  return asList(from[key], [...path, key], report).flatMap((value, index) => {
    if (typeof value === 'string') return [value];
    report([...path, key, index], `expected text in ${[...path, key].join('.')}, found ${JSON.stringify(value)}`);
    return [];
  });
}

/** The `true` or `false` under a key, false where it is absent; false, and a report, where it is something else. */
export function flag(from: Readonly<Record<string, unknown>>, key: string, path: Path, report: Report): boolean {
  const value = from[key];
  if (value === undefined || value === null || typeof value === 'boolean') return value === true;
  report([...path, key], `expected true or false as ${[...path, key].join('.')}, found ${JSON.stringify(value)}`);
  return false;
}
