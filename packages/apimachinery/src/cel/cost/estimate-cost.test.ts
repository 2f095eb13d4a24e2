import { expect, test } from 'vitest';
import { addField, fieldsOf, pathOf } from './field-path.ts';
import { costOfText, listOf, object, text } from './test-support/cost-of-text.ts';

const schema = object({
  s: text(),
  t: text(10),
  i: { type: 'integer' },
  l: listOf(text(5), 10),
  u: listOf(text()),
  m: { type: 'object', additionalProperties: text(3), maxProperties: 4 },
  o: listOf(object({ a: text(7), b: listOf(text(3), 33), c: listOf(text(), 1000) }), 10),
  p: object({ m: { type: 'object', additionalProperties: text(100), maxProperties: 5 } }),
});

/** Expressions with the least and the most that they cost for kube-apiserver 1.36. */
test.each<[string, bigint, bigint]>([
  ['self.i == 1', 2n, 2n],
  ['has(self.s)', 1n, 1n],
  ['self.t == self.t', 5n, 8n],
  ['self.s == self.t', 5n, 8n],
  ["self.s < 'abc'", 3n, 3n],
  ["self.s + self.t == 'a'", 5n, 314_582n],
  ["self.s.contains('abcdefghijk')", 2n, 629_148n],
  ["self.t.matches('^a+$')", 3n, 7n],
  ["matches(self.t, '^a+$')", 3n, 3n],
  ['self.i in [1, 2, 3]', 15n, 15n],
  ["'a' in self.m", 3n, 3n],
  ["'a' in self.l", 2n, 12n],
  ["{'a': self.t}.a == self.s", 35n, 35n],
  ['selfType{t: self.t}.t == self.s', 45n, 45n],
  ['self.i == 1 && self.s == self.t', 2n, 10n],
  ['self.s == self.t || self.i == 1', 5n, 10n],
  ['self.i == 1 ? self.t == self.s : self.i == 2', 4n, 10n],
  ["(self.i == 1 ? ['a'] : [self.t]).all(x, x == self.s)", 16n, 21n],
  ['dyn(self.t) == self.s', 6n, 9n],
  ["dyn(self.t) + dyn(self.s) == 'a'", 7n, 314_584n],
  ['bytes(self.t).size() == 1', 4n, 8n],
  ['string(bytes(self.t)) == self.s', 5n, 40n],
  ['strings.quote(self.t) == self.s', 5n, 17n],
  ["'%s'.format([self.s]) == self.t", 16n, 19n],
  ['self.l.all(x, x == self.t)', 3n, 83n],
  ['self.l.exists_one(x, x == self.t)', 4n, 74n],
  ["self.l.map(x, x + 'a').exists(x, x == self.t)", 14n, 244n],
  ["self.l.filter(x, x > 'a').size() > 1", 15n, 165n],
  ["self.m.all(k, self.m[k] == 'a')", 3n, 35n],
  ["self.m.transformMap(k, v, v + 'a').all(k, v, k == v)", 34n, 78n],
  ['self.m.transformMapEntry(k, v, {v: k}).size() == 1', 35n, 171n],
  ['self.l.sortBy(x, x).size() == 1', 38n, 378n],
  ['self.l.all(x, self.l.all(y, x == y))', 3n, 763n],
  ["optional.of(self.s).optMap(v, v + 'a').orValue('b') == 'c'", 7n, 1_844_674_407_370_955_286n],
  ['self.l[0] == self.s', 6n, 7n],
  ["self.?m['a'].orValue('b') == self.s", 7n, 314_579n],
  ['optional.of(self.s).value() == self.s', 7n, 314_579n],
  ['self.o.all(x, x.b.all(y, y == x.a) && x.c.size() > 1)', 3n, 2343n],
  ['self.p.m.all(k, v, k == k)', 4n, 229n],
  ['int == type(self.t)', 4n, 4n],
  ['strings.quote(optional.of(self.s).value()) == self.s', 6n, 1_844_674_407_370_955_270n],
  ['string(bytes(optional.of(self.s).value())) == self.s', 7n, 3_689_348_814_742_225_107n],
  [
    'lists.range(9223372036854775807).all(x, lists.range(x).all(y, x == y))',
    18_446_744_073_709_551_615n,
    18_446_744_073_709_551_615n,
  ],
  ['self.l.distinct().size() > 1', 15n, 215n],
  ['self.l.sort() == self.l', 16n, 226n],
  ['self.l.slice(3, 1).size() == 1', 18_446_744_073_709_551_615n, 18_446_744_073_709_551_615n],
  ['self.l.flatten(2).size() == 1', 15n, 35n],
  ['sets.equivalent(self.l, self.u)', 5n, 20_971_505n],
  ['self.l.isSorted()', 2n, 32n],
  ["self.u.indexOf('a') == 1", 3n, 329_854_432_053n],
  ["self.s.indexOf('a') == 1", 3n, 314_576n],
  ['self.s.lowerAscii() == self.t', 5n, 314_581n],
  ["self.t.replace('ab', 'abcdef') == self.s", 5n, 24n],
  ["self.t.replace('', self.s) == self.s", 7n, 314_587n],
  ["self.t.replace('abc', 'a') == self.s", 5n, 16n],
  ["self.s.split('a', 3).all(x, x == self.t)", 3n, 629_167n],
  ["self.l.join(',') == self.s", 5n, 46n],
  ["self.s.findAll('[ab]+').size() == 1", 6n, 629_150n],
  ['url(self.t).getHost() == self.s', 6n, 314_582n],
  ['url(self.t) == url(self.s)', 5n, 629_154n],
  ["url('') == url('')", 1n, 0n],
  ['ip(self.t) == ip(self.s)', 5n, 314_582n],
  ['cidr(self.t).containsIP(self.s)', 5n, 314_585n],
  ['cidr(self.t).containsCIDR(cidr(self.s))', 7n, 314_588n],
  ['cidr(self.t).ip().family() == 4', 5n, 9n],
  ['ip.isCanonical(self.t)', 2n, 10n],
  ['quantity(self.t).add(1) == quantity(self.s)', 6n, 314_583n],
  ['semver(self.t).major() == 1', 4n, 8n],
  ['format.dns1123Label().validate(self.t).hasValue()', 4n, 132n],
  ['format.named(self.t) == format.named(self.s)', 7n, 1_844_674_407_370_955_270n],
  ["dyn(self.t).check('get').allowed()", 350_004n, 350_004n],
])('%s costs %d to %d', (expression, min, max) => {
  expect(costOfText(expression, schema)).toEqual({ min, max });
});

test('paths that continue the same path share their last field while there is room', () => {
  const list = addField(addField(pathOf('self'), 'list'), '@items');
  const [first, second] = [addField(list, 'a'), addField(list, 'b')];
  expect([list, first, second].map(fieldsOf)).toEqual([
    ['self', 'list', '@items'],
    ['self', 'list', '@items', 'b'],
    ['self', 'list', '@items', 'b'],
  ]);
  const [third, fourth] = [addField(first, 'c'), addField(first, 'd')];
  expect([third, fourth].map((path) => fieldsOf(path).at(-1))).toEqual(['c', 'd']);
  expect(fieldsOf(addField(undefined, 'a'))).toEqual(['a']);
});
