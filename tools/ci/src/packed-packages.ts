// Checks the built packages (`npm run build`) as users' tools see them: publint on the manifests and files,
// arethetypeswrong on every entry's types.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packAll } from '@kb/tools-release';
import { problemsOfPacked } from './packed/problems-of-packed.ts';

const into = mkdtempSync(join(tmpdir(), 'kb-packed-'));
try {
  const packages = packAll({ into });
  let count = 0;
  for (const item of packages) {
    for (const problem of await problemsOfPacked(item)) {
      console.log(`${item.name}: ${problem}`);
      count += 1;
    }
  }
  console.log(`packed packages: ${packages.length} packages, ${count} problems`);
  process.exitCode = count === 0 ? 0 : 1;
} finally {
  rmSync(into, { recursive: true, force: true });
}
