// Regenerates everything without caches, and fails on any difference from the committed files, including untracked
// files. Prints the difference.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, [...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status !== 0) {
    console.error(`${command} ${args.join(' ')} failed (${status}):\n${stdout}${stderr}`);
    process.exit(1);
  }
  return stdout;
}

const before = run('git', ['status', '--porcelain']);
if (before !== '') console.log(`The work tree has changes already; they count as differences:\n${before}`);
const generated = run(process.execPath, [
  'tools/bootstrap/bootstrap.js',
  'nx',
  'run-many',
  '-t',
  'generate',
  '--skip-nx-cache',
  '--outputStyle=static',
]);
if (!generated.includes('@appservice/client:generate')) {
  console.error(`nothing was generated:\n${generated}`);
  process.exit(1);
}
const after = run('git', ['status', '--porcelain', '--untracked-files=all']);
if (after === '') {
  console.log('drift: none; what is generated is what is committed');
} else {
  console.error(`drift: these files differ from what is committed:\n${after}\n${run('git', ['diff', 'HEAD'])}`);
  console.error('Run "npm run generate" and commit what it writes.');
  process.exitCode = 1;
}
