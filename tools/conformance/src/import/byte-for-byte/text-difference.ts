import { withGoAnnotation } from '../../../../../packages/codegen/src/test-support/compare-twin.ts';
import { firstDifference } from '../../generator/compare-answers.ts';

/** True for a CRD of controller-gen 0.20 or later. */
export function isRecent(text: string): boolean {
  const minor = /controller-gen\.kubebuilder\.io\/version: v0\.(\d+)/.exec(text)?.[1];
  return minor !== undefined && Number(minor) >= 20;
}

/**
 * Where a text differs from what was generated, the generator's version and a leading `---` aside. Undefined: it does
 * not.
 */
export function textDifference(wanted: string, given: string | undefined): string | undefined {
  if (given === undefined) return 'nothing was generated';
  const [want, have] = [wanted, given].map((text) =>
    withGoAnnotation(text)
      .replace(VERSION_LINE, '$1')
      .replace(/^---\n/, ''),
  );
  if (want === undefined || have === undefined || want === have) return undefined;
  return `- the file, + generated:\n${firstDifference(want, have)}`;
}

/** The line of the version, without the version. */
const VERSION_LINE = /(controller-gen\.kubebuilder\.io\/version:).*/;
