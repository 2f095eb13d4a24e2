import { deployments } from '@kb/kubernetes/apps/v1';
import { expect, test } from 'vitest';
import { recordingClient, statusAnswer } from '../../test-support/recording-transport.ts';
import { listEach, listPages } from './list-pages.ts';

const page = (names: string[], token?: string): object => ({
  apiVersion: 'apps/v1',
  kind: 'DeploymentList',
  metadata: { resourceVersion: '7', ...(token !== undefined && { continue: token }) },
  items: names.map((name) => ({ metadata: { name } })),
});
const expired = (token: string): object => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: { continue: token },
  status: 'Failure',
  reason: 'Expired',
  code: 410,
});

test('reads page by page, all at one version', async () => {
  const pages = [page(['a', 'b'], 't1'), page(['c'], 't2'), page([])];
  const { client, requests } = recordingClient((_request, index) => pages[index]);
  const names: string[] = [];
  for await (const { metadata } of listEach(client, deployments, {
    namespace: 'n',
    labelSelector: 'x',
    resourceVersion: '0',
  })) {
    names.push(metadata.name);
  }
  expect(names).toEqual(['a', 'b', 'c']);
  expect(requests.map(({ query }) => query)).toEqual([
    { labelSelector: 'x', limit: '500', resourceVersion: '0' },
    { labelSelector: 'x', limit: '500', continue: 't1' },
    { labelSelector: 'x', limit: '500', continue: 't2' },
  ]);
});

test('requests only the pages that are used', async () => {
  const { client, requests } = recordingClient(() => page(['a'], 'more'));
  for await (const list of listPages(client, deployments, { pageSize: 1 })) {
    expect(list.items).toHaveLength(1);
    break;
  }
  expect(requests).toHaveLength(1);
});

test('rejects when the version has expired, or continues with the current objects', async () => {
  const answers = [page(['a'], 't1'), statusAnswer(410, expired('t2')), page(['b'])];
  const names = async (onExpired?: 'inconsistent'): Promise<string[]> => {
    const { client } = recordingClient((_request, index) => answers[index]);
    const read: string[] = [];
    const options = onExpired === undefined ? {} : { onExpired };
    for await (const { metadata } of listEach(client, deployments, options)) read.push(metadata.name);
    return read;
  };
  await expect(names()).rejects.toMatchObject({ status: { reason: 'Expired' } });
  expect(await names('inconsistent')).toEqual(['a', 'b']);
});
