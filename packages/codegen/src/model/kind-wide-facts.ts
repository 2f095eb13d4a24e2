import type { JsonObject } from '@kb/apimachinery';
import type { Reporter } from '../diagnostic/reporter.ts';
import type { Conversion, KindFacts } from '../facts/facts.ts';
import type { Kind } from './model.ts';

/** The facts of a kind that all its versions share, besides its names. */
export interface KindWideFacts {
  /** Undefined: `<Kind>List`. */
  readonly listKind: string | undefined;
  readonly conversion: Conversion | undefined;
  /** A merge patch of `spec`. */
  readonly definitionPatch: JsonObject | undefined;
  /** The names of the versions in their order. Undefined: sorted by name. */
  readonly versionOrder: readonly string[] | undefined;
  readonly annotations: ReadonlyMap<string, string>;
  readonly labels: ReadonlyMap<string, string>;
}

/** Collects the facts that a marker of any version states for all versions. Reports contradictions. */
export function kindWideFactsOf(kinds: readonly Kind[], reporter: Reporter): KindWideFacts {
  return {
    listKind: agreed(kinds, '+kb:listKind', ({ listKind }) => listKind, reporter),
    conversion: agreed(kinds, '+kb:conversion', ({ conversion }) => conversion, reporter),
    definitionPatch: agreed(kinds, '+kb:definition', ({ definitionPatch }) => definitionPatch, reporter),
    versionOrder: agreed(kinds, '+kb:versions', ({ versionOrder }) => versionOrder, reporter),
    annotations: together(kinds, 'annotations', reporter),
    labels: together(kinds, 'labels', reporter),
  };
}

function agreed<T>(
  kinds: readonly Kind[],
  marker: string,
  saidBy: (facts: KindFacts) => T | undefined,
  reporter: Reporter,
): T | undefined {
  let first: T | undefined;
  for (const kind of kinds) {
    const said = saidBy(kind.facts);
    if (said !== undefined && first !== undefined && JSON.stringify(said) !== JSON.stringify(first))
      reportConflict(kind, `${marker} of ${kind.name}`, reporter);
    first ??= said;
  }
  return first;
}

function together(kinds: readonly Kind[], what: 'annotations' | 'labels', reporter: Reporter): Map<string, string> {
  const all = new Map<string, string>();
  for (const kind of kinds) {
    for (const [key, value] of kind.facts[what]) {
      const present = all.get(key);
      if (present !== undefined && present !== value)
        reportConflict(kind, `+kubebuilder:metadata of ${kind.name} (${key})`, reporter);
      all.set(key, present ?? value);
    }
  }
  return all;
}

function reportConflict({ span }: Kind, what: string, reporter: Reporter): void {
  reporter.report(span, {
    code: 'KB_CONFLICTING_MARKERS',
    message: `${what} differs between versions`,
    hint: 'all versions share this: write the same in every version, or only in one',
  });
}
