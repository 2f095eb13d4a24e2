// The help of the commands that people use most is printed without loading the generator.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const bin = path.join(import.meta.dirname, '../../bin/kb.js');

/** The entries of kb's packages that a call loads: `codegen` for the main one, `apimachinery/cel` for another. */
function loadedBy(words: readonly string[]): string[] {
  const note = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({
      load(url, context, next) {
        const [, name, entry] = /\\/packages\\/((?!cli)[a-z]+)\\/src\\/([a-z-]+)\\.ts$/.exec(url) ?? [];
        if (name !== undefined) loaded.add(entry === 'index' ? name : name + '/' + entry);
        return next(url, context);
      },
    });
    process.on('exit', () => console.error(JSON.stringify([...loaded])));
  `;
  const hook = `data:text/javascript,${encodeURIComponent(note)}`;
  const args = ['--conditions=@kb/source', '--import', hook, bin, ...words];
  const script = `"$0" "$@" 2>&1 > "${process.platform === 'win32' ? 'NUL' : '/dev/null'}"`;
  const text = execFileSync('sh', ['-c', script, process.execPath, ...args], { encoding: 'utf8' });
  return JSON.parse(text.trim().split('\n').at(-1) ?? '') as string[];
}

test
  .skipIf(process.platform === 'win32')
  .each([
    ['--help'],
    ['create api --help'],
    ['create webhook --help'],
    ['delete api --help'],
    ['delete webhook --help'],
  ])('kb %s', (words) => {
  expect(loadedBy(words.split(' '))).toEqual([]);
});

test.skipIf(process.platform === 'win32').each(['doctor', 'edit', 'generate', 'import', 'init', 'markers', 'update'])(
  'kb %s --help does not load what judges schemas',
  (name) => {
    const loaded = loadedBy([name, '--help']);
    expect(loaded).toContain('codegen');
    expect(loaded.filter((entry) => /^(?:apimachinery\/(?:cel|schema)|codegen\/compiler)$/.test(entry))).toEqual([]);
  },
);

test.skipIf(process.platform === 'win32')('a command that runs loads the generator', () => {
  const loaded = loadedBy(['markers', 'kubebuilder:subresource:status']);
  expect(loaded).toEqual(expect.arrayContaining(['codegen', 'apimachinery/cel', 'apimachinery/schema']));
});
