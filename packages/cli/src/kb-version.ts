import { readFileSync } from 'node:fs';

/** The folder of this package, as a URL: of the sources as of what is built from them. */
export const packageFolder: URL = new URL('../', import.meta.url);

/** The version of this CLI, which scaffolded projects depend on and generated files are annotated with. */
export function kbVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8'));
  if (
    typeof manifest === 'object' &&
    manifest !== null &&
    'version' in manifest &&
    typeof manifest.version === 'string'
  ) {
    return manifest.version;
  }
  throw new Error('the package.json of kb has no version');
}
