import { TooManyPartsError } from '@kb/kubernetes/data';
import { expect, test } from 'vitest';
import type { Finding, Reporter } from '../../diagnostic/reporter.ts';
import { mergeable, reportUnmergeable } from './merged-parts.ts';

const span = { file: 'types.ts', line: 1, column: 1, length: 1 };

function reporterInto(findings: Finding[]): Reporter {
  return { report: (_, finding) => void findings.push(finding), diagnostics: () => [] };
}

test('reports parts that cannot be merged, and throws what it does not know', () => {
  const findings: Finding[] = [];
  const reporter = reporterInto(findings);
  expect(mergeable([{ type: 'string' }, { type: 'object' }], span, reporter)).toEqual([]);
  reportUnmergeable(new TooManyPartsError(1000), 'Shop', span, reporter);
  expect(findings.map(({ code, message }) => [code, message])).toEqual([
    [
      'KB_CONFLICTING_TYPES',
      'this type has parts of different types: conflicting types in allOf branches in schema: string vs object',
    ],
    [
      'KB_DEFINITION_TOO_LARGE',
      'Shop has more than 1,000 parts, which are the rules of fields that several parents have, at several levels',
    ],
  ]);
  expect(() => reportUnmergeable(new TypeError('a bug'), 'Shop', span, reporter)).toThrow('a bug');
});
