import type { GrowthOperation } from '../measure/growth-operation.ts';
import { type GrowthServer, repeat, startServer } from './growth-server.ts';

const GROUP = 'growth.example.com';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
/** How long the server gets to establish or remove definitions, in milliseconds of virtual time. */
const PAUSE_MS = 60_000;

/** Installing, deleting and describing the definitions of one group. */
export const definitionOperations: readonly GrowthOperation[] = [
  {
    name: 'api-server: install definitions of one group',
    of: 'definitions',
    size: 60,
    prepare: (size) => {
      const started = startServer();
      return () => install(started, size);
    },
  },
  {
    name: 'api-server: delete definitions of one group',
    of: 'definitions',
    size: 60,
    prepare: async (size) => {
      const started = await serverWithDefinitions(size);
      return async () => {
        await repeat(size, (index) => started.request('DELETE', `${DEFINITIONS}/${definitionName(index)}`));
        await expectDefinitions(started, 0);
      };
    },
  },
  {
    name: 'api-server: OpenAPI v2',
    of: 'definitions',
    size: 30,
    prepare: async (size) => {
      const { request } = await serverWithDefinitions(size);
      return async () => void (await request('GET', '/openapi/v2'));
    },
  },
  {
    name: 'api-server: OpenAPI v3 of the group',
    of: 'definitions',
    size: 30,
    prepare: async (size) => {
      const { request } = await serverWithDefinitions(size);
      return async () => {
        await request('GET', '/openapi/v3');
        await request('GET', `/openapi/v3/apis/${GROUP}/v1`);
      };
    },
  },
  {
    name: 'api-server: discovery',
    of: 'definitions',
    size: 100,
    repeatable: true,
    prepare: async (size) => {
      const { request, transport } = await serverWithDefinitions(size);
      const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
      return async () => {
        await request('GET', '/apis');
        await request('GET', `/apis/${GROUP}/v1`);
        const aggregated = await transport.send({ method: 'GET', path: '/apis', headers: { accept } });
        if (aggregated.status !== 200) throw new Error(`aggregated discovery: ${aggregated.status}`);
      };
    },
  },
];

async function serverWithDefinitions(count: number): Promise<GrowthServer> {
  const started = startServer();
  await install(started, count);
  return started;
}

async function install(started: GrowthServer, count: number): Promise<void> {
  await repeat(count, (index) => started.request('POST', DEFINITIONS, definition(index)));
  await expectDefinitions(started, count);
}

/** Waits for the server to finish. Throws unless it has this many definitions, all established. */
async function expectDefinitions({ clock, request }: GrowthServer, count: number): Promise<void> {
  await clock.advance(PAUSE_MS);
  const items: readonly ListedDefinition[] = JSON.parse(await request('GET', DEFINITIONS)).items;
  const established = items.filter(isEstablished).length;
  if (items.length !== count || established !== count)
    throw new Error(`expected ${count} definitions, got ${items.length}, of which ${established} are established`);
}

interface ListedDefinition {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

const isEstablished = ({ status }: ListedDefinition): boolean =>
  status?.conditions?.some((condition) => condition.type === 'Established' && condition.status === 'True') === true;

const definitionName = (index: number): string => `thing${index}s.${GROUP}`;

function definition(index: number): object {
  const singular = `thing${index}`;
  const text = { type: 'string', description: 'A text of the Thing.' };
  const fields = Object.fromEntries(Array.from({ length: 10 }, (_, field) => [`field${field}`, text]));
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: definitionName(index) },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { plural: `${singular}s`, kind: `Thing${index}`, singular, listKind: `Thing${index}List` },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: fields } } },
          },
        },
      ],
    },
  };
}
