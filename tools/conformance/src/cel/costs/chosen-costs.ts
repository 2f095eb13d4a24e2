import type { JsonSchemaProps } from '@kb/apimachinery/schema';

const text = (maxLength: number): JsonSchemaProps => ({ type: 'string', maxLength });
const entries: JsonSchemaProps = { type: 'object', maxProperties: 5, additionalProperties: text(100) };
const element: JsonSchemaProps = {
  type: 'object',
  properties: {
    a: text(7),
    b: { type: 'array', maxItems: 33, items: text(3) },
    c: { type: 'array', maxItems: 1000, items: text(11) },
    m: entries,
  },
};

/** The schema of {@link chosenCosts}. */
export const chosenCostSchema: JsonSchemaProps = {
  type: 'object',
  properties: {
    s: { type: 'string' },
    t: text(10),
    l: { type: 'array', items: element },
    ll: { type: 'array', maxItems: 4, items: { type: 'array', maxItems: 6, items: text(2) } },
    m: entries,
    o: { type: 'object', properties: { m: entries, l: { type: 'array', maxItems: 8, items: element } } },
  },
};

const macros = [
  'all(x, x == x)',
  'exists(x, x == x)',
  'exists_one(x, x == x)',
  'all(k, v, v == v)',
  'exists(k, v, k == k)',
  'exists_one(k, v, k == v)',
  'existsOne(k, v, v == k)',
  'map(x, x)',
  'map(x, x == x, x)',
  'filter(x, x == x)',
  'transformList(k, v, k)',
  'transformList(k, v, v == v, v)',
  'transformMap(k, v, v)',
  'transformMap(k, v, v == v, [v])',
  'transformMapEntry(k, v, {v: k})',
  'transformMapEntry(k, v, v == v, {k: v})',
  'sortBy(x, x)',
];
const ranges = ['self.l', 'self.ll', 'self.m', 'self.o.l', 'self.o.m', '[1, 2]', "['a', self.s]", "{'a': self.t}"];
const more = ['[self.t].map(x, x + x)', 'dyn(self.ll)', 'self.t.split("")', 'optional.of(self.ll).value()', '[]', '{}'];
const after = ['', '.size()', '.map(y, y)', '.exists(y, y == self.t)'];

/** Expressions for macros in and after each other, for unknown sizes, and for costs past 2^64. */
export const chosenCosts: readonly string[] = [
  ...[...ranges, ...more].flatMap((range) =>
    macros.flatMap((macro) => after.map((rest) => `${range}.${macro}${rest}`)),
  ),
  ...macros.flatMap((macro) => macros.map((other) => `self.ll.${macro.replaceAll('v', 'self.m')}.${other}`)),
  ...macros.map((macro) => `self.l.all(q, q.b.${macro} == q.c.${macro})`),
  // A loop changes the path of the range of the one around it.
  'self.l.all(x, x.b.all(y, y == x.a) && x.c.size() > 1)',
  'self.l.all(x, x.b.all(y, x.c.all(z, y == z)))',
  'self.o.l.all(x, x.b.all(y, x.m.all(z, x.a == z)))',
  'self.l.all(x, [x.a, x.b.join(x.a)].all(y, y in x.c))',
  "{'a': self.l.map(x, x.a), 'b': self.l.map(x, x.c[0])}.all(k, v, v.size() > 1)",
  ...[2, 3, 4, 5, 9, 40].flatMap((count) =>
    ['&&', '||'].map((operator) => Array.from({ length: count }, (_, n) => `self.s != 'x${n}'`).join(` ${operator} `)),
  ),
  "self.s == 'a' && self.t == 'b' || self.s == 'c' && (self.t == 'd' || self.s == self.t)",
  'self.s == self.t ? self.l : [self.l[0]]',
  '(self.s == self.t ? self.ll : [["a"]]).all(x, x.all(y, y == self.s))',
  '(self.s == self.t ? [self.s] : ["a"]).all(x, x == self.s)',
  '([self.s] + ["a"]).all(x, x == self.s)',
  '({"a": self.t}).a == self.s',
  '["a", self.t][0] == self.s',
  'dyn(["a", self.t])[0] == self.s',
  'dyn(self.ll)[0].size() == 1',
  'self.l[0].b[0] == self.s',
  'self.o.?m["a"].orValue(self.t) == self.s',
  'self.o.l.first().orValue(self.l[0]).a == self.s',
  'int == type(self.t)',
  'has(self.o.m) && has(self.o.l)',
  'optional.of(self.s).optMap(v, v + v).value() == self.s',
  'optional.of(self.ll).optFlatMap(v, optional.of(v[0])).value().all(x, x == self.t)',
  'optional.of(self.s).value().replace("a", self.s).split("").all(x, x == self.s)',
  'string(bytes(optional.of(self.s).value())) == self.s',
  'bytes(optional.of(self.s).value()) == bytes(self.s)',
  'strings.quote(optional.of(self.s).value()) == self.s',
  'lists.range(9223372036854775807).all(x, lists.range(x).all(y, x == y))',
  'self.ll.slice(3, 1).size() == 1',
  'self.ll.slice(-1, 2).flatten().all(x, x == self.s)',
  'self.ll.flatten(9223372036854775807).size() == 1',
  'self.s.split("", -1).size() == 1',
  'self.s.split("", 3).all(x, x == self.s)',
  'selfType{s: self.s}.s == self.t',
];
