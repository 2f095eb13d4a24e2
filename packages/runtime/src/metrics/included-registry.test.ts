import { Counter, Registry } from 'prom-client';
import { createMetricsRegistry } from '@kb/apimachinery/metrics';
import { expect, test } from 'vitest';

test('metrics of prom-client are included, and a duplicate name is an error', async () => {
  const registry = createMetricsRegistry();
  registry.counter({ name: 'ours_total', help: 'x' }).with().inc();
  const own = new Registry();
  registry.include(own);
  new Counter({ name: 'theirs_total', help: 'y', registers: [own] }).inc(2);
  expect(await registry.text()).toBe(
    '# HELP ours_total x\n# TYPE ours_total counter\nours_total 1\n# HELP theirs_total y\n# TYPE theirs_total counter\ntheirs_total 2\n',
  );
  new Counter({ name: 'ours_total', help: 'y', registers: [own] }).inc();
  await expect(registry.text()).rejects.toThrow('ours_total is a metric of this registry and of an included one');
});
