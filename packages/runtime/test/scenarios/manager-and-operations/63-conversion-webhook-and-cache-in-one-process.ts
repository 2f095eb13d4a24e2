import {
  defineResource,
  type HttpResponse,
  type KubernetesObject,
  type ObjectInput,
  type Resource,
} from '@kb/apimachinery';
import { type CustomResourceDefinition, customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import assert from 'node:assert/strict';
import { controllerFor } from '../../../src/controller/builder.ts';
import { createHealthServer } from '../../../src/health/health-server.ts';
import { conversionHandler } from '../../../src/webhook/conversion/conversion-handler.ts';
import { createConverterRegistry } from '../../../src/webhook/conversion/converter.ts';
import { hubSpokeConverter, spoke } from '../../../src/webhook/conversion/hub-spoke-converter.ts';
import { createWebhookServer, type WebhookServer } from '../../../src/webhook/webhook-server.ts';
import type { Scenario, ScenarioEnvironment } from '../scenario.ts';
import type { ServingPlace } from '../serving-place.ts';

export const scenario: Scenario = {
  name: 'A conversion webhook, the kind that it converts and the cache start in one process without deadlock',
  run: async (environment) => {
    for (const warmup of [false, true]) await startTogether(environment, warmup);
  },
};

/** The stored version. */
interface DriverV1 extends KubernetesObject {
  spec: { name: string };
}

/** The version that the controller uses. */
interface DriverV2 extends KubernetesObject {
  spec: { firstName: string; lastName: string };
}

interface Drivers {
  readonly v1: Resource<DriverV1>;
  readonly v2: Resource<DriverV2>;
}

async function startTogether(environment: ScenarioEnvironment, enableWarmup: boolean): Promise<void> {
  const { client, clock, namespace } = environment;
  const [webhooks, probes] = [await environment.place(), await environment.place()];
  const drivers = driversOf(`${namespace}-${enableWarmup ? 'warm' : 'cold'}.example.com`);
  const definition = await client.create(customResourceDefinitions, definitionOf(drivers, webhooks));
  try {
    await environment.eventually(() =>
      client.create(drivers.v1, { metadata: { name: 'driver1', namespace }, spec: { name: 'Ayrton Senna' } }),
    );
    // Conversion is not served yet.
    await assert.rejects(
      client.get(drivers.v2, { namespace, name: 'driver1' }),
      /conversion webhook for .*\/v1, Kind=Driver failed: Post "https:\/\/127.0.0.1:\d+\/convert\?timeout=30s": dial tcp .*: connect: connection refused/,
    );

    const seen: string[] = [];
    const counts = { conversions: 0 };
    const manager = await environment.start({
      healthServer: createHealthServer({ address: probes.address, serve: probes.serve, clock }),
      webhookServer: webhookServerOf(environment, webhooks, probes, drivers, counts),
      controllers: [
        controllerFor(drivers.v2)
          .named(`driver-${enableWarmup}`)
          .indexes(drivers.v2, 'lastName', ({ spec }) => [spec.lastName])
          .withOptions({ enableWarmup })
          .reconcile(async ({ key, client: reads }) => {
            const driver = reads.cached(drivers.v2).get(key);
            if (driver) seen.push(`${driver.spec.firstName}, ${driver.spec.lastName}`);
          }),
      ],
    });
    await environment.eventually(() => assert.ok(seen.includes('Ayrton, Senna')));
    assert.ok(counts.conversions > 0, 'the webhook was asked');
    const [v1, v2] = [
      await client.get(drivers.v1, { namespace, name: 'driver1' }),
      await client.get(drivers.v2, { namespace, name: 'driver1' }),
    ];
    assert.deepEqual(v1.spec, { name: 'Ayrton Senna' });
    assert.deepEqual(v2.spec, { firstName: 'Ayrton', lastName: 'Senna' });
    assert.deepEqual({ ...v2.metadata, managedFields: [] }, { ...v1.metadata, managedFields: [] });

    // An object that is written in the version that is not stored can be read in both, and wakes the controller.
    await client.create(drivers.v2, {
      metadata: { name: 'driver2', namespace },
      spec: { firstName: 'Alain', lastName: 'Prost' },
    });
    await environment.eventually(() => assert.ok(seen.includes('Alain, Prost')));
    const stored = await client.get(drivers.v1, { namespace, name: 'driver2' });
    assert.deepEqual(stored.spec, { name: 'Alain Prost' });
    await manager.stop();
  } finally {
    await client.delete(customResourceDefinitions, definition.metadata.name);
  }
}

/** A webhook server as it is behind a Service: it gets requests only when its Pod is ready. */
function webhookServerOf(
  { clock }: ScenarioEnvironment,
  place: ServingPlace,
  probes: ServingPlace,
  { v1, v2 }: Drivers,
  counts: { conversions: number },
): WebhookServer {
  const registry = createConverterRegistry();
  registry.register(
    hubSpokeConverter(v2, [
      spoke(v1, {
        toHub: ({ spec }) => {
          if (!spec) return {};
          const [firstName = '', lastName = ''] = spec.name.split(' ');
          return { spec: { firstName, lastName } };
        },
        fromHub: ({ spec }) => (spec ? { spec: { name: `${spec.firstName} ${spec.lastName}` } } : {}),
      }),
    ]),
  );
  const convert = conversionHandler(registry);
  const { address, serve, certificates } = place;
  const server = createWebhookServer({ clock, address, serve, certificates });
  server.register('/convert', async (request, signal): Promise<HttpResponse> => {
    if ((await probes.statusOf('/readyz').catch(() => 0)) !== 200)
      return { status: 503, headers: {}, body: new Uint8Array() };
    counts.conversions += 1;
    return convert(request, signal);
  });
  return server;
}

function driversOf(group: string): Drivers {
  const kind = { group, kind: 'Driver', plural: 'drivers', namespaced: true };
  return { v1: defineResource({ ...kind, version: 'v1' }), v2: defineResource({ ...kind, version: 'v2' }) };
}

function definitionOf({ v1: { group } }: Drivers, place: ServingPlace): ObjectInput<CustomResourceDefinition> {
  const version = (name: string, storage: boolean, fields: readonly string[]) => ({
    name,
    served: true,
    storage,
    schema: {
      openAPIV3Schema: {
        type: 'object',
        properties: {
          spec: { type: 'object', properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])) },
        },
      },
    },
  });
  return {
    metadata: { name: `drivers.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind: 'Driver', plural: 'drivers', singular: 'driver', listKind: 'DriverList' },
      versions: [version('v1', true, ['name']), version('v2', false, ['firstName', 'lastName'])],
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: place.clientConfig('/convert'), conversionReviewVersions: ['v1'] },
      },
    },
  };
}
