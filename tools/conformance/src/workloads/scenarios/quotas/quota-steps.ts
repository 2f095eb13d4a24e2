import type { Step } from '../scenario.ts';
import { settle } from '../steps.ts';

/** Creates a quota, and waits until its status has its limits. */
export const namedQuota = (name: string, hard: Readonly<Record<string, string>>, spec: object = {}): Step[] => [
  { create: { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name }, spec: { hard, ...spec } } },
  { until: 'ResourceQuota', name, field: 'status.hard', equals: hard },
  settle,
];

/** Creates the quota `quota`, and waits until its status has its limits. */
export const quota = (hard: Readonly<Record<string, string>>, spec: object = {}): Step[] =>
  namedQuota('quota', hard, spec);

/** Waits until the quota `quota` says that this much is used. */
export const used = (field: string, equals: string): Step => ({
  until: 'ResourceQuota',
  name: 'quota',
  field: `status.used.${field}`,
  equals,
});

/** Creates a Pod with a spec. */
export const podWith = (name: string, spec: object): Step => ({
  create: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { containers: [{ name: 'web', image: 'example.com/web:1' }], ...spec },
  },
});

/** A container of Pods. */
export const container = (resources: object, more: object = {}): object => ({
  name: 'web',
  image: 'example.com/web:1',
  resources,
  ...more,
});

/** Changes the spec of the quota `quota`. */
export const patchQuota = (spec: object): Step => ({ patch: 'ResourceQuota', name: 'quota', with: { spec } });
