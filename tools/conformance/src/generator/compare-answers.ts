import type { ControllerGenAnswer } from './controller-gen.ts';
import type { KbAnswer } from './kb-generate.ts';

/** Describes the differences of a model's output; undefined if there are none. Both may refuse it. */
export function compareAnswers(want: ControllerGenAnswer, have: KbAnswer): string | undefined {
  if (want.errors.length > 0 && have.errors !== '') return undefined;
  if (want.errors.length > 0) return `controller-gen refuses it, kb does not:\n${want.errors.join('\n')}`;
  if (have.errors !== '') return `kb refuses it, controller-gen does not:\n${have.errors}`;
  for (const [file, text] of want.files) {
    if (want.unstable.has(file)) continue;
    const ours = have.files.get(file);
    if (ours === undefined) return `kb writes no ${file}; it writes ${[...have.files.keys()].join(', ')}`;
    if (ours !== text) return `${file} differs (- controller-gen, + kb):\n${firstDifference(text, ours)}`;
  }
  const more = [...have.files.keys()].filter((file) => !want.files.has(file));
  return more.length === 0 ? undefined : `controller-gen writes no ${more.join(', ')}`;
}

/** The lines around the first difference. */
export function firstDifference(want: string, have: string): string {
  const wanted = want.split('\n');
  const given = have.split('\n');
  const first = wanted.findIndex((line, index) => line !== given[index]);
  const at = first === -1 ? wanted.length : first;
  return [
    ...wanted.slice(Math.max(0, at - 4), at).map((line) => `  ${line}`),
    ...wanted.slice(at, at + 6).map((line) => `- ${line}`),
    ...given.slice(at, at + 6).map((line) => `+ ${line}`),
  ].join('\n');
}

/** The differences of a manifest; `undefined` is a manifest that does not exist. Empty if both are the same. */
export function problemOf(file: string, expected: string | undefined, given: string | undefined): string[] {
  if (expected === given) return [];
  if (expected === undefined) return [`${file} is one too many`];
  if (given === undefined) return [`${file} is missing`];
  return [`${file} (- wanted, + given):\n${firstDifference(expected, given)}`];
}
