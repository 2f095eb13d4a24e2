/** Prettier's settings for everything that is imported: those of the repository. */
export const printSettings = { printWidth: 120, singleQuote: true, trailingComma: 'all' } as const;

/** Lays a source out by prettier. Throws prettier's error for what is no TypeScript. */
export async function layOut(source: string): Promise<string> {
  // By itself prettier looks for its plugins, settings and ignore files; and in what is no declaration file for JSX,
  // which takes long.
  const [{ format }, typescript, estree] = await Promise.all([
    import('prettier/standalone'),
    import('prettier/plugins/typescript'),
    import('prettier/plugins/estree'),
  ]);
  return format(source, {
    ...printSettings,
    parser: 'typescript',
    plugins: [typescript, estree],
    filepath: 'imported.d.ts',
  });
}
