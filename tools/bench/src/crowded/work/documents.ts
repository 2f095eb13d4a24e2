import { DEFINITIONS } from '../crowd/crowd.ts';
import { definition, KINDS_GROUP } from '../crowd/objects.ts';
import { type Crowd, untilServed, kindPath } from '../crowd/crowd.ts';
import type { BulkWork } from './bulk-work.ts';

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const OPENAPI_PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

/** Documents that describe the API, each read after a definition has changed, so that the server builds it again. */
export const documents: readonly BulkWork[] = [
  afterChange('OpenAPI v2', async ({ load }) => void (await load.read('/openapi/v2'))),
  afterChange('OpenAPI v2 as protobuf', async ({ load }) => {
    await load.read('/openapi/v2', { accept: OPENAPI_PROTOBUF });
  }),
  afterChange('OpenAPI v3', async ({ load }) => {
    await load.read('/openapi/v3');
    await load.read(`/openapi/v3/apis/${KINDS_GROUP}/v1`);
  }),
  afterChange('discovery', async ({ load }) => {
    await load.read('/apis');
    await load.read(`/apis/${KINDS_GROUP}/v1`);
    await load.read('/apis', { accept: AGGREGATED });
  }),
];

function afterChange(name: string, run: BulkWork['run']): BulkWork {
  return {
    name: `${name} after a definition has changed`,
    repeatable: true,
    run: async (crowd) => {
      await changeDefinition(crowd);
      await run(crowd);
    },
  };
}

let changes = 0;

async function changeDefinition(crowd: Crowd): Promise<void> {
  changes += 1;
  const { spec } = definition(KINDS_GROUP, 0, `Changed ${changes} times.`);
  await crowd.load.request({
    method: 'PATCH',
    path: `${DEFINITIONS}/thing0s.${KINDS_GROUP}`,
    body: JSON.stringify({ spec }),
    contentType: 'application/merge-patch+json',
  });
  await untilServed(crowd, kindPath(0));
}
