// npm run api-reference: writes the API reference of all published packages, from their doc comments, into the folder
// api-reference/ at the root. With --check, it writes nothing and only checks that every public export has a comment.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '@kb/tools-release';
import { makeReference } from './make-reference.ts';
import { publicEntries } from './public-entries.ts';
import { checkDocumentation } from './undocumented-exports.ts';

const { values } = parseArgs({ options: { check: { type: 'boolean' } } });

async function main(): Promise<number> {
  const entries = publicEntries();
  const { checked, undocumented } = checkDocumentation(entries, repositoryRoot);
  for (const { name, entry, file, line, comment } of undocumented) {
    const problem = comment === '' ? 'has no doc comment' : `has a doc comment that is not a sentence: "${comment}"`;
    console.error(`${relative(repositoryRoot, file)}:${line}: ${name} of ${entry} ${problem}`);
  }
  console.log(`api-reference: ${checked} exports of ${entries.length} entries, ${undocumented.length} undocumented`);
  if (values.check !== true) {
    const scratch = mkdtempSync(join(tmpdir(), 'kb-api-reference-'));
    try {
      const into = join(repositoryRoot, 'api-reference');
      console.log(`${await makeReference({ entries, root: repositoryRoot, into, scratch })} pages in ${into}`);
    } finally {
      rmSync(scratch, { recursive: true });
    }
  }
  return undocumented.length === 0 && checked > 0 ? 0 : 1;
}

process.exitCode = await main();
