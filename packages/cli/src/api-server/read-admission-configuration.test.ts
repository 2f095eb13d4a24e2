import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readAdmissionConfiguration } from './read-admission-configuration.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kb-admission-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);

test('the configurations in other files are read', () => {
  write('selectors.yaml', 'podNodeSelectorPluginConfig: { a: b=c }\n');
  write(
    'admission.yaml',
    [
      'apiVersion: apiserver.config.k8s.io/v1',
      'kind: AdmissionConfiguration',
      'plugins:',
      '  - { name: PodNodeSelector, path: selectors.yaml }',
      '  - { name: PodSecurity, configuration: { kind: PodSecurityConfiguration } }',
    ].join('\n'),
  );
  expect(readAdmissionConfiguration('admission.yaml', folder)).toMatchObject({
    plugins: [
      { name: 'PodNodeSelector', configuration: { podNodeSelectorPluginConfig: { a: 'b=c' } } },
      { name: 'PodSecurity', configuration: { kind: 'PodSecurityConfiguration' } },
    ],
  });
});

test('without the flag there is none', () => {
  expect(readAdmissionConfiguration(undefined, folder)).toBeUndefined();
});

test.each([
  ['a: [\n', 'KB_WRONG_FLAGS', /bad\.yaml:\d+:\d+: /],
  ['- 1\n', 'KB_WRONG_FLAGS', /is not an AdmissionConfiguration/],
  ['a: 1\n---\nb: 2\n', 'KB_WRONG_FLAGS', /more than one document/],
  ['plugins: [{ name: PodSecurity, path: nowhere }]\n', 'KB_NO_FILE', /configuration of PodSecurity, and nowhere/],
])('a file with %j is refused', (text, code, message) => {
  write('bad.yaml', text);
  expect(() => readAdmissionConfiguration('bad.yaml', folder)).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(message) as string }),
  );
});
