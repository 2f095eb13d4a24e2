import type { ProjectFile, SourceReader } from '@kb/codegen';
import { parseJson, printerOf } from './json-style.ts';
import type { EditedText, ListToEdit } from './list-to-edit.ts';

/** The `package.json` of the controllers with a package that their tests need. */
export function devDependencyEdit(
  project: ProjectFile,
  name: string,
  version: string,
  reader: SourceReader,
): ListToEdit {
  const path = `${project.paths.controller[0] ?? 'packages/controller'}/package.json`;
  return {
    path,
    content: reader.read(path) ?? `${JSON.stringify({ devDependencies: { [name]: version } })}\n`,
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
    manifest = parseJson(text);
  } catch {
    return { problem: 'it is not valid JSON' };
  }
  if (typeof manifest !== 'object' || manifest === null) return { problem: 'it is not an object' };
  const { devDependencies = {}, dependencies = {} } = manifest as Record<string, Record<string, string>>;
  if (name in devDependencies || name in dependencies) return { text };
  const sorted = Object.entries({ ...devDependencies, [name]: version }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const next = { ...manifest, devDependencies: Object.fromEntries(sorted) };
  return { text: printerOf(text, manifest)(next) };
}
