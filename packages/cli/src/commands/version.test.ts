import { KUBERNETES_VERSION } from '@kb/kubernetes/data';
import { expect, test } from 'vitest';
import { kbVersion } from '../kb-version.ts';
import { testFolder } from '../test-support/run-kb.ts';

const platform = `${process.platform}-${process.arch}`;

test.each([['version'], ['--version'], ['-v']])(
  'kb %s prints the versions of what answers, outside of a project too',
  async (word) => {
    using folder = testFolder();
    expect(await folder.kb(word)).toEqual({
      code: 0,
      out: `kb ${kbVersion()} (Kubernetes ${KUBERNETES_VERSION}, Node ${process.versions.node}, ${platform})\n`,
      err: '',
    });
  },
);

test('kb version --json prints them for other programs', async () => {
  using folder = testFolder();
  const { code, out } = await folder.kb('version', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({
    kb: kbVersion(),
    kubernetes: KUBERNETES_VERSION,
    node: process.versions.node,
    platform,
  });
});

test.each([
  [['version', '--short'], '"kb version" has no flag --short'],
  [['version', 'x'], '"x"'],
])('kb %j is refused', async (words, message) => {
  using folder = testFolder();
  const { code, out, err } = await folder.kb(...words);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message);
});
