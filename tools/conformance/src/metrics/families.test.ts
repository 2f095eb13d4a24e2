import { expect, test } from 'vitest';
import { readExposition } from './families.ts';

test('reads families with their labels, bounds and series', () => {
  expect(
    readExposition(`# HELP a_total x
# TYPE a_total counter
a_total{z="1",b="with, \\"quotes\\" and }"} 1e+06
a_total{b="2",z="3"} 0
# TYPE b gauge
b +Inf
# TYPE c histogram
c_bucket{x="y",le="0.5"} 1
c_bucket{x="y",le="+Inf"} 3
c_sum{x="y"} 9
c_count{x="y"} 3
`),
  ).toEqual([
    {
      name: 'a_total',
      type: 'counter',
      labels: ['b', 'z'],
      series: { 'b="with, \\"quotes\\" and }",z="1"': 1e6, 'b="2",z="3"': 0 },
    },
    { name: 'b', type: 'gauge', labels: [], series: { '': Number.POSITIVE_INFINITY } },
    { name: 'c', type: 'histogram', labels: ['x'], buckets: ['0.5', '+Inf'], series: { 'x="y"': 3 } },
  ]);
});

test.each(['a', 'a{b} 1', 'a{b="c} 1', 'a 1\n# TYPE a counter', '# TYPE a counter\nb 1'])('throws for %j', (text) => {
  expect(() => readExposition(text)).toThrow(/not a line|invalid labels|without a TYPE line/);
});
