import { existsSync } from 'node:fs';
import path from 'node:path';
import { COMMAND_PACKAGE } from './package-names.ts';

/** How each package manager runs the command of a package that is not installed. */
const runners = {
  npm: 'npx',
  pnpm: 'pnpm dlx',
  yarn: 'yarn dlx',
  bun: 'bunx',
} as const;

/**
 * How to call a kb command where kb is not installed, such as `npx @kb/cli init`, with the package manager that runs
 * this process. `words`: the command and its arguments. `env`: the environment, whose `npm_config_user_agent` names the
 * package manager; without it, npm.
 */
export function remoteCommand(words: string, env: Readonly<Record<string, string | undefined>>): string {
  return `${runners[packageManagerOf(env['npm_config_user_agent'] ?? '')]} ${COMMAND_PACKAGE} ${words}`;
}

/** Reads a user agent such as `pnpm/10.2.0 npm/? node/v26.10.0 linux x64`. */
function packageManagerOf(userAgent: string): keyof typeof runners {
  const [, name, major] = /^(pnpm|yarn|bun)\/(\d+)/.exec(userAgent) ?? [];
  // Yarn 1 cannot run a package that is not installed.
  if (name === 'yarn') return Number(major) > 1 ? 'yarn' : 'npm';
  return name === 'pnpm' || name === 'bun' ? name : 'npm';
}

/**
 * How to call a kb command in a project, for hints: `"npx kb generate"`, preceded by the installation if kb is not
 * installed there, since npx would look for a package `kb` elsewhere. `root`: the folder of the project.
 */
export function projectCommand(words: string, root: string): string {
  return isInstalled(root) ? `"npx kb ${words}"` : `"npm install", then "npx kb ${words}"`;
}

/** Whether the packages of a project are installed. */
export function isInstalled(root: string): boolean {
  return existsSync(path.join(root, 'node_modules', ...COMMAND_PACKAGE.split('/')));
}
