import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/**
 * The environment of a new user: that of the machine without this repository's, its own Node first, an empty npm cache
 * and configuration in a folder, and a registry.
 */
export function newUserEnvironment(folder: string, registry: string): NodeJS.ProcessEnv {
  const node = process.env['KB_SYSTEM_NODE'] ?? process.execPath;
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((part) => !part.includes('node_modules'));
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|NX_|KB_|NODE_|INIT_CWD)/i.test(name));
  mkdirSync(folder, { recursive: true });
  const userConfiguration = join(folder, 'empty.npmrc');
  writeFileSync(userConfiguration, '');
  return {
    ...Object.fromEntries(inherited),
    PATH: [dirname(node), ...path].join(delimiter),
    npm_config_registry: registry,
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_userconfig: userConfiguration,
    npm_config_update_notifier: 'false',
  };
}
