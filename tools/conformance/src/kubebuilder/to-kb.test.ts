import { expect, test } from 'vitest';
import { missingCommands, toKb } from './to-kb.ts';

const api = ['create', 'api', '--group', 'crew', '--version', 'v1'];

test.each<[args: string[], kb: object]>([
  [
    ['init', '--plugins=go/v4', '--domain', 'a.org', '--license', 'apache2', '--owner', 'The authors'],
    { args: ['init', '--plugins', 'go/v4', '--domain', 'a.org', '--license', 'apache2', '--owner', 'The authors'] },
  ],
  [
    [...api, '--kind', 'A', '--controller=true', '--resource=true', '--make=false', '--controller-name=a'],
    { args: [...api, '--kind', 'A', '--controller', '--resource', '--controller-name', 'a'] },
  ],
  [
    [...api, '--kind', 'A', '--namespaced=false', '--controller=false'],
    { args: [...api, '--kind', 'A', '--no-namespaced', '--no-controller'] },
  ],
  [[...api, '--kind', 'A', '--resource=false'], { args: [...api, '--kind', 'A', '--no-resource'] }],
  [[...api, '--kind', 'A', '--image=b:1'], { args: [...api, '--kind', 'A', '--image', 'b:1'] }],
  [[...api, '--kind', 'A', '--force'], { args: [...api, '--kind', 'A', '--force'] }],
  [
    [...api, '--kind', 'A', '--resource=false', '--external-api-path=a.io/b'],
    { missing: 'kb create api for a kind of a Go package' },
  ],
  [
    ['create', 'webhook', '--kind', 'A', '--defaulting', '--defaulting-path=/a', '--spoke', 'v2', '--make=false'],
    { args: ['create', 'webhook', '--kind', 'A', '--defaulting', '--defaulting-path', '/a', '--spoke', 'v2'] },
  ],
  [
    ['create', 'webhook', '--kind', 'A', '--defaulting', '--external-api-path=a.io/b'],
    { missing: 'kb create webhook for a kind of a Go package' },
  ],
  [['init', '--plugins=go/v4', '--namespaced'], { args: ['init', '--plugins', 'go/v4', '--namespaced'] }],
  [
    ['edit', '--plugins=autoupdate.kubebuilder.io/v1-alpha', '--use-gh-models'],
    { args: ['edit', '--plugins', 'autoupdate.kubebuilder.io/v1-alpha', '--use-gh-models'] },
  ],
  [['edit', '--namespaced', '--force'], { args: ['edit', '--namespaced'] }],
  [['edit', '--namespaced=false'], { args: ['edit', '--no-namespaced'] }],
])('%j', (args, kb) => {
  expect(toKb([args])).toEqual([kb]);
});

test('names what is missing by the place of the command', () => {
  const first = [...api, '--kind', 'A'];
  expect(missingCommands([first, [...first, '--force'], [...first, '--external-api-path=a.io/b']])).toEqual({
    '2': 'kb create api for a kind of a Go package',
  });
});
