import assert from 'node:assert/strict';
import { failureStatus, isForbidden } from '@kb/apimachinery';
import { configMaps } from '@kb/kubernetes/core/v1';
import { statusAnswer } from '../faulty-server.ts';
import { makeConfigMap } from '../../../src/test-support/scenario-cache.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

const refusal = failureStatus({
  reason: 'Forbidden',
  code: 403,
  message: 'widgets.test.example.com is forbidden: the permission was revoked',
});

export const scenario: Scenario = {
  name: 'the permission for one kind is revoked: that is reported for this kind, others go on, and it returns with the permission',
  embeddedOnly: 'a server lets a watch go on that was allowed when it began',
  run: async (environment) => {
    const { client, namespace } = environment;
    const make = (name: string): Promise<unknown> =>
      client.create(widgets, { metadata: { name, namespace }, spec: {} });
    await make('before');
    const manager = await environment.start({});
    const made = manager.informer(widgets);
    const maps = manager.informer(configMaps);
    await environment.eventually(() => assert.deepEqual([made.hasSynced(), maps.hasSynced()], [true, true]));
    const stateOf = (plural: string) =>
      manager
        .cluster()
        .cache.states()
        .find(({ resource }) => resource.plural === plural);

    environment.intercept = async (request) => (request.path.includes('/widgets') ? statusAnswer(refusal) : undefined);
    // Watches are reopened at least every ten minutes.
    await environment.virtualClock?.advance(15 * 60_000);
    await make('unseen');
    await makeConfigMap(client, namespace, 'seen');
    await environment.eventually(() => assert.ok(maps.lister.get(`${namespace}/seen`)));
    const state = stateOf('widgets');
    assert.ok(isForbidden(state?.lastError), 'the state of the kind says why');
    assert.equal(state?.connectedSince, undefined);
    assert.equal(state?.synced, true, 'what was there is still held');
    assert.ok(made.lister.get(`${namespace}/before`));
    assert.equal(made.lister.get(`${namespace}/unseen`), undefined);
    assert.equal(stateOf('configmaps')?.lastError, undefined);
    assert.ok(stateOf('configmaps')?.connectedSince);
    const reported = environment.lines.filter(({ level, error }) => level === 'error' && isForbidden(error));
    assert.ok(reported.length > 0);
    assert.ok(reported.every(({ values }) => values['resource'] === 'widgets'));

    environment.intercept = undefined;
    await environment.eventually(() => assert.ok(made.lister.get(`${namespace}/unseen`)), 90_000);
    assert.equal(stateOf('widgets')?.lastError, undefined);
  },
};
