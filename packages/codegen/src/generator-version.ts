import { readFileSync } from 'node:fs';

/**
 * The version of kb's generator, from its package.json, which is beside `src` in the repository and beside `dist` in
 * the published package.
 */
export const generatorVersion: string = readVersion();

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const version =
    manifest !== null && typeof manifest === 'object' && 'version' in manifest ? manifest.version : undefined;
  if (typeof version !== 'string') throw new Error('the package.json of @kb/codegen has no version');
  return version;
}
