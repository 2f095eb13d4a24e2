import type { Area, RequestStep } from '../../sequence.ts';
import { sequence } from '../../steps.ts';
import { definition, specOf, text, tried, v1 } from './definition-of.ts';

const converted = (conversion: unknown): RequestStep => tried(definition([v1()], { conversion }));
const reached = (clientConfig: unknown): RequestStep =>
  converted({ strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } });
const columns = (...additionalPrinterColumns: object[]): RequestStep =>
  tried(definition([v1(undefined, { additionalPrinterColumns })]));
const scaled = (scale: object, more: object = {}): RequestStep =>
  tried(definition([v1(undefined, { subresources: { scale, ...more } })]));
const scale = { specReplicasPath: '.spec.a', statusReplicasPath: '.status.b' };

/** A schema with every kind of field. */
const fieldsOfAllKinds = {
  type: 'object',
  properties: {
    metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 5 } } },
    spec: {
      type: 'object',
      properties: {
        text,
        on: { type: 'boolean' },
        count: { type: 'integer' },
        share: { type: 'number' },
        either: { 'x-kubernetes-int-or-string': true },
        any: { 'x-kubernetes-preserve-unknown-fields': true },
        open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        list: { type: 'array', items: text },
        nullable: { type: 'string', nullable: true },
        enum: { type: 'string', enum: ['a'] },
        time: { type: 'string', format: 'date-time' },
        deep: { type: 'object', properties: { er: { type: 'object', properties: { est: text } } } },
        'with.dot': text,
        'with-dash': text,
        'with space': text,
        "it's": text,
        ...Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`f${index}`, text])),
      },
    },
    labels: { type: 'object', additionalProperties: text },
    anything: { type: 'object', additionalProperties: true },
    closed: { type: 'object', additionalProperties: false },
  },
};
const selected = (...paths: string[]): RequestStep =>
  tried(
    definition([
      v1(fieldsOfAllKinds, { selectableFields: paths.map((jsonPath) => (jsonPath === '' ? {} : { jsonPath })) }),
    ]),
  );

/** The other parts of a definition: conversion, columns, selectable fields, subresources. */
export const declarations: Area = {
  name: 'declarations of definitions',
  sequences: [
    sequence(
      'strategies of conversion',
      ...['', 'None', 'none', 'Foo'].map((strategy) => converted({ strategy })),
      converted({ strategy: 'Webhook' }),
      converted({ strategy: 'Webhook', webhook: {} }),
      converted({ strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'] } }),
      ...['None', 'Foo', ''].map((strategy) =>
        converted({
          strategy,
          webhook: { clientConfig: { url: 'http://x' }, conversionReviewVersions: ['v9'] },
        }),
      ),
      converted({ strategy: 'None', webhook: {} }),
      converted({ strategy: 'None', webhook: { clientConfig: {} } }),
      converted({ strategy: 'None', webhook: { conversionReviewVersions: [] } }),
    ),
    sequence(
      'addresses of webhooks that are none',
      ...[
        'https://a b/convert',
        'https://[::1/convert',
        'https://a:b/convert',
        'https://a/%zz',
        'https://%zz/',
        ':',
        '',
        'https:a',
        'https://host:443/convert?',
        'https://host/convert#',
        'https://host/convert#a%zz',
        'HTTPS://host/convert',
        'https://user@host',
        'https://@host',
        'https://user:p%40w@host',
        'https://host\nb',
        '//host/path',
      ].map((url) => reached({ url })),
      reached({ url: 'https://a', caBundle: 'bm9uZQ==' }),
      reached({ service: { name: 'a', namespace: 'b', port: -1 } }),
      reached({ service: { name: 'a', namespace: 'b', port: 65536, path: '' } }),
      reached({ service: { name: 'a', namespace: 'b', path: '/' } }),
      reached({ service: { name: 'a', namespace: 'b', path: '/A/b//c' } }),
      reached({ service: { name: 'A_', namespace: '-', path: 'x' } }),
    ),
    sequence(
      'names of columns and their types',
      columns({}),
      columns({ name: '', type: '', jsonPath: '' }),
      ...['boolean', 'date', 'integer', 'number', 'string', 'object', 'String', 'int', 'array'].map((type) =>
        columns({ name: 'A', type, jsonPath: '.a' }),
      ),
      ...['int32', 'int64', 'float', 'double', 'byte', 'date', 'date-time', 'password', 'email', 'foo', ''].map(
        (format) => columns({ name: 'A', type: 'string', format, jsonPath: '.a' }),
      ),
      columns({ name: 'A', type: 'string', jsonPath: '.a' }, { name: 'A', type: 'string', jsonPath: '.a' }),
      columns({ name: 'a b\n', type: 'string', jsonPath: '.a', description: 'x', priority: -7 }),
    ),
    sequence(
      'paths of columns',
      ...[
        'a',
        '',
        '.',
        '..',
        '.a[',
        '.a[0]',
        '.a[?(@.b==1)]',
        '{.a}',
        '[0]',
        '.a b',
        '.a..b',
        '.a.',
        '$.a',
        '.{',
        "['a']",
      ].map((jsonPath) => columns({ name: 'A', type: 'string', jsonPath })),
    ),
    sequence(
      'paths of selectable fields',
      ...[
        '',
        '.spec.text',
        '.spec.on',
        '.spec.count',
        '.spec.share',
        '.spec.either',
        '.spec.any',
        '.spec.any.x',
        '.spec.open.x',
        '.spec.list',
        '.spec.list[0]',
        '.spec.list.0',
        '.spec.nullable',
        '.spec.enum',
        '.spec.time',
        '.spec.deep.er.est',
        '.spec.deep.er',
        '.labels.foo',
        '.labels',
        '.anything.foo',
        '.anything.foo.bar',
        '.closed.foo',
        '.metadata.name',
        '.metadata.labels.a',
        '.metadata',
        '.kind',
        '.apiVersion',
        '.status.x',
        '.spec.nope',
        '.spec.text.more',
        'spec.text',
        '.',
        '..spec',
        '.spec.',
        '.spec..text',
        ".spec['text']",
        ".spec['with.dot']",
        '.spec.with.dot',
        '.spec.with-dash',
        '.spec.with space',
        ".spec.it's",
        '[0]',
        '.spec]',
        ' .spec.text',
        '.Spec.text',
      ].map((path) => selected(path)),
    ),
    sequence(
      'how many selectable fields there are',
      selected('.spec.text', '.spec.text'),
      selected('.spec.text', '.spec.on', '.spec.text', '.spec.on'),
      selected(...Array.from({ length: 8 }, (_, index) => `.spec.f${index}`)),
      selected(...Array.from({ length: 9 }, (_, index) => `.spec.f${index}`)),
      selected(...Array.from({ length: 8 }, (_, index) => `.spec.f${index}`), '.spec.f0'),
      selected(...Array.from({ length: 10 }, (_, index) => `.spec.nope${index}`)),
    ),
    sequence(
      'paths of scales',
      scaled({}),
      scaled({ specReplicasPath: '', statusReplicasPath: '' }),
      ...['x', '.x', '.spec', '.spec.', '.spec.a[0]', '.status.a', '.specs.a', '.', '.spec..a'].flatMap((path) => [
        scaled({ ...scale, specReplicasPath: path }),
        scaled({ ...scale, statusReplicasPath: path.replace('spec', 'status') }),
        scaled({ ...scale, labelSelectorPath: path }),
      ]),
      scaled({ ...scale, labelSelectorPath: '.status.selector' }),
      scaled({ ...scale, labelSelectorPath: '.metadata.labels' }),
      scaled(scale, { status: {} }),
      tried(definition([v1(specOf({}), { subresources: { status: {} } })])),
      tried(definition([v1(specOf({}), { subresources: {} })])),
    ),
  ],
};
