import { expect, test } from 'vitest';
import { isRecent, textDifference } from './byte-for-byte-suite.ts';

const written = (version: string): string => `metadata:\n  annotations:\n    ${version}\n  name: shops\n`;
const theirs = written('controller-gen.kubebuilder.io/version: v0.20.1');
const ours = written('codegen.kb/version: 0.1.0');

test.each([
  { version: 'v0.20.0', recent: true },
  { version: 'v0.21.0', recent: true },
  { version: 'v0.19.1', recent: false },
  { version: 'v0.4.1', recent: false },
  { version: '(devel)', recent: false },
])('$version is recent: $recent', ({ version, recent }) => {
  expect(isRecent(written(`controller-gen.kubebuilder.io/version: ${version}`))).toBe(recent);
});

test('ignores the version of the generator and the beginning of a document', () => {
  expect(textDifference(`---\n${theirs}`, `---\n${ours}`)).toBeUndefined();
  expect(textDifference(theirs, `---\n${ours}`)).toBeUndefined();
});

test.each([
  { what: 'another byte', given: ours.replace('shops', 'shop') },
  { what: 'another style', given: ours.replace('shops', '"shops"') },
  { what: 'a line more', given: `${ours}spec: {}\n` },
  { what: 'another order', given: 'metadata:\n  name: shops\n  annotations:\n    codegen.kb/version: 0.1.0\n' },
  { what: 'no version', given: 'metadata:\n  name: shops\n' },
])('$what is a difference', ({ given }) => {
  expect(textDifference(theirs, given)).toMatch(/^- the file, \+ generated:\n/);
});

test('a missing file is a difference', () => {
  expect(textDifference(theirs, undefined)).toBe('nothing was generated');
});
