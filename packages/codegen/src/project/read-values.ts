/** The place of a value in the file. */
export type Path = readonly (string | number)[];

/** Reports a problem of a value or, with `meant`, of its key. */
export type Report = (path: Path, message: string, hint?: string, meant?: 'key') => void;

/** The unknown keys of an object, with their values; undefined if there are none. */
export function otherKeys(
  value: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): Record<string, unknown> | undefined {
  const entries = Object.entries(value).filter(([key]) => !known.has(key));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Reads a value as an object; reports any other value and returns an empty object. */
export function asObject(value: unknown, path: Path, report: Report): Readonly<Record<string, unknown>> {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { ...value };
  report(path, `expected keys and values${path.length === 0 ? '' : ` under ${path.join('.')}`}`);
  return {};
}

/** Reads a value as a list, empty if it is absent; reports any other value and returns an empty list. */
export function asList(value: unknown, path: Path, report: Report): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  report(path, `expected a list under ${path.join('.')}`);
  return [];
}

/** Reads the text under a key, empty if it is absent; reports any other value and returns an empty text. */
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

/** Reads the list of texts under a key; drops and reports elements of other types. */
export function texts(from: Readonly<Record<string, unknown>>, key: string, path: Path, report: Report): string[] {
  return asList(from[key], [...path, key], report).flatMap((value, index) => {
    if (typeof value === 'string') return [value];
    report([...path, key, index], `expected text in ${[...path, key].join('.')}, found ${JSON.stringify(value)}`);
    return [];
  });
}

/** Reads the boolean under a key, false if it is absent; reports any other value and returns false. */
export function flag(from: Readonly<Record<string, unknown>>, key: string, path: Path, report: Report): boolean {
  const value = from[key];
  if (value === undefined || value === null || typeof value === 'boolean') return value === true;
  report([...path, key], `expected true or false as ${[...path, key].join('.')}, found ${JSON.stringify(value)}`);
  return false;
}
