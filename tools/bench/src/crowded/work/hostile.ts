import { hostileDefinitions, hostileObjects, hostileWidgets } from '@kb/apiserver/attacks';
import type { LoadRequest } from '../../api-server/load.ts';
import { type Crowd, DEFINITIONS, untilServed } from '../crowd/crowd.ts';
import type { BulkWork } from './bulk-work.ts';

/** A little less than the longest body that the server reads: 3 MiB. */
const SIZE = 2_900_000;
const WIDGETS = '/apis/lab.example.com/v1/namespaces/default/widgets';

/** Definitions and objects that are made to take long, as long as the server reads them. */
export const hostileWork: readonly BulkWork[] = [
  ...Object.entries(hostileDefinitions).map(([name, attack]) => ({
    name: `hostile definition: ${name}`,
    run: (crowd: Crowd) => attackWith(crowd, { path: DEFINITIONS, body: () => JSON.stringify(attack(SIZE)) }),
  })),
  ...Object.entries(hostileObjects).map(([name, attack]) => ({
    name: `hostile object: ${name}`,
    prepare: makeWidgets,
    run: (crowd: Crowd) => attackWith(crowd, { path: WIDGETS, body: () => attack(SIZE) }),
  })),
];

async function makeWidgets({ load }: Crowd): Promise<void> {
  const body = JSON.stringify(hostileWidgets);
  const { status } = await load.send({ method: 'POST', path: DEFINITIONS, body });
  if (status !== 201 && status !== 409) throw new Error(`the definition of Widgets: ${status}`);
  await untilServed({ load }, '/apis/lab.example.com/v1/widgets');
}

/** Sends it without storing anything. The server may refuse it, and must not fail. */
async function attackWith(
  { load }: Crowd,
  { path, body }: { readonly path: string; readonly body: () => string },
): Promise<void> {
  const request: LoadRequest = { method: 'POST', path: `${path}?dryRun=All`, body: body() };
  const { status, text } = await load.send(request);
  if (status >= 500) throw new Error(`POST ${path}: ${status} ${text.slice(0, 300)}`);
}
