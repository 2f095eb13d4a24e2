import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackages } from '@kb/tools-local-registry';
import { rolldown } from 'rolldown';

/** An operator as it is started. */
export interface OperatorProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** How the Dockerfile starts Node. */
const nodeFlags: readonly string[] = ['--max-semi-space-size=2'];

/**
 * Our operator as a user's container has it: compiled into one folder of JavaScript, from the packages as they are
 * published. `compiled`: such a file that is there already, instead of this repository's build.
 */
export async function buildOurs(into: string, compiled?: string): Promise<OperatorProgram> {
  const file = compiled ?? (await compile(into));
  return { program: process.execPath, args: [...nodeFlags, file], env: { NODE_ENV: 'production' } };
}

async function compile(into: string): Promise<string> {
  await buildPackages();
  const bundle = await rolldown({
    input: { operator: here('./operator/operator.ts'), 'election-thread': ELECTION_THREAD },
    platform: 'node',
    tsconfig: false,
    // The sample's client is not published, and has no build.
    resolve: { alias: { '@appservice/client': path.dirname(appServiceClient) + '/src' } },
    treeshake: { moduleSideEffects: false },
  });
  await bundle.write({ dir: into, format: 'esm' });
  // Or Node would read every file twice to find out.
  writeFileSync(path.join(into, 'package.json'), '{"type":"module"}');
  await bundle.close();
  return path.join(into, 'operator.js');
}

/** A file that the runtime starts by its path: beside the others, as docs/runtime.md says. */
const ELECTION_THREAD = '@kb/runtime/election-thread';

const appServiceClient = createRequire(import.meta.url).resolve('@appservice/client/package.json');

/** The Go operator, built with Go's defaults; or why there is none. */
export function buildGo(into: string): { readonly operator: OperatorProgram } | { readonly reason: string } {
  const program = path.join(into, 'operator');
  const build = spawnSync('go', ['build', '-o', program, './operator'], {
    cwd: here('../../../controller-runtime'),
    encoding: 'utf8',
  });
  if (build.status === 0) return { operator: { program, args: [], env: {} } };
  return { reason: build.error === undefined ? build.stderr.split('\n').slice(0, 3).join(' ') : 'there is no Go' };
}
