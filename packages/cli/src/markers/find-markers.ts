import { nearestName } from '@kb/codegen';
import type { ListedMarker } from '@kb/codegen/list-markers';
import { CliError } from '../cli-error.ts';

/**
 * Finds markers by name, with or without `+` and prefix; otherwise by a part of the name. Ignores case. Throws a
 * CliError that suggests the closest marker if there is none.
 */
export function findMarkers(word: string, markers: readonly ListedMarker[]): readonly ListedMarker[] {
  const wanted = (word.replace(/^\+/, '').split('=', 1)[0] ?? '').toLowerCase();
  const isWanted = (name: string): boolean => name === wanted || name.endsWith(`:${wanted}`);
  const searches: readonly ((name: string) => boolean)[] = [
    (name) => name === wanted,
    isWanted,
    (name) => name.includes(wanted),
    // A complete marker, copied from a source: +kubebuilder:rbac:groups.
    (name) => wanted.startsWith(`${name}:`),
  ];
  for (const search of searches) {
    const found = markers.filter(({ name }) => search(name.toLowerCase()));
    if (wanted !== '' && found.length > 0) return found;
  }
  const names = markers.map(({ name }) => name);
  const near =
    nearestName(wanted, names) ?? names.find((name) => lastPart(name) === nearestName(wanted, names.map(lastPart)));
  throw new CliError('KB_UNKNOWN_MARKER', `there is no marker "${word}"`, {
    hint: near === undefined ? 'Run "kb markers" for a list.' : `Did you mean +${near}?`,
  });
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}
