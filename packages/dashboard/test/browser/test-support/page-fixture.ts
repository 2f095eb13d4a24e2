import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineResource, type KubernetesObject, type Resource } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import {
  type Client,
  createClient,
  systemClock,
  systemRandom,
  type UntypedObject,
  type UntypedResource,
} from '@kb/client';
import { clusterRoleBindings, clusterRoles, type PolicyRule } from '@kb/kubernetes/rbac/v1';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { buildPage } from '../../../scripts/build-page.ts';
import type { Trouble } from '../../../src/protocol/index.ts';
import { type Dashboard, startDashboard } from '../../../src/server/index.ts';
import { launchChromium, PAGE_TIMEOUT } from './chromium.ts';
import { widgetDefinition } from './widgets.ts';

/** A cluster with Widgets, its dashboard, and a browser, for all tests of a file. */
export interface PageFixture {
  readonly client: Client;
  readonly dashboard: Dashboard;
  /** The faults that pages asked for; the cluster of the fixture has none of them. */
  readonly troubles: readonly Trouble[];
  /** Opens the page at a fragment (`#/operator`). What it writes to its console as an error fails the test. */
  open(fragment?: string, options?: BrowserContextOptions & { before?: (page: Page) => Promise<void> }): Promise<Page>;
}

/** The handle of definitions. */
export const definitions: UntypedResource = defineResource<UntypedObject>({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  namespaced: false,
});
/** An object of the tests' own kind. */
export interface WidgetObject extends KubernetesObject {
  spec: { size: number; colour?: string };
}

/** Its handle. */
export const widgets: Resource<WidgetObject> = defineResource<WidgetObject>({
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  namespaced: true,
});

/** How the cluster of a fixture differs from one in which everyone may do everything. */
export interface PageFixtureOptions {
  /** What the account of the page may do; the client of the tests may do everything. */
  readonly rules?: readonly PolicyRule[];
}

/** Starts all of it before the first test of a file, and ends it after the last. */
export function usePageFixture({ rules }: PageFixtureOptions = {}): PageFixture {
  const folder = mkdtempSync(path.join(tmpdir(), 'kb-page-'));
  const server = createApiServer({
    clock: systemClock,
    random: systemRandom,
    onNotEnforced: () => undefined,
    keepHistory: { bytes: 1e7 },
    ...(rules && { authorizationMode: 'RBAC' }),
  });
  const { history } = server;
  const client = createClient({ transport: server.transport, clock: systemClock });
  const transport = rules ? server.transportFor({ name: ACCOUNT }) : server.transport;
  const troubles: Trouble[] = [];
  let browser: Browser | undefined;
  let dashboard: Dashboard | undefined;
  beforeAll(async () => {
    await Promise.all([buildPage(folder), client.create(definitions, widgetDefinition)]);
    if (rules) await allow(client, rules);
    browser = await launchChromium();
    dashboard = await startDashboard({
      client: createClient({ transport, clock: systemClock }),
      clock: systemClock,
      cluster: 'embedded',
      embedded: true,
      namespace: 'default',
      project: 'widget-operator',
      ownKinds: () => [{ group: 'example.com', kind: 'Widget' }],
      pageFolder: folder,
      ...(history && { history }),
      trouble: (trouble) => Promise.resolve(void troubles.push(trouble)),
      operator: {
        records: () => [],
        subscribe: () => () => undefined,
        process: () => ({ state: 'running', since: 0 }),
        onProcess: () => () => undefined,
        control: () => Promise.resolve(),
      },
    });
  });
  afterAll(async () => {
    await browser?.close();
    await dashboard?.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    client,
    troubles,
    get dashboard() {
      if (!dashboard) throw new Error('the dashboard has not started');
      return dashboard;
    },
    async open(fragment = '', { before, ...options } = {}) {
      if (!browser || !dashboard) throw new Error('the browser has not started');
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(PAGE_TIMEOUT);
      page.on('pageerror', (error) => {
        throw error;
      });
      await before?.(page);
      await page.goto(dashboard.url + fragment);
      return page;
    },
  };
}

const ACCOUNT = 'viewer';

async function allow(client: Client, rules: readonly PolicyRule[]): Promise<void> {
  const apiGroup = 'rbac.authorization.k8s.io';
  await client.create(clusterRoles, { metadata: { name: ACCOUNT }, rules: [...rules] });
  await client.create(clusterRoleBindings, {
    metadata: { name: ACCOUNT },
    roleRef: { apiGroup, kind: 'ClusterRole', name: ACCOUNT },
    subjects: [{ apiGroup, kind: 'User', name: ACCOUNT }],
  });
}
