import { existsSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { runCommand } from './run-command.ts';

/** A program in Go that its module proxy has. */
export interface GoProgram {
  /** The name of the binary. */
  readonly name: string;
  /** The import path of its main package. */
  readonly package: string;
  readonly version: string;
}

/** Installs a program once for each version, outside the repository. A cold build takes minutes. */
export async function installGoProgram(
  program: GoProgram,
): Promise<{ readonly binary: string } | { readonly skipped: string }> {
  const folder = cacheFolder(`${program.name}-${program.version}`);
  const binary = path.join(folder, program.name);
  if (existsSync(binary)) return { binary };
  const command = ['go', 'install', `${program.package}@${program.version}`] as const;
  const { code, err } = await runCommand(command, { cwd: folder, env: { GOBIN: folder }, minutes: 20 }).catch(
    (error: unknown) => ({ code: 1, err: String(error) }),
  );
  return code === 0 ? { binary } : { skipped: `${command.join(' ')}: ${err.trim().split('\n').at(-1)}` };
}
