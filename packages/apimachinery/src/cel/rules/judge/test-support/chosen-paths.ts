import type { JsonSchemaProps } from '../../../../schema/json-schema-props.ts';
import { about, integer, list, mapOf, ruled, text, type ChosenObject } from './about.ts';

const holder: JsonSchemaProps = {
  type: 'object',
  properties: {
    i: integer,
    l: list(integer),
    m: mapOf(text),
    o: list({ type: 'object', properties: { a: list(text) } }),
    y: { 'x-kubernetes-int-or-string': true },
  },
};
const value = { i: 5, l: ['x', 1], m: { x: 5, y: 'x' }, o: [[], { a: ['b'] }], y: 'z'.repeat(36) };

/** Names of time zones, with which Go looks for files. */
const zones = ['Europe', 'Europe/Berlin/x', 'Europe/x', 'a'.repeat(255), 'a'.repeat(256), 'ä'.repeat(128), 'a\\u0000b'];

/** What evaluations cost that meet errors on the way, and whether they go on. */
export const chosenPaths: readonly ChosenObject[] = [
  // An element of a list may be an error, and the next step of the path finds out.
  'has(self.o[0].a)',
  'self.o[0].a.size() == 1',
  'dyn(self.o)[0].a.b.size() == 1',
  'dyn(self.o)[self.i - 5][dyn(self.i - 3)].size() == 1',
  'self.l[?0].hasValue()',
  'self.o[?0].a.hasValue()',
  'self.o[0].?a.hasValue()',
  'self.?o[self.i - 5].hasValue()',
  'self.l[?0].optMap(x, x + 1).value() == 2',
  '[?self.l[?0]] == [1]',
  'self.m.?x.hasValue()',
  'self.m[?self.m["y"]].hasValue()',
  'dyn(self.l)[?dyn("x")].hasValue()',
  // Where several functions may be called, the first error ends the call.
  'dyn(1)[5].check("a").errored()',
  '{}[self.i].check("a").errored()',
  'dyn(1)[5].indexOf(string(self.i)) == 1',
  'dyn(1)[5].containsCIDR(dyn(self.i))',
  'dyn(1)[5].containsCIDR(string(self.i))',
  'dyn(1)[5] + self.i == 2',
  'self.i in dyn(1)[5]',
  'dyn(1)[5].matches(string(self.i))',
  // What a function costs depends on which it is, not on its arguments.
  'cidr("10.0.0.0/8").containsIP(self.y)',
  'cidr("10.0.0.0/8").containsIP({}["a"])',
  'self.y.ip() == ip("10.0.0.1")',
  ...zones.map((zone) => `timestamp("2020-01-01T00:00:00Z").getHours("${zone}") == 5`),
  `timestamp("2020-01-01T00:00:00Z").getHours("${'ab/'.repeat(1358)}") == 5`,
].map((rule) => about(`the path of ${rule}`, ruled(holder, rule), value));
