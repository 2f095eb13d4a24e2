import type { Area, RequestStep } from '../../sequence.ts';
import { mergePatch, post, put, sequence } from '../../steps.ts';
import {
  crds,
  definition,
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
  tryThing,
  version,
} from '../custom-requests/things.ts';

const a = `${things()}/a`;
const ruled = (schema: object, ...rules: readonly object[]): Schema => ({
  ...schema,
  'x-kubernetes-validations': rules,
});
const rule = (expression: string, more: object = {}): object => ({ rule: expression, ...more });
/** Creates definitions without storing them, one for each of the schemas. */
const tryDefinitions = (...schemas: readonly object[]): RequestStep[] =>
  schemas.map((schema) => post(`${crds}?dryRun=All`, definition([version('v1', schema)])));

/** Names of fields, and how rules write them. */
const names: Readonly<Record<string, string>> = {
  namespace: '__namespace__',
  as: '__as__',
  break: '__break__',
  const: '__const__',
  continue: '__continue__',
  else: '__else__',
  for: '__for__',
  function: '__function__',
  if: '__if__',
  import: '__import__',
  in: '__in__',
  let: '__let__',
  loop: '__loop__',
  package: '__package__',
  return: '__return__',
  var: '__var__',
  void: '__void__',
  while: '__while__',
  true: '__true__',
  false: '__false__',
  null: '__null__',
  a__b: 'a__underscores__b',
  'a.b': 'a__dot__b',
  'a-b': 'a__dash__b',
  'a/b': 'a__slash__b',
  __a: '__underscores__a',
  _a: '_a',
  A: 'A',
  self: 'self',
  oldSelf: 'oldSelf',
  type: 'type',
  int: 'int',
  size: 'size',
  has: 'has',
  all: 'all',
  dyn: 'dyn',
  apiVersion: 'apiVersion',
  kind: 'kind',
  metadata: 'metadata',
  hasOwnProperty: 'hasOwnProperty',
  constructor: 'constructor',
};

/** Rules whose parts meet in unusual ways. */
export const ruleCorners: Area = {
  name: 'rules whose parts meet',
  sequences: [
    sequence(
      'every name that rules escape',
      ...installed(
        specOf(
          Object.fromEntries(
            Object.entries(names).map(([name, escaped]) => [
              name,
              ruled(text, rule(`self != 'own'`, { message: `own ${escaped}` })),
            ]),
          ),
          {
            'x-kubernetes-validations': Object.entries(names).map(([name, escaped]) =>
              rule(`!has(self.${escaped}) || self.${escaped} != 'bad'`, {
                message: `bad ${name}`,
                fieldPath: /^[\w]+$/.test(name) ? `.${name}` : `['${name}']`,
              }),
            ),
          },
        ),
      ),
      ...Object.keys(names).map((name) => tryThing({ [name]: 'bad' })),
      tryThing({ namespace: 'own', 'a.b': 'own' }),
    ),
    sequence(
      'names that rules cannot write',
      ...tryDefinitions(
        ...['1a', 'ä', 'a b', '', '-', '.', 'a$', "a'b", 'a:b', '__', '__proto__'].map((name) =>
          specOf({ [name]: text }, { 'x-kubernetes-validations': [rule(`self == self`)] }),
        ),
        ...[
          'self.namespace',
          'self.__namespace__',
          'self.a.b',
          'self.a__dot__b',
          'self.a-b',
          "self['a-b']",
          'self.a__dash__b',
          'self.__if__',
          'self.__dash__',
          'self.1a',
          'self.ä',
          'has(self.ä)',
          'has(self.a__dot__b)',
          "has(self['a.b'])",
          "'a.b' in self",
        ].map((expression) =>
          specOf(
            { namespace: text, 'a.b': text, 'a-b': text, if: text, '-': text, '1a': text, ä: text },
            { 'x-kubernetes-validations': [rule(`${expression} == ${expression}`)] },
          ),
        ),
      ),
    ),
    sequence(
      'where fields of errors may be',
      ...tryDefinitions(
        ...[
          '.s',
          '.o.s',
          '.o',
          "['s']",
          "['o']['s']",
          "['o'].s",
          '.o["s"]',
          '.list',
          '.list[0]',
          '.map',
          '.map.k',
          "['map']['k.l']",
          '.missing',
          '.open',
          '.open.x',
          '.s.x',
          's',
          '.',
          '',
          ' ',
          ' .s',
          '.s ',
          '..s',
          '.o.',
          "['o'",
          "['o']x",
          '[o]',
          '.a-b',
          "['a-b']",
          '.a.b',
          "['a.b']",
          '.namespace',
          '.__namespace__',
          ".o['s'].x",
          ".o['it\\'s']",
          '.o\n.s',
          '.__proto__',
        ].map((fieldPath) =>
          specOf({
            x: ruled(
              objectOf({
                s: text,
                o: objectOf({ s: text, "it's": text }),
                list: listOf(text),
                map: mapOf(text),
                open: { ...open, type: 'object' },
                'a-b': text,
                'a.b': text,
                namespace: text,
              }),
              rule('self == self', { fieldPath }),
            ),
          }),
        ),
        specOf({ x: ruled(text, rule('self == self', { fieldPath: '.s' })) }),
        specOf({ x: ruled(listOf(text), rule('true', { fieldPath: '[0]' })) }),
        specOf({ x: ruled(mapOf(text), rule('true', { fieldPath: '.k' })) }),
        specOf({ x: ruled(mapOf(text), rule('true', { fieldPath: "['k']" })) }),
        ruled(
          specOf({ x: text }),
          rule('true', { fieldPath: '.spec.x' }),
          rule('true', { fieldPath: '.metadata.name' }),
        ),
        ruled(specOf({ x: text }), rule('true', { fieldPath: '.kind' }), rule('true', { fieldPath: '.metadata' })),
      ),
    ),
    sequence(
      'reasons, fields and messages together',
      ...installed(
        specOf({
          x: ruled(
            objectOf({ s: text, o: objectOf({ n: integer }), m: mapOf(text), l: listOf(text) }),
            ...['FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate'].flatMap(
              (reason) => [
                rule(`!has(self.s) || self.s != '${reason}'`, { reason }),
                rule(`!has(self.s) || self.s != '${reason}'`, { reason, fieldPath: '.s' }),
                rule(`!has(self.s) || self.s != '${reason}'`, { reason, fieldPath: '.o.n', message: ' said ' }),
                rule(`!has(self.s) || self.s != '${reason}'`, {
                  reason,
                  fieldPath: "['m']['k.l']",
                  messageExpression: "'it was ' + self.s",
                }),
              ],
            ),
            rule("!has(self.s) || self.s != 'late'", {
              message: 'plain',
              messageExpression: "'n is ' + string(self.o.n)",
            }),
            rule("!has(self.s) || self.s != 'late'", { messageExpression: 'self.l[0]' }),
            rule("!has(self.s) || self.s != 'late'", { message: '  ', messageExpression: "self.m['none']" }),
          ),
        }),
      ),
      ...['FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate', 'late'].map((s) =>
        tryThing({ x: { s } }),
      ),
      tryThing({ x: { s: 'late', o: { n: 5 }, l: ['  trimmed  '], m: { none: 'a\nb' } } }),
      tryThing({ x: { s: 'late', o: { n: 5 }, l: ['   '], m: { none: 'x'.repeat(5121) } } }),
      tryThing({ x: { s: 'late', l: ['ä'.repeat(2560)], m: { none: 'ä'.repeat(2561) } } }),
    ),
    sequence(
      'old values that may be absent, wherever they are',
      ...installed(
        objectOf({
          spec: objectOf({
            scalar: ruled(integer, rule('!oldSelf.hasValue() || self >= oldSelf.value()', { optionalOldSelf: true })),
            required: ruled(integer, rule('oldSelf.hasValue() || self == 1', { optionalOldSelf: true })),
            o: ruled(
              objectOf({ x: text, d: { ...text, default: 'd' } }),
              rule("oldSelf.optMap(o, has(o.x) && has(self.x) && o.x == self.x).orValue(self.d == 'd')", {
                optionalOldSelf: true,
                messageExpression: "oldSelf.hasValue() ? 'was there' : 'was not there'",
              }),
            ),
            keyed: listOf(
              ruled(
                objectOf({ k: text, v: integer }, { required: ['k'] }),
                rule('oldSelf.optMap(o, o.v).orValue(0) <= self.v', { optionalOldSelf: true, fieldPath: '.v' }),
                rule('self.v != oldSelf.v', { message: 'must change' }),
              ),
              { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'], maxItems: 5 },
            ),
            map: mapOf(
              ruled(
                integer,
                rule('oldSelf.hasValue() ? self > oldSelf.value() : self == 0', { optionalOldSelf: true }),
              ),
              { maxProperties: 5 },
            ),
            nul: ruled(
              { ...text, nullable: true },
              rule("oldSelf.hasValue() || self != 'first'", { optionalOldSelf: true }),
            ),
            explicit: ruled(integer, rule('self > oldSelf', { optionalOldSelf: false })),
          }),
        }),
      ),
      tryThing({ required: 2 }),
      tryThing({ o: { d: 'e' } }),
      tryThing({ keyed: [{ k: 'a', v: -1 }], map: { a: 1 }, nul: 'first' }),
      tryThing({ nul: null }),
      post(
        things(),
        thing('a', { scalar: 5, required: 1, o: { x: 'y' }, keyed: [{ k: 'a', v: 1 }], map: { a: 0 }, explicit: 1 }),
        { save: { rv: 'metadata.resourceVersion' } },
      ),
      ...[
        { scalar: 4 },
        { scalar: null },
        { required: 2 },
        { o: { x: 'z' } },
        { o: null },
        { keyed: [{ k: 'b', v: 0 }] },
        {
          keyed: [
            { k: 'b', v: -1 },
            { k: 'a', v: 1 },
          ],
        },
        { keyed: [{ k: 'a', v: 0 }] },
        { map: { a: 0 } },
        { map: { a: 1, b: 1 } },
        { map: { a: null, b: 0 } },
        { nul: 'first' },
        { explicit: 2, map: { a: 1 }, keyed: null },
        {},
      ].map((spec) => mergePatch(`${a}?dryRun=All`, { spec })),
      put(`${a}?dryRun=All`, thing('a', {}, { metadata: { name: 'a', resourceVersion: '${rv}' } })),
    ),
    sequence(
      'declarations of rules that are odd',
      ...tryDefinitions(
        ...[
          rule(''),
          rule('   '),
          rule('true', { message: '' }),
          rule('true', { message: '   ' }),
          rule('true', { message: 'a\nb' }),
          rule('true', { message: 'x'.repeat(2049) }),
          rule('a\n== b'),
          rule('self\n== self'),
          rule('self == \nself', { message: 'two lines' }),
          rule('true', { messageExpression: '' }),
          rule('true', { messageExpression: ' ' }),
          rule('true', { messageExpression: '1' }),
          rule('true', { messageExpression: 'nothing' }),
          rule('true', { messageExpression: 'self + oldSelf' }),
          rule('true', { messageExpression: "'a'", message: 'b' }),
          rule('true', { reason: 'Other' }),
          rule('true', { reason: '' }),
          rule('true', { optionalOldSelf: true }),
          rule('true', { optionalOldSelf: false }),
          rule('oldSelf.hasValue()', { optionalOldSelf: true }),
          rule('oldSelf.hasValue()'),
          rule('oldSelf == self', { optionalOldSelf: true }),
          rule('oldSelf.size() > 0', { optionalOldSelf: true }),
          rule('1'),
          rule("'true'"),
          rule('dyn(true)'),
          rule('null'),
          rule('self'),
          rule('true', { reason: 'FieldValueNotFound' }),
        ].map((each) => specOf({ x: ruled(text, each) })),
        specOf({ x: ruled(text, rule('self == self'), rule('self == self')) }),
        specOf({ x: ruled({ ...open }, rule('self == self')) }),
        specOf({ x: ruled({ ...open, type: 'object' }, rule('self == self')) }),
        specOf({ x: ruled({ 'x-kubernetes-int-or-string': true }, rule('self == 1')) }),
        specOf({
          x: ruled({ 'x-kubernetes-int-or-string': true }, rule("type(self) == string ? self == 'x' : self > 1")),
        }),
        specOf({ x: ruled(listOf(open), rule('self.size() > 0')) }),
        specOf({ x: ruled(mapOf(open), rule('self.size() > 0')) }),
        specOf({ x: { ...text, nullable: true, 'x-kubernetes-validations': [rule('self != null')] } }),
        { type: 'object', ...open, 'x-kubernetes-validations': [rule('has(self.spec)')] },
        ruled(specOf({ x: text }), rule("self.metadata.name == 'x'"), rule("self.metadata.labels['x'] == 'x'")),
        ruled(
          specOf({ x: text }),
          rule("self.metadata.generateName == 'x'"),
          rule("self.apiVersion + self.kind == 'x'"),
        ),
      ),
    ),
    sequence(
      'values that are null where rules look',
      ...installed(
        specOf({
          o: ruled(
            objectOf({
              n: { ...text, nullable: true },
              l: { ...listOf({ ...text, nullable: true }), nullable: true },
              m: mapOf({ ...integer, nullable: true }),
              d: { ...text, nullable: true, default: 'd' },
            }),
            rule("!has(self.n) || self.n != 'x'"),
            rule('!has(self.l) || self.l.all(i, i.size() > 0)'),
            rule('!has(self.m) || self.m.all(k, self.m[k] > 0)'),
            rule("self.d != 'e'"),
          ),
        }),
      ),
      tryThing({ o: {} }),
      tryThing({ o: { n: null, d: null } }),
      tryThing({ o: { n: 'x', d: 'e' } }),
      tryThing({ o: { l: null, m: null } }),
      tryThing({ o: { l: [null, ''] } }),
      tryThing({ o: { m: { a: null } } }),
      tryThing({ o: { m: { a: 0 }, l: ['x'] } }),
      post(things(), thing('a', { o: { n: 'a', l: ['x'] } }), quiet),
      mergePatch(a, { spec: { o: { l: [null], n: null } } }),
    ),
  ],
};
