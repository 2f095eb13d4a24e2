// Checks that the generated code of Kubernetes' own types is up to date: the wire types with the data and, if Go is
// installed, the data with the Go types. Prints a warning if Go is missing.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isNetworkTrouble } from './network.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

function run(command: string, args: readonly string[], cwd: string): boolean {
  const once = () => spawnSync(command, [...args], { cwd, encoding: 'utf8' });
  let result = once();
  if (!result.error && result.status !== 0 && isNetworkTrouble(result.stderr)) {
    console.log(`tried again, because of the network: ${command} ${args.join(' ')}\n${result.stderr}`);
    result = once();
  }
  const { error, status, stdout, stderr } = result;
  console.log(`${error || status !== 0 ? 'FAIL' : 'ok  '} ${command} ${args.join(' ')}`);
  if (error || status !== 0) console.error(error ?? `${stdout}${stderr}`);
  return !error && status === 0;
}

const checks = [run(process.execPath, ['scripts/generate-wire-types.ts', '--check'], `${root}packages/kubernetes`)];
if (spawnSync('go', ['version']).error) {
  console.log(
    'SKIPPED: the data of built-in types was not compared with the Go types, because there is no Go on this machine',
  );
} else {
  const tool = `${root}tools/builtin-types`;
  checks.push(run('go', ['run', '.', '--check'], tool), run('go', ['run', '.', 'verify'], tool));
}
process.exitCode = checks.every(Boolean) ? 0 : 1;
