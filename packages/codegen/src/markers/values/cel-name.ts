/** Reserved words of CEL. */
const reserved: ReadonlySet<string> = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

const escapes: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

/**
 * The name of a field in a CEL rule (Kubernetes' escaping: `in` is `__in__`, `a-b` is `a__dash__b`); undefined for a
 * name that CEL cannot express.
 */
export function celName(field: string): string | undefined {
  if (reserved.has(field)) return `__${field}__`;
  if (!/^[A-Za-z_./-][A-Za-z0-9_./-]*$/.test(field)) return undefined;
  return field.replace(/__|[-./]/g, (text) => escapes[text] ?? text);
}
