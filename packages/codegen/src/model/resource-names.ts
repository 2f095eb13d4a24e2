import type { Reporter } from '../diagnostic/reporter.ts';
import type { ResourceNames } from '../facts/facts.ts';
import type { Kind } from './model.ts';

/** The names of a kind, from the marker of any version. Reports contradictions. */
export function resourceNamesOf(kinds: readonly Kind[], reporter: Reporter): ResourceNames {
  let names: ResourceNames | undefined;
  for (const { facts, span, name } of kinds) {
    if (facts.names === undefined) continue;
    if (names !== undefined && JSON.stringify(names) !== JSON.stringify(facts.names)) {
      reporter.report(span, {
        code: 'KB_CONFLICTING_MARKERS',
        message: `+kubebuilder:resource of ${name} differs between versions`,
        hint: 'a kind has one set of names and one scope: write the same marker in every version, or only in one',
      });
    }
    names ??= facts.names;
  }
  return names ?? { shortNames: [], categories: [], scope: 'Namespaced' };
}
