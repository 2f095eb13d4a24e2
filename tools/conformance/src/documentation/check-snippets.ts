import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeBlocks } from './code-blocks.ts';
import { namesOfPackages } from './names-of-packages.ts';

const repository = path.resolve(import.meta.dirname, '../../../..');
const context = path.join(import.meta.dirname, 'snippet-context.ts');

/** A project that reads the sources, as everything here does; a snippet may leave things unused. */
const settings = {
  extends: path.join(repository, 'tsconfig.base.json'),
  compilerOptions: {
    noEmit: true,
    types: ['node'],
    typeRoots: [path.join(repository, 'node_modules/@types')],
    isolatedDeclarations: false,
    declaration: false,
    verbatimModuleSyntax: false,
    noUnusedLocals: false,
    noUnusedParameters: false,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: false,
    paths: {
      // What the pages call the client that a reader's own project has.
      '@example/client/*': [path.join(repository, 'packages/appservice/client/src/*/index.ts')],
    },
  },
};

/**
 * Type-checks the TypeScript of pages against the sources. Each block is a module; what it does not import itself it has from the packages' front doors, or from
 * `snippet-context.ts`. Answers what is wrong, by page and line: `docs/runtime.md:12: error TS2304: …`.
 */
export async function checkSnippets(pages: readonly string[]): Promise<string[]> {
  const names = await namesOfPackages();
  const cache = path.join(repository, 'node_modules/.cache/kb');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'snippets-'));
  try {
    const places = new Map<string, { readonly page: string; readonly line: number }>();
    for (const page of pages) {
      for (const { line, text } of codeBlocks(readFileSync(path.join(repository, page), 'utf8'))) {
        const file = `snippet-${places.size}.mts`;
        // The imports are a line of their own.
        places.set(file, { page, line: line - 1 });
        writeFileSync(path.join(folder, file), `${importsFor(text, names)}\n${text}\nexport {};\n`);
      }
    }
    const project = path.join(folder, 'tsconfig.json');
    writeFileSync(project, JSON.stringify({ ...settings, files: [context, ...places.keys()] }));
    const tsc = path.join(repository, 'node_modules/.bin/tsc');
    const { stdout, error } = spawnSync(tsc, ['-p', project, '--pretty', 'false'], { encoding: 'utf8', cwd: folder });
    if (error) throw error;
    return problems(stdout, places);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Imports of what a snippet uses and does not declare or import. */
function importsFor(text: string, names: ReadonlyMap<string, string>): string {
  const used = new Set(text.match(/(?<![.\w])[a-zA-Z]\w*/g));
  const own = new Set<string>();
  for (const [, name = ''] of text.matchAll(/\b(?:const|let|function|class|interface|type)\s+(\w+)/g)) own.add(name);
  for (const [, list = ''] of text.matchAll(/\b(?:const|import|import type)\s*\{([^}]*)\}/g)) {
    for (const name of list.match(/\w+/g) ?? []) own.add(name);
  }
  return [...used]
    .filter((name) => !own.has(name))
    .flatMap((name) => {
      const from = names.get(name);
      return from === undefined ? [] : [`import { ${name} } from '${from}';`];
    })
    .join(' ');
}

function problems(
  output: string,
  places: ReadonlyMap<string, { readonly page: string; readonly line: number }>,
): string[] {
  return output.split('\n').flatMap((text) => {
    const match = /^(?<file>[^(]+)\((?<line>\d+),\d+\): (?<message>.*)$/.exec(text);
    const { file = '', line = '', message = '' } = match?.groups ?? {};
    const place = places.get(path.basename(file));
    if (place) return [`${place.page}:${place.line + Number(line) - 1}: ${message}`];
    // What is wrong elsewhere is for the type-check of that package; a compiler that cannot work is not.
    const isAbout = path.basename(file) === path.basename(context) || text.startsWith('error ');
    return isAbout ? [text] : [];
  });
}
