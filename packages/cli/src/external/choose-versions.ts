import { compareVersions } from '@kb/apimachinery/server';
import type { CustomResourceDefinition } from '@kb/import';
import { CliError } from '../cli-error.ts';

/**
 * Returns the definition with the versions to import. One version is enough to work with the objects: by default the
 * preferred one, which clients also choose. `there` are the versions that the project already has. They are kept and
 * updated together, because the versions of a kind share names, scope and labels; one that is no longer served is
 * removed when another is requested. Throws a CliError for versions that the definition does not serve.
 */
export function withChosenVersions(
  definition: CustomResourceDefinition,
  { asked, there }: { readonly asked: string | undefined; readonly there: readonly string[] },
): CustomResourceDefinition {
  const { metadata, spec } = definition;
  const served = spec.versions.flatMap((version) => (version.served ? [version.name] : [])).sort(compareVersions);
  const [preferred] = served;
  if (preferred === undefined) throw notServed(`no version of ${metadata.name} is served`);
  if (asked !== undefined && !served.includes(asked))
    throw notServed(`${metadata.name} is not served in ${asked}`, `It is served in ${served.join(', ')} (--version).`);
  const gone = there.find((version) => !served.includes(version));
  if (gone !== undefined && asked === undefined) {
    const hint = `--version ${preferred} replaces it: its types are removed then, and your code has to use the others.`;
    throw notServed(`${metadata.name} is no longer served in ${gone}, which the project has`, hint);
  }
  const kept = asked === undefined ? there : [...there, asked];
  const wanted = served.filter((version) => (kept.length > 0 ? kept.includes(version) : version === preferred));
  const versions = spec.versions.filter(({ name }) => wanted.includes(name));
  // A definition needs a storage version: if it is omitted, the preferred one of the others.
  const stored = versions.find(({ storage }) => storage)?.name ?? wanted[0];
  return {
    ...definition,
    spec: {
      ...spec,
      versions: versions.map((version) => (version.name === stored ? { ...version, storage: true } : version)),
    },
  };
}

function notServed(message: string, hint?: string): CliError {
  return new CliError('KB_VERSION_NOT_SERVED', message, { hint });
}
