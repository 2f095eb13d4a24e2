import type { SourceReader } from '@kb/codegen';
import type { EditedText, ListToEdit } from './list-to-edit.ts';

/** The root `package.json` with a package that tests need. */
export function devDependencyEdit(name: string, version: string, reader: SourceReader): ListToEdit {
  return {
    path: 'package.json',
    content: reader.read('package.json') ?? `${JSON.stringify({ devDependencies: { [name]: version } })}\n`,
    added: [
      {
        byHand: `"${name}": "${version}" to devDependencies`,
        add: async (text) => withDevDependency(text, name, version),
      },
    ],
  };
}

/** Returns the text of a `package.json` with a dev dependency, unless it has the package. */
export function withDevDependency(text: string, name: string, version: string): EditedText {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    return { problem: 'it is not valid JSON' };
  }
  if (typeof manifest !== 'object' || manifest === null) return { problem: 'it is not an object' };
  const { devDependencies = {}, dependencies = {} } = manifest as Record<string, Record<string, string>>;
  if (name in devDependencies || name in dependencies) return { text };
  const sorted = Object.entries({ ...devDependencies, [name]: version }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const indentation = /^[ \t]+/m.exec(text)?.[0] ?? '  ';
  const next = { ...manifest, devDependencies: Object.fromEntries(sorted) };
  return { text: `${JSON.stringify(next, undefined, indentation)}${text.endsWith('\n') ? '\n' : ''}` };
}
