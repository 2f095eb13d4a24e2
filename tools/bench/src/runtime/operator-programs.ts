import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackages } from '@kb/tools-local-registry';
import { rolldown } from 'rolldown';

/** How to start an operator. */
export interface OperatorProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** The flags of Node, as in the Dockerfile of a project. */
const nodeFlags: readonly string[] = ['--max-semi-space-size=2'];

/**
 * Builds our operator as a user's container has it: compiled into one folder of JavaScript, from the packages as
 * published. `compiled`: the path of an operator that is already compiled, to use instead.
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
    // The sample's client is not published, so it has no build.
    resolve: { alias: { '@appservice/client': path.dirname(appServiceClient) + '/src' } },
    treeshake: { moduleSideEffects: false },
  });
  await bundle.write({ dir: into, format: 'esm' });
  // Without it, Node would parse every file twice to detect its module format.
  writeFileSync(path.join(into, 'package.json'), '{"type":"module"}');
  await bundle.close();
  return path.join(into, 'operator.js');
}

/** A file that the runtime starts by its path, so it must be beside the operator (docs/runtime.md). */
const ELECTION_THREAD = '@kb/runtime/election-thread';

const appServiceClient = createRequire(import.meta.url).resolve('@appservice/client/package.json');

/** Builds the Go operator with Go's defaults. Returns the reason if it cannot be built. */
export function buildGo(into: string): { readonly operator: OperatorProgram } | { readonly reason: string } {
  const program = path.join(into, 'operator');
  const build = spawnSync('go', ['build', '-o', program, './operator'], {
    cwd: here('../../../controller-runtime'),
    encoding: 'utf8',
  });
  if (build.status === 0) return { operator: { program, args: [], env: {} } };
  return { reason: build.error === undefined ? build.stderr.split('\n').slice(0, 3).join(' ') : 'Go is not installed' };
}
