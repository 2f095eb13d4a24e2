import { expect, test } from 'vitest';
import { missingCommands, toKb } from './to-kb.ts';

const api = ['create', 'api', '--group', 'crew', '--version', 'v1'];

test.each<[args: string[], kb: object]>([
  [
    ['init', '--plugins=go/v4', '--domain', 'a.org', '--license', 'apache2', '--owner', 'The authors'],
    { args: ['init', '--domain', 'a.org'] },
  ],
  [
    [...api, '--kind', 'A', '--controller=true', '--resource=true', '--make=false', '--controller-name=a'],
    { args: [...api, '--kind', 'A', '--controller'] },
  ],
  [
    [...api, '--kind', 'A', '--namespaced=false', '--controller=false'],
    { args: [...api, '--kind', 'A', '--no-namespaced', '--no-controller'] },
  ],
  [[...api, '--kind', 'A', '--resource=false'], { missing: 'kb create api --resource=false' }],
  [[...api, '--kind', 'A', '--image=b:1'], { missing: 'kb create api --image' }],
  [
    ['create', 'webhook', '--kind', 'A', '--defaulting', '--defaulting-path=/a', '--spoke', 'v2', '--make=false'],
    { args: ['create', 'webhook', '--kind', 'A', '--defaulting', '--defaulting-path', '/a', '--spoke', 'v2'] },
  ],
  [
    ['create', 'webhook', '--kind', 'A', '--defaulting', '--external-api-path=a.io/b'],
    { missing: 'kb create webhook for a kind of a Go package' },
  ],
])('%j', (args, kb) => {
  expect(toKb([args])).toEqual([kb]);
});

test('names what is missing by the place of the command', () => {
  const first = [...api, '--kind', 'A'];
  expect(
    missingCommands([
      first,
      [...first, '--force'],
      ['create', 'api', '--group=crew', '--kind=A'],
      ['create', 'api', '--group=b', '--kind=A'],
    ]),
  ).toEqual({
    '1': 'kb create api --force',
    '3': 'kb create api for a kind with the name of another in another group',
  });
});

test('a kind that cannot be made gets no webhooks', () => {
  const commands = [
    [...api, '--kind', 'A', '--image=b:1'],
    ['create', 'webhook', '--group', 'crew', '--kind', 'A', '--defaulting'],
  ];
  expect(missingCommands(commands)).toEqual({ '0': 'kb create api --image', '1': 'kb create api --image' });
});

test('without its first command, a project cannot be made', () => {
  expect(
    missingCommands([
      ['init', '--namespaced'],
      [...api, '--kind', 'A'],
    ]),
  ).toEqual({
    '0': 'kb init --namespaced',
    '1': 'kb init --namespaced',
  });
});
