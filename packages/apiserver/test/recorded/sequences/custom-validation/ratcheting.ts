import type { Area } from '../../sequence.ts';
import { apply, mergePatch, post, put, sequence } from '../../steps.ts';
import {
  changedTo,
  installed,
  integer,
  listOf,
  mapOf,
  objectOf,
  open,
  quiet,
  type Schema,
  specOf,
  text,
  thing,
  things,
} from '../custom-requests/things.ts';

const a = `${things()}/a`;
const short = { ...text, maxLength: 2 };
const keyed = (properties: object, rest: object = {}): Schema =>
  listOf(objectOf(properties, { required: ['k'], ...rest }), {
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
  });

/** Objects of every shape, whose texts become too long. */
const lenient = specOf({
  s: text,
  o: objectOf({ s: text, other: text, n: integer }),
  m: mapOf(text),
  mo: mapOf(objectOf({ s: text, other: text })),
  atomic: listOf(text, { 'x-kubernetes-list-type': 'atomic' }),
  list: listOf(objectOf({ s: text, other: text })),
  set: listOf(text, { 'x-kubernetes-list-type': 'set' }),
  map: keyed({ k: text, s: text, other: text }),
  free: text,
});
const strict = specOf({
  s: short,
  o: objectOf({ s: short, other: text, n: integer }),
  m: mapOf(short),
  mo: mapOf(objectOf({ s: short, other: text })),
  atomic: listOf(short, { 'x-kubernetes-list-type': 'atomic' }),
  list: listOf(objectOf({ s: short, other: text })),
  set: listOf(short, { 'x-kubernetes-list-type': 'set' }),
  map: keyed({ k: text, s: short, other: text }),
  free: text,
});
const long = {
  s: 'long',
  o: { s: 'long', other: 'x', n: 1 },
  m: { a: 'long', b: 'ok' },
  mo: { a: { s: 'long', other: 'x' } },
  atomic: ['long', 'ok'],
  list: [{ s: 'long', other: 'x' }, { s: 'ok' }],
  set: ['long', 'ok'],
  map: [
    { k: 'a', s: 'long', other: 'x' },
    { k: 'b', s: 'ok' },
  ],
};

/** Which mistakes an update may leave as they are. */
export const customRatcheting: Area = {
  name: 'ratcheting of custom objects',
  sequences: [
    sequence(
      'mistakes that stay, and mistakes that are new',
      ...installed(lenient),
      post(things(), thing('a', long), quiet),
      ...changedTo(strict),
      ...[
        { free: 'x' },
        { s: 'longer' },
        { o: { other: 'y' } },
        { o: { s: 'longer' } },
        { m: { b: 'no' } },
        { m: { c: 'long' } },
        { m: { a: 'longer' } },
        { m: { a: null, d: 'long' } },
        { mo: { a: { other: 'y' } } },
        { mo: { b: { s: 'long' } } },
        { atomic: ['long', 'no'] },
        { atomic: ['long', 'ok'] },
        { list: [{ s: 'long', other: 'y' }, { s: 'ok' }] },
        { list: [{ s: 'long', other: 'x' }, { s: 'ok' }], free: 'y' },
        { list: [{ s: 'ok' }, { s: 'long', other: 'x' }] },
        { set: ['ok', 'long'] },
        { set: ['long', 'ok', 'no'] },
        {
          map: [
            { k: 'b', s: 'ok' },
            { k: 'a', s: 'long', other: 'x' },
          ],
        },
        {
          map: [
            { k: 'a', s: 'long', other: 'y' },
            { k: 'b', s: 'no' },
          ],
        },
        {
          map: [
            { k: 'c', s: 'long' },
            { k: 'a', s: 'long', other: 'x' },
          ],
        },
        { map: [{ k: 'a', s: 'longer' }] },
        { s: 'longer', o: { other: 'z' }, m: { c: 'long' } },
        { s: null },
        null,
      ].map((spec) => mergePatch(`${a}?dryRun=All`, { spec })),
      apply(`${a}?dryRun=All&force=true`, 'm', thing('a', { free: 'z' })),
      apply(`${a}?dryRun=All&force=true`, 'm', thing('a', { s: 'longer' })),
      mergePatch(a, { spec: { s: 'ok' } }),
      mergePatch(a, { spec: { s: 'long' } }),
    ),
    sequence(
      'every keyword stays',
      ...installed(
        specOf({
          type: { ...open },
          enum: text,
          pattern: text,
          min: integer,
          mo: integer,
          format: text,
          req: objectOf({ x: text, y: text }),
          any: objectOf({ x: text, y: text }),
          not: objectOf({ x: text, y: text }),
          items: listOf(text),
          props: mapOf(text),
          nul: { ...text, nullable: true },
          free: text,
        }),
      ),
      post(
        things(),
        thing('a', {
          type: 'text',
          enum: 'z',
          pattern: 'B',
          min: 1,
          mo: 7,
          format: 'x',
          req: { x: 'a' },
          any: { x: 'a' },
          not: { x: 'a' },
          items: ['a', 'b'],
          props: { a: 'x', b: 'y' },
          nul: null,
        }),
        quiet,
      ),
      ...changedTo(
        specOf({
          type: integer,
          enum: { ...text, enum: ['x'] },
          pattern: { ...text, pattern: '^[a-z]$' },
          min: { ...integer, minimum: 5 },
          mo: { ...integer, multipleOf: 2 },
          format: { ...text, format: 'date' },
          req: objectOf({ x: text, y: text }, { required: ['y'] }),
          any: objectOf({ x: text, y: text }, { anyOf: [{ required: ['y'] }] }),
          not: objectOf({ x: text, y: text }, { not: { required: ['x'] } }),
          items: listOf(text, { maxItems: 1 }),
          props: mapOf(text, { maxProperties: 1 }),
          nul: text,
          free: text,
        }),
      ),
      mergePatch(`${a}?dryRun=All`, { spec: { free: 'x' } }),
      ...[
        { type: 'other' },
        { enum: 'q' },
        { pattern: 'C' },
        { min: 2 },
        { mo: 9 },
        { format: 'y' },
        { req: { x: 'b' } },
        { any: { x: 'b' } },
        { not: { x: 'b' } },
        { items: ['a', 'c'] },
        { props: { a: 'z' } },
        { req: { x: 'a', y: 'c' }, any: { y: 'c' } },
      ].map((spec) => mergePatch(`${a}?dryRun=All`, { spec })),
    ),
    sequence(
      'the root never stays',
      ...installed(objectOf({ spec: objectOf({ s: text }), other: text, one: text })),
      post(things(), thing('a', { s: 'x' }), quiet),
      ...changedTo(
        objectOf(
          { spec: objectOf({ s: text }), other: text, one: text },
          { anyOf: [{ required: ['other'] }, { required: ['one'] }] },
        ),
        'once',
        thing('first', {}, { other: 'x' }),
      ),
      mergePatch(a, {}),
      mergePatch(a, { metadata: { labels: { a: 'b' } } }),
      mergePatch(a, { spec: { s: 'y' } }),
      mergePatch(a, { one: 'x' }),
      ...changedTo(
        objectOf({ spec: objectOf({ s: text }), other: text, one: short, must: text }, { required: ['must'] }),
        'twice',
        thing('first', {}, { must: 'x' }),
      ),
      mergePatch(a, { spec: { s: 'z' } }),
      mergePatch(a, { must: 'x' }),
    ),
    sequence(
      'an object that keeps unknown fields is never the same',
      ...installed(
        specOf({
          o: { ...open, ...objectOf({ x: text, y: text }) },
          deep: objectOf({ o: { ...open, ...objectOf({ x: text }) }, y: text }),
          emb: { ...open, type: 'object', 'x-kubernetes-embedded-resource': true },
          any: mapOf(true),
          free: text,
        }),
      ),
      post(
        things(),
        thing('a', { o: { x: 'a', unknown: 1 }, deep: { o: { x: 'a', unknown: 1 } }, any: { k: 'x' } }),
        quiet,
      ),
      post(things(), thing('b', { o: { x: 'a' }, deep: { o: { x: 'a' } }, any: {} }), quiet),
      post(things(), thing('c', { emb: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' } } }), quiet),
      ...changedTo(
        specOf({
          o: { ...open, ...objectOf({ x: text, y: text }), required: ['y'] },
          deep: objectOf({ o: { ...open, ...objectOf({ x: text }) }, y: text }, { required: ['y'] }),
          emb: { ...open, type: 'object', 'x-kubernetes-embedded-resource': true, required: ['spec'] },
          any: mapOf(true, { minProperties: 2 }),
          free: text,
        }),
      ),
      ...['a', 'b', 'c'].map((name) => mergePatch(`${things()}/${name}`, { spec: { free: 'x' } })),
    ),
    sequence(
      'nothing else stays',
      ...installed(
        objectOf({
          spec: objectOf({ replicas: integer, emb: { ...open, type: 'object' }, s: text }),
          status: objectOf({}),
        }),
      ),
      post(
        things(),
        thing('a', { replicas: -1, emb: { kind: 'x_y' } }, { metadata: { name: 'a', finalizers: ['nodomain'] } }),
        quiet,
      ),
      post(things(), thing('b', { replicas: -1 }), quiet),
      ...changedTo(
        objectOf({
          spec: objectOf({
            replicas: { ...integer, minimum: 0 },
            emb: { ...open, type: 'object', 'x-kubernetes-embedded-resource': true },
            s: text,
          }),
          status: objectOf({}),
        }),
      ),
      mergePatch(a, { spec: { s: 'x' } }),
      mergePatch(`${things()}/b`, { spec: { s: 'x' } }),
    ),
    sequence(
      'a status stays too',
      ...installed(
        objectOf({ spec: objectOf({ s: text }), status: objectOf({ s: text, o: objectOf({ x: text }), other: text }) }),
        {
          subresources: { status: {} },
        },
      ),
      post(things(), thing('a', { s: 'long' }), quiet),
      mergePatch(`${a}/status`, { status: { s: 'long', o: { x: 'long' } } }, quiet),
      ...changedTo(
        objectOf({
          spec: objectOf({ s: short }),
          status: objectOf({ s: short, o: objectOf({ x: short }), other: text }, { required: ['must'] }),
        }),
      ),
      mergePatch(`${a}/status`, { status: { s: 'long' } }),
      mergePatch(`${a}/status`, { status: { other: 'x' } }),
      mergePatch(`${a}/status`, { status: { s: 'longer', must: 'x' } }),
      mergePatch(a, { metadata: { labels: { a: 'b' } } }),
      mergePatch(a, { spec: { s: 'longer' } }),
      mergePatch(`${a}/status`, { status: null }),
      mergePatch(`${a}/status`, { status: { s: 'long' } }),
    ),
    sequence(
      'values that become equal by defaults, and other numbers',
      ...installed(
        specOf({ o: objectOf({ x: text }), n: { type: 'number' }, l: keyed({ k: text, v: integer }), free: text }),
      ),
      post(
        things(),
        thing('a', {
          o: { x: 'long' },
          n: 5,
          l: [
            { k: 'a', v: 9 },
            { k: 'b', v: 9 },
          ],
        }),
        { save: { rv: 'metadata.resourceVersion' } },
      ),
      ...changedTo(
        specOf({
          o: objectOf({ x: short, d: { ...text, default: 'toolong' } }),
          n: { type: 'number', maximum: 1 },
          l: keyed({ k: text, v: { ...integer, maximum: 1 } }),
          free: text,
        }),
      ),
      put(
        `${a}?dryRun=All`,
        thing(
          'a',
          {
            o: { x: 'long', d: 'toolong' },
            n: 5.0,
            l: [
              { v: 9, k: 'b' },
              { k: 'a', v: 9 },
            ],
          },
          { metadata: { name: 'a', resourceVersion: '${rv}' } },
        ),
      ),
      put(
        `${a}?dryRun=All`,
        thing(
          'a',
          { o: { x: 'long' }, n: 5, l: [{ k: 'a', v: 9 }] },
          { metadata: { name: 'a', resourceVersion: '${rv}' } },
        ),
      ),
      put(
        `${a}?dryRun=All`,
        thing(
          'a',
          { o: { x: 'long' }, n: 6, l: [{ k: 'a', v: 8 }] },
          { metadata: { name: 'a', resourceVersion: '${rv}' } },
        ),
      ),
    ),
  ],
};
