import { configMaps } from '@kb/kubernetes/core/v1';
import assert from 'node:assert/strict';
import { controllerFor } from '../../../src/controller/builder.ts';
import { createControllerRunner } from '../../../src/controller/runner/controller-runner.ts';
import type { Source } from '../../../src/controller/source/source.ts';
import { createCluster } from '../../../src/cluster/create-cluster.ts';
import { createApplyMemory } from '../../../src/client/apply-memory.ts';
import { createInspector } from '../../../src/inspection/inspector.ts';
import { silentLogger } from '../../../src/log/logger.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'Starting twice rejects; sources that are started from several sides start once each',
  run: async (environment) => {
    const { client, clock, random, namespace } = environment;
    const manager = await environment.start({ controllers: [controllerFor(widgets).reconcile(() => undefined)] });
    await assert.rejects(manager.start(), /manager already started/);

    const starts: string[] = [];
    const sourceOf = (name: string): Source => ({ name, start: () => void starts.push(name) });
    const cluster = createCluster({ client, clock, random, log: silentLogger, cache: { namespaces: [namespace] } });
    const runner = createControllerRunner({
      controller: controllerFor(widgets)
        .watchesRawSource(sourceOf('a'))
        .watchesRawSource(sourceOf('b'))
        .indexes(widgets, 'size', ({ spec }) => [`${spec.size ?? 0}`])
        .reads(configMaps)
        .reconcile(() => undefined),
      clusterOf: () => cluster,
      client,
      memory: createApplyMemory(cluster.cache),
      events: { event: () => undefined },
      clock,
      random,
      log: silentLogger,
      inspector: createInspector(clock),
    });
    const early = runner.watch(sourceOf('c'));
    const away = runner.watch(sourceOf('taken away before the start'));
    away.stop();
    const end = new AbortController();
    const caching = cluster.cache.run(end.signal);
    const warm = [runner.warmUp(end.signal), runner.warmUp(end.signal)];
    const working = runner.work(end.signal);
    await assert.rejects(runner.work(end.signal), /controller widget was started more than once/);
    await environment.eventually(() => Promise.all([...warm, early.synced]));
    assert.deepEqual(starts, ['a', 'b', 'c']);
    assert.deepEqual(cluster.cache.cached(widgets).byIndex('size', '9'), []);
    runner.stop();
    await working;
    assert.deepEqual(cluster.cache.states(), [], 'a controller that has stopped holds nothing');
    end.abort(new Error('the end'));
    await caching;
  },
};
