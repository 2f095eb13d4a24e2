import { expect, test } from 'vitest';
import type { ServedKind } from '../../protocol/index.ts';
import { groupKinds } from './group-kinds.ts';

function kind(group: string, name: string, more: Partial<ServedKind> = {}): ServedKind {
  const rest = {
    version: 'v1',
    namespaced: true,
    shortNames: [],
    categories: [],
    verbs: ['list'],
    subresources: [],
    own: false,
  };
  return { group, kind: name, resource: `${name.toLowerCase()}s`, ...rest, ...more };
}

const kinds = [
  kind('', 'Pod', { shortNames: ['po'] }),
  kind('zoo.example.com', 'Cage'),
  kind('apps', 'Deployment'),
  kind('', 'ConfigMap'),
  kind('example.com', 'Widget', { own: true }),
];

const titles = (search: string): unknown =>
  groupKinds(kinds, search).map(({ title, kinds: members }) => [title, ...members.map((each) => each.kind)]);

test('own kinds come first, then the groups that people look for', () => {
  expect(titles('')).toEqual([
    ['This project', 'Widget'],
    ['apps', 'Deployment'],
    ['core', 'ConfigMap', 'Pod'],
    ['zoo.example.com', 'Cage'],
  ]);
});

test('Events are there once, in whichever group they are served', () => {
  const both = [kind('', 'Event'), kind('events.k8s.io', 'Event')];
  expect(groupKinds(both, '').map(({ title }) => title)).toEqual(['core']);
  expect(groupKinds(both.slice(1), '').map(({ title }) => title)).toEqual(['events.k8s.io']);
});

test.each([
  ['po', [['core', 'Pod']]],
  [
    'EXAMPLE',
    [
      ['This project', 'Widget'],
      ['zoo.example.com', 'Cage'],
    ],
  ],
  ['nothing', []],
])('a search for %j', (search, expected) => {
  expect(titles(search)).toEqual(expected);
});
