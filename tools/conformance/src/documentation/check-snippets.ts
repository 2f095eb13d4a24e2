import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const repository = path.resolve(import.meta.dirname, '../../../..');
const context = path.join(import.meta.dirname, 'snippet-context.ts');

/** A project that uses the sources, like everything here; a snippet may have unused variables. */
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
      // The name in the pages of a reader's own generated client.
      '@example/client/*': [path.join(repository, 'packages/appservice/client/src/*/index.ts')],
    },
  },
};

/**
 * Type-checks the TypeScript of pages against the sources. Each block is a module that imports what it needs from
 * packages; the variables of the surrounding code are in `snippet-context.ts`. Returns the problems, by page and line:
 * `docs/runtime.md:12: error TS2304: …`.
 */
export function checkSnippets(pages: readonly string[]): string[] {
  const cache = path.join(repository, 'node_modules/.cache/kb');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'snippets-'));
  try {
    const places = new Map<string, { readonly page: string; readonly line: number }>();
    for (const page of pages) {
      for (const { line, text } of codeBlocks(readFileSync(path.resolve(repository, page), 'utf8'))) {
        const file = `snippet-${places.size}.mts`;
        places.set(file, { page, line });
        writeFileSync(path.join(folder, file), `${text}\nexport {};\n`);
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

function problems(
  output: string,
  places: ReadonlyMap<string, { readonly page: string; readonly line: number }>,
): string[] {
  return output.split('\n').flatMap((text) => {
    const match = /^(?<file>[^(]+)\((?<line>\d+),\d+\): (?<message>.*)$/.exec(text);
    const { file = '', line = '', message = '' } = match?.groups ?? {};
    const place = places.get(path.basename(file));
    if (place) return [`${place.page}:${place.line + Number(line) - 1}: ${message}`];
    // Errors elsewhere are left to the type-check of that package, but a compiler that cannot run is reported.
    const isAbout = path.basename(file) === path.basename(context) || text.startsWith('error ');
    return isAbout ? [text] : [];
  });
}

/** A block of TypeScript in a page. */
interface CodeBlock {
  /** The number of the line below the fence, from 1. */
  readonly line: number;
  readonly text: string;
}

/** The ```ts blocks of a page in Markdown, in order. */
export function codeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let begun: { readonly line: number; readonly lines: string[] } | undefined;
  for (const [index, text] of markdown.split('\n').entries()) {
    if (begun && text.startsWith('```')) {
      blocks.push({ line: begun.line, text: begun.lines.join('\n') });
      begun = undefined;
    } else if (begun) begun.lines.push(text);
    else if (text === '```ts') begun = { line: index + 2, lines: [] };
  }
  return blocks;
}
