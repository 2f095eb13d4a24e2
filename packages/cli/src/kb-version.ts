import { readFileSync } from 'node:fs';

/** The version of this CLI, which scaffolded projects depend on and generated files are annotated with. */
export function kbVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
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
