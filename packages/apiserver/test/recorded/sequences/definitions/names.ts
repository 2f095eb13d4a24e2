import type { Area, RequestStep } from '../../sequence.ts';
import { sequence } from '../../steps.ts';
import { definition, specOf, text, tried, v1, version } from './definition-of.ts';

const long = (length: number, letter = 'a'): string => letter.repeat(length);

const withNames = (names: object): RequestStep =>
  tried(definition([v1()], { names: { plural: 'things', kind: 'Thing', ...names } }));
const named = (metadata: object, spec: object = {}): RequestStep => tried(definition([v1()], spec, metadata));
const inGroup = (group: string): RequestStep => named({ name: `things.${group}` }, { group });
const versions = (...names: string[]): RequestStep =>
  tried(definition(names.map((name, index) => version(name, undefined, { storage: index === 0 }))));
const warned = (deprecationWarning: string, deprecated = true): RequestStep =>
  tried(definition([v1(undefined, { deprecated, deprecationWarning })]));

const APPROVAL = 'api-approved.kubernetes.io';
const approved = (group: string, by?: string): RequestStep =>
  named({ name: `things.${group}`, ...(by !== undefined && { annotations: { [APPROVAL]: by } }) }, { group });

/** What is allowed as the names, the scope and the versions of a definition. */
export const definitionNames: Area = {
  name: 'names of definitions',
  sequences: [
    sequence(
      'the name of the object',
      named({ name: 'things.other.example.com' }),
      named({ name: 'things' }),
      named({ name: '' }),
      named({ name: 'Things.${NS}.example.com' }),
      named({ name: undefined }),
      { ...named({ name: undefined, generateName: 'things.' }), withoutBody: true },
      { ...named({ name: undefined, generateName: 'things.${NS}.example.com' }), withoutBody: true },
      named({ generateName: 'things.' }),
      named({ name: 'th_ings' }),
      named({ namespace: 'default' }),
      named({ name: 'a/b' }),
    ),
    sequence(
      'groups',
      ...['', 'nodot', 'Upper.example.com', 'a..b', 'a.b/', '.a.b', 'a.b.', '-a.b', 'a_b.c', '1.2', 'ä.b'].map(inGroup),
      inGroup(`${long(240)}.b`),
      inGroup(`${long(250)}.b`),
      inGroup(`${long(252)}.b`),
      inGroup(`${long(64)}.${long(64)}`),
    ),
    sequence(
      'scopes',
      ...['', 'Foo', 'namespaced', 'Cluster', 'Namespaced'].map((scope) => named({}, { scope })),
      named({}, { scope: undefined }),
    ),
    sequence(
      'names of resources',
      ...['', 'Things', 'th_ings', '1things', '-a', 'a-', 'a.b', long(63), long(64)].flatMap((name) => [
        tried(definition([v1()], { names: { plural: name, kind: 'Thing' } }, { name: `${name}.\${NS}.example.com` })),
        withNames({ singular: name }),
      ]),
      ...[
        ['a', 'A', 'b b', '', long(64)],
        ['a', 'a'],
        ['things', 'thing'],
      ].flatMap((names) => [withNames({ shortNames: names }), withNames({ categories: names })]),
    ),
    sequence(
      'names of kinds',
      ...['', 'thing', 'tHING', 'Th_ing', '1Thing', 'Ü', 'İ', 'a b', 'A-', long(63, 'A'), long(64, 'A')].flatMap(
        (name) => [withNames({ kind: name }), withNames({ listKind: name })],
      ),
      withNames({ listKind: 'Thing' }),
      withNames({ listKind: 'thing' }),
      tried(definition([v1()], { names: {} })),
      tried(definition([v1()], { names: undefined })),
    ),
    sequence(
      'names of versions',
      ...['V1', 'v_1', '1', '', 'v1.2', 'any-name', long(63, 'v'), long(64, 'v')].map((name) => versions(name)),
      versions('v1', 'V2'),
      versions('v1', 'v1'),
      versions('v1', 'v2', 'v2'),
      versions('v1', 'v2', 'v2', 'v1'),
      tried(definition([])),
      tried(definition([version('v1')])),
      tried(definition([v1(), version('v2', undefined, { storage: true })])),
      tried(
        definition([
          v1(specOf({ a: text }), { deprecated: true, deprecationWarning: 'a <b>' }),
          version('v1', specOf({ b: text }), { storage: true, subresources: { status: {} } }),
        ]),
      ),
      tried(definition([version('v1', undefined, { served: false }), version('v2', undefined, { served: false })])),
      tried(definition([version('v1', undefined, { served: false, storage: true })])),
    ),
    sequence(
      'warnings of deprecated versions',
      warned('old', false),
      warned('', false),
      warned(''),
      warned('old'),
      warned(long(256)),
      warned(long(257)),
      warned(long(257), false),
      warned(long(128, 'é')),
      warned(long(129, 'é')),
      ...[
        'a\nb',
        'a\tb',
        '\0',
        'ab\u007f',
        'é\u0085',
        '\u00A0',
        'a\u00ADb',
        '\u200B',
        '\u2028',
        '\uE000',
        '\uFFFE',
        '\u0378',
        '\uFFFD',
        'a 😀 ä',
        '日本',
        '\u0301a',
      ].map((warning) => warned(warning)),
      warned(`${long(256)}\n`),
    ),
    sequence(
      'fields outside the schema',
      ...[true, false].map((preserveUnknownFields) => named({}, { preserveUnknownFields })),
      tried(
        definition([v1(specOf({ a: { type: 'string', default: 'x' } }))], {
          preserveUnknownFields: true,
          conversion: { strategy: 'Webhook' },
        }),
      ),
    ),
    sequence(
      'groups that need approval',
      ...['k8s.io', 'a.k8s.io', 'kubernetes.io', 'a.b.kubernetes.io', 'ak8s.io', 'k8s.io.example.com', 'K8S.io'].map(
        (group) => approved(group),
      ),
      ...[
        '',
        'unapproved',
        'unapproved, "because"',
        'Unapproved',
        'approved',
        'https://github.com/kubernetes/kubernetes/pull/1',
        'http://a',
        'ftp://host/path',
        'mailto:a@b',
        '//host',
        '/path',
        'https://',
        'https:///path',
        'https://a b',
        'https://a/b c',
        'https://[::1]:80/x',
        'https://[::1',
        'https://a:b',
        'https://a:80',
        'https://%zz',
        'https://a/%zz',
        '1https://a',
        ' https://a',
        'https://a#b',
        'https://a?b',
        'https://user:pw@host',
        'https://a\nb',
      ].map((by) => approved('k8s.io', by)),
    ),
  ],
};
