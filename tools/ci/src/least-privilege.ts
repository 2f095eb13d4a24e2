// Proves that the tests of the sample operator need each of its markers for permissions, in a copy of the project:
// without a marker they fail and name it, and the report of a run names a marker that no test needs.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const CONTROLLER = 'packages/appservice/controller';
const SOURCE = `${CONTROLLER}/src/appservice.controller.ts`;
/**
 * All tests but those that kill the operator: they take most of the time, and need the same permissions. A run with a
 * pattern reports no needless permissions.
 */
const MOST_TESTS = '^(?!.*killed after)';
const NEEDLESS = '// +kubebuilder:rbac:groups="",resources=secrets,verbs=get;list';

const copy = mkdtempSync(path.join(root, '.kb-least-privilege-'));
const problems: string[] = [];
try {
  for (const part of ['PROJECT', 'config', 'packages/appservice'])
    cpSync(path.join(root, part), path.join(copy, part), {
      recursive: true,
      filter: (from) => !from.includes('node_modules'),
    });
  symlinkSync(path.join(root, 'tsconfig.base.json'), path.join(copy, 'tsconfig.base.json'));
  const text = readFileSync(path.join(copy, SOURCE), 'utf8');
  for (const { line, what } of controllerMarkers(text)) {
    const { code, output } = testWith(text.replace(`${line}\n`, ''), ['-t', MOST_TESTS]);
    const named = output.includes('does not allow') && output.includes(`+kubebuilder:rbac:${what}`);
    report(
      `without ${line}: the tests ${code === 0 ? 'pass' : named ? 'fail and name it' : 'fail without naming it'}`,
      code !== 0 && named,
      output,
    );
  }
  const [first] = controllerMarkers(text);
  const { code, output } = testWith(text.replace(`${first?.line ?? ''}\n`, `${first?.line ?? ''}\n${NEEDLESS}\n`));
  const isNamed = output.includes(NEEDLESS);
  report(
    `with ${NEEDLESS}: the tests ${code === 0 ? 'pass' : 'fail'}, and the report ${isNamed ? 'names it' : 'does not name it'}`,
    code === 0 && isNamed,
    output,
  );
} finally {
  rmSync(copy, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Runs the tests of the copy with another text of the controller, and with options of vitest. */
function testWith(text: string, options: readonly string[] = []): { readonly code: number; readonly output: string } {
  writeFileSync(path.join(copy, SOURCE), text);
  execFileSync(process.execPath, ['--conditions=@kb/source', path.join(root, 'packages/cli/bin/kb.js'), 'generate'], {
    cwd: copy,
    stdio: 'pipe',
  });
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const config = path.join(root, 'vitest.config.ts');
  const args = [vitest, 'run', '--root', path.join(copy, CONTROLLER), '--config', config, ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { code: status ?? 1, output: `${stdout}${stderr}` };
}

function report(line: string, isRight: boolean, output: string): void {
  console.log(`${isRight ? 'ok' : 'FAIL'} ${line}`);
  if (!isRight) problems.push(`${line}\n${output}`);
}

/** A marker for permissions in a controller. */
interface ControllerMarker {
  readonly line: string;
  /** Its groups and resources, as all markers for them begin. */
  readonly what: string;
}

/** Returns the markers for permissions in the source of a controller. */
function controllerMarkers(source: string): ControllerMarker[] {
  return source.split('\n').flatMap((line) => {
    const what = /^\/\/ \+kubebuilder:rbac:(.+),verbs=/.exec(line)?.[1];
    return what === undefined ? [] : [{ line, what }];
  });
}
