import type { Requester } from '../sequence.ts';
import { customDocuments, documentedDefinitions } from './definitions.ts';

/** The discovery and OpenAPI documents of a server, by name: the path, and the requested form if there are several. */
export type Documents = Readonly<Record<string, unknown>>;

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const TRIES = 1200;
const PAUSE_MS = 100;

/** Installs the definitions whose documents are compared, and fetches all documents. */
export async function fetchDocuments(requester: Requester): Promise<Documents> {
  for (const definition of documentedDefinitions) {
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    const headers = { 'content-type': 'application/json' };
    await requester.send({ method: 'POST', path, headers, body: new TextEncoder().encode(JSON.stringify(definition)) });
  }
  const version2 = await waitUntilPublished(requester);
  const documents: Record<string, unknown> = { '/openapi/v2': version2 };
  const add = async (path: string): Promise<unknown> => (documents[path] = await get(requester, path));
  await add('/');
  await add('/version');
  await add('/api');
  await add('/api/v1');
  documents['/api aggregated'] = await get(requester, '/api', AGGREGATED);
  documents['/apis aggregated'] = await get(requester, '/apis', AGGREGATED);
  const { groups } = (await add('/apis')) as GroupList;
  for (const { name, versions } of groups) {
    await add(`/apis/${name}`);
    for (const { groupVersion } of versions) await add(`/apis/${groupVersion}`);
  }
  const { paths } = (await add('/openapi/v3')) as Index;
  for (const name of Object.keys(paths)) await add(`/openapi/v3/${name}`);
  return documents;
}

interface GroupList {
  readonly groups: readonly {
    readonly name: string;
    readonly versions: readonly { readonly groupVersion: string }[];
  }[];
}

interface Index {
  readonly paths: Readonly<Record<string, unknown>>;
}

/** Waits for the documents: the real server publishes them some time after a definition is created. */
async function waitUntilPublished(requester: Requester): Promise<unknown> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { paths } = (await get(requester, '/openapi/v3')) as Index;
    const version2 = await get(requester, '/openapi/v2');
    const text = JSON.stringify(version2);
    if (customDocuments.every((name) => name in paths && text.includes(`/${name}/`))) return version2;
    await requester.pause(PAUSE_MS);
  }
  throw new Error('the documents of custom resources did not appear');
}

async function get(requester: Requester, path: string, accept = 'application/json'): Promise<unknown> {
  const headers = { accept, 'user-agent': 'conformance/1' };
  const { status, body } = await requester.send({ method: 'GET', path, headers });
  const text = new TextDecoder().decode(body);
  if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`);
  return JSON.parse(text) as unknown;
}
